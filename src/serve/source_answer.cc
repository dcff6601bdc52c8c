// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A report is not believed that what it names is source code, since whoever may ask would get to see it. So a
// file has to be source code by its name; and where its name is a link, so has what that leads to, in a
// directory in which the report has source code. What was opened is looked at, not what is at its name a
// moment later.

#include "serve/source_answer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/printable.h"
#include "base/regular_file.h"
#include "findings/source_text.h"

namespace latecomer::serve {

namespace fs = std::filesystem;

namespace {

// These are bytes of memory that an answer takes: each line is a string, and then a JSON value.
constexpr uint64_t kOfLine = 200;
constexpr uint64_t kOfByte = 8;

bool is_named_as_source(const fs::path& file) {
  static const std::set<std::string, std::less<>> kEndings = {
      ".c",   ".h",  ".cc",  ".hh",  ".cpp", ".hpp", ".cxx", ".hxx", ".c++", ".h++", ".ipp", ".inl", ".tcc",
      ".tpp", ".cu", ".cuh", ".hip", ".f",   ".for", ".ftn", ".fpp", ".f77", ".f90", ".f95", ".f03", ".f08",
      ".inc", ".s",  ".asm", ".py",  ".pyx", ".jl",  ".rs",  ".go",  ".d",   ".m",   ".mm",  ".ispc"};
  std::string ending = file.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return kEndings.contains(ending);
}

/// Returns all source files that the report names, each once.
std::set<std::string> sources_of(const report::Report& report) {
  std::set<std::string> files;
  for (const report::Region& region : report.regions) files.insert(region.module);
  for (const report::CallPath& path : report.call_paths) files.insert(path.call_file);
  std::erase_if(files, [](const std::string& file) { return !is_named_as_source(file); });
  return files;
}

/// Returns whether a directory, whose name has no links, is one in which there are some of the files.
bool is_directory_of(const std::set<std::string>& files, const fs::path& directory) {
  std::set<fs::path> seen;
  return std::ranges::any_of(files, [&](const std::string& file) {
    std::error_code ignored;
    const fs::path parent = fs::path(file).parent_path();
    return seen.insert(parent).second && fs::canonical(parent, ignored) == directory;
  });
}

/// Returns where an open file is, links followed; empty if that is not known.
fs::path path_of(const RegularFile& file) {
  std::error_code ignored;
  return fs::read_symlink(fmt::format("/proc/self/fd/{}", file.descriptor()), ignored);
}

/// Returns the bytes that the answer takes; nothing for a file that is too large, and will not be read.
uint64_t memory_for(const RegularFile& file) {
  std::vector<char> block(size_t{1} << 16U);
  uint64_t size = 0;
  int64_t lines = 1;
  ssize_t got = 0;
  while (size <= findings::kMostBytesOfSource &&
         (got = pread(file.descriptor(), block.data(), block.size(), static_cast<off_t>(size))) > 0) {
    size += static_cast<uint64_t>(got);
    lines += std::count(block.begin(), block.begin() + got, '\n');
  }
  return size > findings::kMostBytesOfSource ? 0 : size * kOfByte + static_cast<uint64_t>(lines) * kOfLine;
}

}  // namespace

Answer source_answer(const report::Report& report, const fs::path& report_file, const std::string& file,
                     MemoryShare& memory) {
  const std::set<std::string> sources = sources_of(report);
  if (!sources.contains(file))
    return error_answer(404,
                        fmt::format("the report has no lines of a source file '{}'", printable_line(file)));
  const Result<RegularFile> opened = RegularFile::open(file.c_str());
  if (!opened) return error_answer(404, fmt::format("{}: {}", printable_line(file), opened.error().message));
  const fs::path path = path_of(*opened);
  if (!is_named_as_source(path) || !is_directory_of(sources, path.parent_path()))
    return error_answer(404,
                        fmt::format("{}: it is a link to another place, where the report has no source files",
                                    printable_line(file)));
  if (const Status room = memory.take(memory_for(*opened)); !room)
    return error_answer(503, room.error().message);
  const Result<findings::SourceText> text = findings::read_source(*opened, file, report_file);
  if (!text) return error_answer(404, printable_line(text.error().message));
  return ok_answer(Json{{"path", text->path}, {"is_newer", text->is_newer}, {"lines", text->lines}});
}

}  // namespace latecomer::serve
