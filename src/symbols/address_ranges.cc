// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/address_ranges.h"

#include <algorithm>
#include <cstddef>

namespace latecomer::symbols {

void AddressRanges::add(Dwarf_Die entry) {
  constexpr Dwarf_Addr kLastRemoved = 1;  // linkers write 0 or 1 where they removed the code
  Dwarf_Addr base = 0;
  Dwarf_Addr begin = 0;
  Dwarf_Addr end = 0;
  for (ptrdiff_t next = 0; (next = dwarf_ranges(&entry, next, &base, &begin, &end)) > 0;) {
    if (kLastRemoved < begin && begin < end) ranges_.push_back({begin, end, entry});
  }
}

void AddressRanges::sort() {
  std::ranges::stable_sort(ranges_, {}, &Range::begin);
}

const Dwarf_Die* AddressRanges::find(uint64_t address) const {
  const auto after = std::ranges::upper_bound(ranges_, address, {}, &Range::begin);
  if (after == ranges_.begin() || address >= std::prev(after)->end) return nullptr;
  return &std::prev(after)->entry;
}

}  // namespace latecomer::symbols
