// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The problem: a call of MPI often stands in a header or a library that the user of a program did not write,
// and its line says nothing to him.
//
//     main             solver.cpp:52     own
//     all_reduce       all_reduce.hpp:36 installed below /usr/include
//     MPI_Allreduce
//
// The idea: software is recognized by where it is installed. The line that is shown of a call is the last one
// on the way there that is not installed: solver.cpp:52. The program itself can be installed, too: what lies
// where its main does is its own, but for what is installed within. Where nothing of the program has a name,
// as a small one that only starts what a library does (lmp+0x11b0), nothing of it is shown either.

#include "report/call_sites.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "report/attributes.h"

namespace latecomer::report {

namespace {

constexpr std::string_view kOffset = "+0x";

/// Returns whether a directory is named as only those of installed versions are: "1.82.0", "12.3.0-gcc", or
/// with a hash at the end, "boost-1.82.0-ydwfyzb2nawvlt2mmqsxbcwgx5oyyyyq".
bool is_version(std::string_view directory) {
  constexpr size_t kHash = 32;
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  if (directory.empty()) return false;
  if (is_digit(static_cast<unsigned char>(directory.front())))
    return directory.find('.') != std::string_view::npos;
  if (directory.size() <= kHash || directory[directory.size() - kHash - 1] != '-') return false;
  return std::ranges::all_of(directory.substr(directory.size() - kHash),
                             [&](unsigned char c) { return is_digit(c) || std::islower(c) != 0; });
}

/// Returns whether a file is a header or a library of an installed version.
bool is_in_version(std::string_view file) {
  for (const std::string_view directory : {"/include/", "/lib/", "/lib64/"}) {
    for (size_t at = file.find(directory); at != std::string_view::npos; at = file.find(directory, at + 1)) {
      const std::string_view before = file.substr(0, at);
      if (is_version(before.substr(before.rfind('/') + 1))) return true;
    }
  }
  return false;
}

/// Returns whether any directory on the way to a file says that what it has is installed.
bool has_installed_part(std::string_view file) {
  static constexpr std::string_view kParts[] = {"/include/c++/", "/site-packages/", "/dist-packages/",
                                                "/opt/spack/", "/.cargo/"};
  return is_in_version(file) || std::ranges::any_of(kParts, [&](std::string_view part) {
           return file.find(part) != std::string_view::npos;
         });
}

bool is_installed(std::string_view file) {
  static constexpr std::string_view kBegins[] = {"/usr/",       "/opt/",       "/lib/",  "/lib64/",
                                                 "/nix/store/", "/gnu/store/", "/rustc/"};
  return has_installed_part(file) ||
         std::ranges::any_of(kBegins, [&](std::string_view begin) { return file.starts_with(begin); });
}

/// Returns whether a file, with its directory or without it, is a library and no program.
bool is_library(std::string_view file) {
  return file.find(".so", file.rfind('/') + 1) != std::string_view::npos;
}

bool is_below(std::string_view file, std::string_view directory) {
  while (directory.ends_with('/')) directory.remove_suffix(1);
  return file.size() > directory.size() && file.starts_with(directory) && file[directory.size()] == '/';
}

/// Returns whether a gap's lines, which its name has, are own code.
bool has_own_lines(const Region& gap, const OwnCode& own) {
  return is_address(gap.module) ? !is_library(gap.module) : own.has_file(gap.module);
}

}  // namespace

bool is_address(std::string_view file) {
  return file.starts_with("0x") || file.find(kOffset) != std::string_view::npos;
}

OwnCode::OwnCode(const Report& report)
    : named_(attributes_below(report, std::string(kOwnDirectories) + ".")) {
  for (const Region& region : report.regions) {
    const bool is_source = region.begin_line > 0 && region.module.starts_with('/');
    if (region.name == "main" && is_source)
      of_main_.push_back(region.module.substr(0, region.module.rfind('/')));
  }
  is_named_in_full_ = !of_main_.empty();
}

bool OwnCode::has_file(std::string_view file) const {
  const auto has_it = [&](const std::string& directory) { return is_below(file, directory); };
  if (std::ranges::any_of(named_, has_it)) return true;
  const bool is_named_in_part = !file.starts_with('/') && file.find('/') != std::string_view::npos;
  const bool is_of_library = is_named_in_full_ && is_named_in_part && !is_address(file);
  if (!is_installed(file) && !is_of_library) return true;
  const auto around = std::ranges::find_if(of_main_, has_it);
  return around != of_main_.end() && !has_installed_part(file.substr(around->size()));
}

bool OwnCode::has(std::string_view file, int64_t line, std::string_view code) const {
  if (file.empty()) return false;
  if (line > 0 || !is_address(file)) return has_file(file);
  const size_t offset = file.find(kOffset);
  if (offset == std::string_view::npos) return false;  // in no file
  return !is_library(file.substr(0, offset)) || (!code.empty() && has_file(code));
}

std::vector<CallPathId> own_sites(const Report& report) {
  const OwnCode own(report);
  struct Nearest {
    CallPathId with_line;
    CallPathId any;
  };
  std::vector<Nearest> nearest(report.call_paths.size());
  std::vector<CallPathId> sites;
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    const CallPath& path = report.call_paths[i];
    const Region& region = report.regions[path.region.index()];
    Nearest& here = nearest[i];
    if (region.role != kGapRole || !has_own_lines(region, own)) {
      std::string_view code;
      bool is_named = true;
      if (path.parent.valid()) {
        here = nearest[path.parent.index()];
        const Region& caller = report.regions[report.call_paths[path.parent.index()].region.index()];
        code = caller.module;
        is_named = !is_address(caller.name);
      }
      if (own.has(path.call_file, path.call_line, code)) {
        if (is_named) here.any = CallPathId(i);
        if (path.call_line > 0) here.with_line = CallPathId(i);
      }
    }
    const CallPathId found = here.with_line.valid() ? here.with_line : here.any;
    sites.push_back(path.call_file.empty() ? CallPathId() : found);
  }
  return sites;
}

}  // namespace latecomer::report
