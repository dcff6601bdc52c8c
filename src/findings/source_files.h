// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Holds what belongs to a position in the code, in seconds of all threads.
struct SourceValues {
  double time = 0;
  double waiting = 0;  ///< Is a part of the time.
  double caused = 0;   ///< Is the waiting that delays here led to, wherever that was.

  SourceValues& operator+=(const SourceValues& other);
};

/// Holds what a report knows of a source file. No position gets more than was recorded for it: what is only
/// known to have been executed between two lines, or in a function, is not divided among lines.
struct SourceFile {
  /// Holds the values of a line with all that was called there. What a recursion calls again counts once.
  struct Line {
    int64_t line = 0;
    SourceValues values;
  };
  /// Holds the values from one recorded call to the next, with all that was executed there.
  struct Gap {
    int64_t from = -1;  ///< Is the line of the first call; -1: not known.
    int64_t to = -1;    ///< Is the line of the second call.
    std::string end;    ///< Is its file and line, "wave.c:93", which can be in another file; or "…".
    SourceValues values;
  };
  /// Holds the values of a function's own code, without what it calls; its lines are not known.
  struct Function {
    int64_t line = 0;  ///< Is where the function begins.
    std::string name;
    SourceValues values;
  };

  std::string name;  ///< Is the name with its path, as the report has it.
  std::vector<Line> lines;
  std::vector<Gap> gaps;
  std::vector<Function> functions;
};

/// Returns the files of which a report has lines, by name; in each all that has a value, by line.
std::vector<SourceFile> source_files(const query::Space& space);

}  // namespace latecomer::findings
