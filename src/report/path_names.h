// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "report/report.h"
#include "report/short_files.h"

namespace latecomer::report {

/// Returns the files that call paths of a report were called in, and its regions are in.
ShortFiles short_files(const std::vector<CallPath>& call_paths, const std::vector<Region>& regions);

/// Returns the name of a call path's region.
const std::string& region_name(const Report& report, CallPathId path);

/// Names the call paths of a report, which all its functions take.
class PathNames {
 public:
  explicit PathNames(const Report& report);
  /// Returns "MPI_Recv (wave.c:97)": the region, and where it was called if that is known; an address only if
  /// it was called elsewhere, too. For a gap, with its lines in its name, "step (wave.c:88 → wave.c:97)",
  /// only if its function was called elsewhere, too.
  std::string node(const Report& report, CallPathId path) const;
  /// Returns "main/solve/MPI_Recv (wave.c:97)", with where a region on the way was called if it was called
  /// elsewhere, too. A gap in the function that its parent is, stands for it: "main (wave.c:88 → wave.c:97)".
  std::string path(const Report& report, CallPathId path) const;

 private:
  /// Returns the call path that is named before this one.
  CallPathId around(const Report& report, CallPathId path) const;
  std::string with_site(const Report& report, CallPathId path) const;

  ShortFiles files_;
  std::vector<bool> is_called_elsewhere_;  ///< Says of call paths whether others call the same.
};

}  // namespace latecomer::report
