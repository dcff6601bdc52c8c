// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "timeline/critical_path.h"

#include <algorithm>
#include <utility>

namespace latecomer::timeline {

using store::CriticalStretch;

namespace {

Ticks length_of(const CriticalStretch& stretch) {
  return stretch.end - stretch.begin;
}

}  // namespace

Result<const store::CriticalPath*> CriticalPathSource::all() {
  const std::scoped_lock lock(mutex_);
  if (!is_read_) {
    TRY(store::CriticalPath path, store::read_critical_path(run_.report()));
    path_ = std::move(path);
    is_read_ = true;
  }
  return &path_;
}

Result<size_t> CriticalPathSource::size() {
  TRY(const store::CriticalPath* const path, all());
  return path->size();
}

Result<std::vector<PathRow>> CriticalPathSource::read(const store::Interval& when, Ticks resolution) {
  TRY(const store::CriticalPath* const path, all());
  const auto first = std::ranges::lower_bound(*path, when.begin, {}, &CriticalStretch::end);
  std::vector<PathRow> rows;
  Ticks longest;
  bool is_open = false;  // Says that more can be added to the last row.
  for (auto stretch = first; stretch != path->end() && stretch->begin <= when.end; ++stretch) {
    const Ticks length = length_of(*stretch);
    const bool is_short = length < resolution;
    const bool goes_on =
        is_open && is_short &&
        store::rounded_down(rows.back().begin, resolution) == store::rounded_down(stretch->begin, resolution);
    if (!goes_on) {
      rows.push_back({*stretch, 1, static_cast<uint64_t>(stretch - path->begin())});
      longest = length;
      is_open = is_short;
      continue;
    }
    PathRow& row = rows.back();
    const Ticks begin = row.begin;
    if (longest < length) {
      longest = length;
      static_cast<CriticalStretch&>(row) = *stretch;
    }
    row.begin = begin;
    row.end = stretch->end;
    ++row.count;
  }
  return rows;
}

}  // namespace latecomer::timeline
