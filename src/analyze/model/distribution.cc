// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Which rank analyzes which processes: consecutive ones, of about as many events.
//
//     events by process   |  0  |1|     2      | 3 |4|
//     ranks               |     0     |     1      |     a process goes to the rank that has its middle
//
// Cost: O(locations), without communication.

#include "analyze/model/distribution.h"

#include <algorithm>

namespace latecomer::analyze {

Distribution::Distribution(const trace::Definitions& definitions, int ranks)
    : owner_(definitions.location_groups.size()), ranks_(static_cast<size_t>(ranks)) {
  const size_t processes = definitions.location_groups.size();
  std::vector<uint64_t> events(processes, 1);  // at least one each: an empty process is work too
  first_location_.assign(processes + 1, definitions.locations.size());
  for (size_t l = definitions.locations.size(); l-- > 0;) {
    const size_t process = definitions.locations[l].group.index();
    first_location_[process] = l;
    events[process] += definitions.locations[l].events;
  }
  for (size_t p = processes; p-- > 0;)
    first_location_[p] = std::min(first_location_[p], first_location_[p + 1]);

  uint64_t total = 0;
  for (const uint64_t count : events) total += count;
  uint64_t before = 0;
  for (size_t p = 0; p < processes; ++p) {
    // The middle of a process's share of all events decides on whose part of the whole it lies.
    const double middle = static_cast<double>(before) + static_cast<double>(events[p]) / 2;
    const int rank = static_cast<int>(middle / static_cast<double>(total) * ranks);
    owner_[p] = std::clamp(rank, 0, ranks - 1);
    before += events[p];
  }
  for (size_t p = processes; p-- > 0;) ranks_[static_cast<size_t>(owner_[p])].begin = p;
  for (size_t p = 0; p < processes; ++p) ranks_[static_cast<size_t>(owner_[p])].end = p + 1;
  size_t next = 0;  // ranks without a process get an empty range where one would stand
  for (Range& range : ranks_) {
    if (range.size() == 0) range = {next, next};
    next = range.end;
  }
}

Range Distribution::locations(int rank) const {
  const Range range = processes(rank);
  return {first_location_[range.begin], first_location_[range.end]};
}

}  // namespace latecomer::analyze
