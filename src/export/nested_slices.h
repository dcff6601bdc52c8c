// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "export/perfetto_file.h"

namespace latecomer::perfetto {

/// Writes slices that may overlap, though those of a track have to be nested: into as many tracks of one name
/// as they need. Tracks of one name are shown as one.
class NestedSlices {
 public:
  /// Adds tracks beside the thread `parent`. There is no track before there is a slice.
  NestedSlices(PerfettoFile& file, std::string name, TrackId parent)
      : file_(file), name_(std::move(name)), parent_(parent) {}

  /// Adds a slice. Slices have to come by their begins; of those with the same, the longest first.
  void add(uint64_t begin, uint64_t end, NameId name, const Details& details);
  void finish();

 private:
  struct Row {
    TrackId track;
    std::vector<uint64_t> ends;  ///< Has the ends of the open slices, the innermost last.
  };

  void end_until(uint64_t time);
  uint64_t room(size_t row) const { return rows_[row].ends.empty() ? UINT64_MAX : rows_[row].ends.back(); }
  size_t row_for(uint64_t end);

  PerfettoFile& file_;
  std::string name_;
  TrackId parent_;
  std::vector<Row> rows_;
  std::set<std::pair<uint64_t, size_t>> by_room_;  ///< Orders rows by when a new slice has to end.
};

}  // namespace latecomer::perfetto
