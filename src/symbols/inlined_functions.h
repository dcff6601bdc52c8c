// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <string>
#include <vector>

namespace latecomer::symbols {

/// "grid::(anonymous namespace)::step": a function's name with those of what it is defined in.
std::string qualified_name(Dwarf_Die function);

/// The functions of a compilation unit by the addresses of their code.
class FunctionIndex {
 public:
  explicit FunctionIndex(Dwarf_Die unit);

  /// The function whose code an address is in, and what was inlined there: outermost first, each a
  /// DW_TAG_inlined_subroutine but the first. Empty if the unit knows of none.
  std::vector<Dwarf_Die> functions_at(uint64_t address);

 private:
  struct Range {
    uint64_t begin;
    uint64_t end;
    Dwarf_Die function;
  };

  void add_functions_in(Dwarf_Die parent, int depth);
  void add_ranges(Dwarf_Die function);

  std::vector<Range> ranges_;  ///< by begin
};

}  // namespace latecomer::symbols
