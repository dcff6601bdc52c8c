// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "report/report.h"
#include "report/short_files.h"

namespace latecomer::report {

/// What is called, and where in the source, which changes from one version of a program to the next.
struct CallSite {
  std::string key;   ///< what has to be the same on both sides, as the name of the region
  std::string file;  ///< of the call
  /// The line of the call and, of a gap, those before and behind it, else 0; -1: not known.
  std::array<int64_t, 3> lines = {};

  auto operator<=>(const CallSite&) const = default;
};

/// The call site of a call path among those with the same parent. Its key is the name of the region; a gap
/// has its lines in its name, so that its key is what stands before them. `files` are the short names of the
/// report's files.
CallSite call_site(const Report& report, CallPathId path, const ShortFiles& files);

inline constexpr size_t kNowhere = static_cast<size_t>(-1);

/// For each call site of `there` the position in `here` of the one that is the same; kNowhere where none is.
/// Where a key is as often on both sides, the first in the order of file and lines is the same as the first,
/// and so on. Of other keys, call sites that moved by the same number of lines are the same if these are
/// several, else those that did not move; then the one that is left on both sides.
std::vector<size_t> match_moved(std::span<const CallSite> here, std::span<const CallSite> there);

/// For each call path of `report` the one of `base` that is the same, with the same parameters, from the
/// roots downwards; invalid where none is.
std::vector<CallPathId> match_moved_call_paths(const Report& base, const Report& report);

}  // namespace latecomer::report
