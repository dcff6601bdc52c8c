// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "symbols/address_ranges.h"

namespace latecomer::symbols {

/// Limits how deep entries are followed, of damaged debug information.
inline constexpr int kDeepestEntry = 200;

template <class Visit>
void for_each_child(Dwarf_Die parent, const Visit& visit) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return;
  do visit(child);
  while (dwarf_siblingof(&child, &child) == 0);
}

/// Returns whether an entry with this tag is a part of a function that can contain an address.
bool is_block(int tag);

/// Returns where a function that was inlined, or is defined elsewhere than it was declared, was declared.
Dwarf_Die declaration_of(Dwarf_Die function);

/// Returns a function's name with those of what it is defined in: "grid::(anonymous namespace)::step". It is
/// empty if it is not known.
std::string qualified_name(Dwarf_Die function);

/// Returns the function as it is in the source: compilers make functions of parts of it, such as OpenMP's
/// parallel regions ("step._omp_fn.0"), which are in it. Any other function is its own.
Dwarf_Die source_function(Dwarf_Die function);

/// Finds the functions of a compilation unit by the addresses of their code.
class FunctionIndex {
 public:
  explicit FunctionIndex(Dwarf_Die unit);

  /// Returns the function whose code an address is in, and what was inlined there: outermost first, each a
  /// DW_TAG_inlined_subroutine but the first. It is empty if the unit knows of none.
  std::vector<Dwarf_Die> functions_at(uint64_t address) const;

  /// Returns where the code begins of a function that the unit defines and an entry declares or is; nothing
  /// if the unit does not define it.
  std::optional<uint64_t> begin_of(Dwarf_Die declaration) const;

 private:
  void add_functions_in(Dwarf_Die parent, int depth);

  AddressRanges functions_;
  std::map<Dwarf_Off, uint64_t> begins_;  ///< Has where functions begin, by their declarations.
};

}  // namespace latecomer::symbols
