// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/find_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "cli/near_names.h"
#include "report/short_files.h"

namespace latecomer::cli {

using findings::SourceFile;
namespace fs = std::filesystem;

namespace {

constexpr size_t kMostCandidates = 5;

std::vector<fs::path> parts_of(const fs::path& path) {
  const fs::path plain = path.lexically_normal();
  return {plain.begin(), plain.end()};
}

/// Returns how many parts at their ends two paths have in common.
size_t common_parts(const fs::path& a, const fs::path& b) {
  const std::vector<fs::path> left = parts_of(a);
  const std::vector<fs::path> right = parts_of(b);
  const auto end = std::mismatch(left.rbegin(), left.rend(), right.rbegin(), right.rend()).first;
  return static_cast<size_t>(end - left.rbegin());
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// Returns the files whose paths end most like `path`; none where not even `least` parts are the same.
std::vector<SourceFile> ending_most_like(const fs::path& path, const std::vector<SourceFile>& files,
                                         size_t least) {
  std::vector<SourceFile> found;
  for (const SourceFile& file : files) {
    const size_t common = common_parts(path, file.name);
    if (common < least) continue;
    if (common > least) found.clear();
    least = common;
    found.push_back(file);
  }
  return found;
}

/// Returns names as short as the report's other files allow.
std::vector<std::string> short_names(const std::vector<SourceFile>& files,
                                     const std::vector<SourceFile>& of) {
  std::set<std::string> names;
  for (const SourceFile& file : files) names.insert(file.name);
  const report::ShortFiles short_files(names);
  std::vector<std::string> result;
  for (const SourceFile& file : of) result.push_back(short_files(file.name));
  return result;
}

/// Returns "a.c, b.c", and how many there are besides.
std::string listed(std::vector<std::string> names) {
  const size_t more = names.size() - std::min(names.size(), kMostCandidates);
  names.resize(names.size() - more);
  return fmt::format("{}{}", fmt::join(names, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

Error no_such_source(const std::vector<SourceFile>& files, const std::string& wanted) {
  const std::vector<std::string> all = short_names(files, files);
  const std::vector<std::string> near = near_names(wanted, all);
  return Error{fmt::format("the report has no lines of a file '{}'; it has those of: {}", wanted,
                           listed(near.empty() ? all : near))};
}

}  // namespace

Result<SourceFile> find_source(const std::vector<SourceFile>& files, const std::string& wanted) {
  if (files.empty())
    return Error{"the report has no lines of source files; compile the program with -g and record it again"};
  const auto same = std::ranges::find(files, wanted, &SourceFile::name);
  if (same != files.end()) return *same;
  const std::vector<SourceFile> found = is_file(wanted)
                                            ? ending_most_like(fs::absolute(wanted), files, 1)
                                            : ending_most_like(wanted, files, parts_of(wanted).size());
  if (found.empty()) return no_such_source(files, wanted);
  if (found.size() == 1) return found.front();
  return Error{fmt::format("the report has {} files '{}'; say which: {}", found.size(), wanted,
                           listed(short_names(files, found)))};
}

}  // namespace latecomer::cli
