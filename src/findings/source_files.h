// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// What belongs to a place in the code, in seconds of all threads.
struct SourceValues {
  double time = 0;
  double waiting = 0;  ///< a part of the time
  double caused = 0;   ///< waiting that delays here led to, wherever that was

  SourceValues& operator+=(const SourceValues& other);
};

/// What a report knows of a source file. No place gets more than was recorded for it: what is only known to
/// have been executed between two lines, or in a function, is not divided among lines.
struct SourceFile {
  /// With all that was called from there. What a recursion calls from a line again counts there once.
  struct Line {
    int64_t line = 0;
    SourceValues values;
  };
  /// From one recorded call to the next, with all that was executed there, in whatever function.
  struct Gap {
    int64_t from = -1;  ///< the line of the first call; -1: not known
    int64_t to = -1;    ///< the line of the second call
    std::string end;    ///< its place, with the file, which can be another one: "wave.c:93"; or "…"
    SourceValues values;
  };
  /// A function's own code, without what it calls; at which of its lines that was, the report does not say.
  struct Function {
    int64_t line = 0;  ///< where it begins
    std::string name;
    SourceValues values;
  };

  std::string name;  ///< as the report has it, with its path
  std::vector<Line> lines;
  std::vector<Gap> gaps;
  std::vector<Function> functions;
};

/// The files of which a report has lines, by name; in each all that has a value, by line.
std::vector<SourceFile> source_files(const query::Space& space);

}  // namespace latecomer::findings
