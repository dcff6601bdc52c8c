// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/source_text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace latecomer::findings {

namespace fs = std::filesystem;

namespace {

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

Result<std::string> read_all(const RegularFile& file) {
  std::string text;
  std::array<char, size_t{1} << 16U> block{};
  ssize_t got = 0;
  while ((got = ::read(file.descriptor(), block.data(), block.size())) > 0) {
    text.append(block.data(), static_cast<size_t>(got));
    if (text.size() > kMostBytesOfSource) return Error{"it is larger than 16 MiB"};
  }
  if (got < 0) return Error{std::strerror(errno)};
  return text;
}

/// Replaces tabs by as many spaces as editors show, and removes what ends lines on other systems.
std::string without_tabs(const std::string& line) {
  constexpr size_t kTab = 8;
  std::string result;
  for (const char c : line) {
    if (c == '\t')
      result.append(kTab - result.size() % kTab, ' ');
    else if (c != '\r')
      result += c;
  }
  return result;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(without_tabs(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return lines;
}

bool is_newer_than_recording(const fs::path& text, const fs::path& report) {
  const fs::path anchor = report.parent_path() / "traces.otf2";
  std::error_code failed;
  std::error_code failed_too;
  const fs::file_time_type recorded = fs::last_write_time(is_file(anchor) ? anchor : report, failed);
  return fs::last_write_time(text, failed_too) > recorded && !failed && !failed_too;
}

}  // namespace

Result<SourceText> read_source(const std::string& wanted, const std::string& recorded,
                               const fs::path& report) {
  const bool is_there = is_file(wanted);
  const std::string path = is_there ? wanted : recorded;
  const Result<RegularFile> file = RegularFile::open(path.c_str());
  if (file) return read_source(*file, path, report);
  if (is_there) return Error{fmt::format("{}: {}", path, file.error().message)};
  return Error{fmt::format("{}: {}, and no file '{}' here; say where it is: --source DIR/{}", path,
                           file.error().message, wanted, fs::path(recorded).filename().string())};
}

Result<SourceText> read_source(const RegularFile& file, const std::string& path, const fs::path& report) {
  const Result<std::string> text = read_all(file);
  if (!text) return Error{fmt::format("{}: {}", path, text.error().message)};
  return SourceText{path, lines_of(*text), is_newer_than_recording(path, report)};
}

}  // namespace latecomer::findings
