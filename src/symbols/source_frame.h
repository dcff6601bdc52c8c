// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace latecomer::symbols {

/// Is the source location of an instruction, and the function that it is in.
struct SourceFrame {
  std::string function;       ///< Is the function's name as shown: "solve(double*)", "grid::exchange".
  std::string linkage_name;   ///< Is the function's name as linkers know it, where that differs.
  std::string function_file;  ///< Is the file that has the function; empty: not known.
  uint32_t begin_line = 0;    ///< Is the function's first line; 0: not known.
  std::string file;           ///< Is the instruction's file; empty: not known.
  uint32_t line = 0;          ///< Is the instruction's line; 0: not known.
};

/// Says what is at an address, and what is called there.
struct SourceCode {
  /// Has the functions that the address is in, outermost first: more than one where functions were inlined.
  std::vector<SourceFrame> frames;
  /// Is the function that a call there calls, if it has tail calls: others are on the stack in its place
  /// where it has jumped to them. Its line is 0 if it has them in several lines.
  std::optional<SourceFrame> tail_caller;
};

}  // namespace latecomer::symbols
