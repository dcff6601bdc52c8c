// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

namespace latecomer::symbols {

/// A function, and where in it an instruction is.
struct SourceFrame {
  std::string function;       ///< as shown: "solve(double*)", "grid::exchange"
  std::string linkage_name;   ///< as linkers know it, where it differs
  std::string function_file;  ///< empty: not known
  uint32_t begin_line = 0;    ///< of the function; 0: not known
  std::string file;           ///< of the instruction; empty: not known
  uint32_t line = 0;          ///< 0: not known
};

}  // namespace latecomer::symbols
