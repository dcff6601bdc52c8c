// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"
#include "report/short_files.h"

namespace latecomer::report {

/// Returns the files that call paths of a report were called in, and its regions are in.
ShortFiles short_files(const std::vector<CallPath>& call_paths, const std::vector<Region>& regions);

/// Returns the name of a call path's region.
const std::string& region_name(const Report& report, CallPathId path);

/// Returns whether a call path is the time between two recorded calls.
bool is_gap(const Report& report, CallPathId path);
/// Returns the function that a gap is in, from its region's name: "step" from "step (wave.c:88 → wave.c:97)".
std::string_view function_of_gap(std::string_view name);

/// Names the call paths of a report, which all its functions take.
class PathNames {
 public:
  explicit PathNames(const Report& report);
  /// Returns "MPI_Recv (wave.c:97)": the region, and the last line of the program's own code that led to it.
  /// Where that is not known, it is where it was called; an address only if it was called elsewhere, too. Of
  /// a gap, with its lines in its name, it is shown only where these are not own code, or its function was
  /// called elsewhere, too: "step (wave.c:88 → wave.c:97), called at main.c:7".
  std::string node(const Report& report, CallPathId path) const;
  /// Returns "main/solve/MPI_Recv (wave.c:97)", with where a region on the way was called if it was called
  /// elsewhere, too. A gap in the function that its parent is, stands for it: "main (wave.c:88 → wave.c:97)".
  std::string path(const Report& report, CallPathId path) const;

 private:
  /// Returns the call path that is named before this one.
  CallPathId around(const Report& report, CallPathId path) const;
  /// Returns where a call path was called; empty: not known, or an address that is not needed.
  std::string site(const Report& report, CallPathId path) const;
  /// Returns the call path on the way to this one, or this one, whose call site is shown.
  CallPathId shown_site(const Report& report, CallPathId path) const;

  ShortFiles files_;
  std::vector<CallPathId> own_sites_;
  std::vector<bool> is_called_elsewhere_;  ///< Says of call paths whether others call the same.
};

}  // namespace latecomer::report
