// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

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

}  // namespace latecomer::symbols
