// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/event_times.h"

namespace latecomer::analyze {

void EventTimes::clear() {
  kinds_.clear();
  sends_.clear();
  operations_.clear();
  times_.clear();
}

std::vector<EventTime> EventTimes::all() const {
  std::vector<EventTime> all;
  all.reserve(size());
  for_each([&](const EventTime& event) { all.push_back(event); });
  return all;
}

void EventTimes::renew(std::span<const Ticks> times) {
  CHECK(times.size() == size());
  sends_.clear();
  times_.clear();
  for (size_t i = 0; i < size(); ++i) {
    (kinds_[i] == EventTimeKind::send ? sends_ : times_).push_back(times[i]);
  }
}

}  // namespace latecomer::analyze
