// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/read_findings.h"

#include <algorithm>
#include <iterator>

#include "store/findings_store.h"

namespace latecomer::store {

Result<CriticalPath> read_critical_path(const report::Report& report) {
  TRY(const FindingsStore store, FindingsStore::open(report));
  CriticalPath path;
  for (const Entry& entry : store.entries(Stretch::kTable)) {
    TRY(const std::vector<Stretch> stretches, store.read_chunk<Stretch>(entry));
    for (const Stretch& each : stretches) path.push_back({each, report::LocationId(entry.location)});
  }
  // Those of one position are on one location, and so in the order of time.
  std::ranges::stable_sort(path, {}, &CriticalStretch::position);
  return path;
}

Result<std::vector<Consequence>> read_consequences(const report::Report& report) {
  TRY(const FindingsStore store, FindingsStore::open(report));
  std::vector<Consequence> all;
  for (const Entry& entry : store.entries(Consequence::kTable)) {
    TRY(const std::vector<Consequence> some, store.read_chunk<Consequence>(entry));
    std::ranges::copy(some, std::back_inserter(all));
  }
  return all;
}

}  // namespace latecomer::store
