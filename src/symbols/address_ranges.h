// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <vector>

namespace latecomer::symbols {

/// Finds which of some entries of debug information, units or functions, have the code at an address.
class AddressRanges {
 public:
  /// Adds all code of an entry, if it has any.
  void add(Dwarf_Die entry);
  /// Sorts the ranges, when all are added.
  void sort();
  /// Returns the entry whose code begins nearest before the address; null if it ends before, too.
  const Dwarf_Die* find(uint64_t address) const;

 private:
  struct Range {
    uint64_t begin;
    uint64_t end;
    Dwarf_Die entry;
  };
  std::vector<Range> ranges_;  ///< Lists the ranges of code by where they begin.
};

}  // namespace latecomer::symbols
