// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/archive/event_cost.h"

#include <unistd.h>

#include <algorithm>
#include <memory>

#include "record/core/recorder.h"
#include "record/core/thread_log.h"

namespace latecomer::record {

Result<double> seconds_to_store_an_event(const std::string& directory) {
  constexpr int kRounds = 20;  // the shortest is the one that nothing disturbed
  constexpr int kVisits = 5000;
  const std::string path = directory + "/event-cost";
  TRY(const std::unique_ptr<ThreadLog> log, ThreadLog::create(path));
  unlink(path.c_str());
  Ticks shortest = Ticks::max();
  const trace::RegionId region(size_t{0});
  for (int round = 0; round < kRounds; ++round) {
    const Ticks begin = now();
    for (int i = 0; i < kVisits; ++i) {
      if (!log->append_enter(region, {}, now()) || !log->append_leave(region, now()))
        return Error{directory + ": there is no room"};
    }
    shortest = std::min(shortest, now() - begin);
  }
  constexpr double kNanosecond = 1e-9;
  return kNanosecond * static_cast<double>(shortest.count) / (2 * kVisits);
}

}  // namespace latecomer::record
