// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A slice goes into the row whose innermost open slice ends next after it, or into an empty one.
//
//     row 0   [ a                 ] [ d ]      c ends after b, so it cannot be in it
//             [ b     ]
//     row 1        [ c        ]
//
// Cost: O(log rows) for each slice.

#include "export/nested_slices.h"

namespace latecomer::perfetto {

void NestedSlices::add(uint64_t begin, uint64_t end, NameId name, const Details& details) {
  end_until(begin);
  const size_t row = row_for(end);
  by_room_.erase({room(row), row});
  rows_[row].ends.push_back(end);
  by_room_.insert({end, row});
  file_.begin(rows_[row].track, begin, name, details);
}

void NestedSlices::finish() {
  end_until(UINT64_MAX);
}

void NestedSlices::end_until(uint64_t time) {
  while (!by_room_.empty()) {
    const auto [end, row] = *by_room_.begin();
    if (end > time || rows_[row].ends.empty()) return;
    by_room_.erase(by_room_.begin());
    file_.end(rows_[row].track, end);
    rows_[row].ends.pop_back();
    by_room_.insert({room(row), row});
  }
}

size_t NestedSlices::row_for(uint64_t end) {
  const auto found = by_room_.lower_bound({end, 0});
  if (found != by_room_.end()) return found->second;
  rows_.push_back({file_.add_track(name_, parent_), {}});
  by_room_.insert({UINT64_MAX, rows_.size() - 1});
  return rows_.size() - 1;
}

}  // namespace latecomer::perfetto
