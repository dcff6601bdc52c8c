// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What another order of receives could have saved.
//
// The problem: a wait is in wrong order if another message was there already, and the metric says so whatever
// the program does with the messages. Who needs both before going on waits for the later one in any order.
//
//     nothing to gain:   | Recv a ~~~~ | Recv b | computes with both
//     something:         | Recv a ~~~~ | computes with a | Recv b | computes with b
//
// The idea: only where the location computed between the two receives did it use the one message without the
// other, so the time that it computed there says how much work there was for one message. At most so much
// could have been done in place of waiting.
//
// Cost: O(segments) of locations with such waits.

#include "analyze/waits/avoidable_by_order.h"

#include <algorithm>
#include <optional>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

/// Returns nothing for a wait that is not in wrong order.
std::optional<Builtin> avoidable_part_of(Builtin wait) {
  if (wait == Builtin::mpi_lswo_same) return Builtin::mpi_lswo_same_avoidable;
  if (wait == Builtin::mpi_lswo_different) return Builtin::mpi_lswo_different_avoidable;
  return std::nullopt;
}

/// Sums up what a location did outside of MPI, up to each of its boundaries.
class TimeOutsideOfMpi {
 public:
  TimeOutsideOfMpi(const CondensedTrace& trace, const Segments& segments) : segments_(segments) {
    until_.reserve(segments.size() + 1);
    Ticks sum;
    for (size_t s = 0; s < segments.size(); ++s) {
      until_.push_back(sum);
      segments.for_each(s, [&](CallPathId path, Ticks time) {
        if (!trace.class_of(path).is_mpi) sum += time;
      });
    }
    until_.push_back(sum);
  }

  /// Returns what lies between two boundaries; nothing where the second comes first.
  Ticks between(Ticks begin, Ticks end) const {
    return begin < end ? until_[position(end)] - until_[position(begin)] : Ticks();
  }

 private:
  size_t position(Ticks boundary) const {
    return std::min(segments_.boundaries().count_before(boundary), until_.size() - 1);
  }

  const Segments& segments_;
  std::vector<Ticks> until_;
};

void add_avoidable(const CondensedTrace& trace, const CondensedLocation& location,
                   std::vector<CallInWrongOrder>& calls, const LargeVector<WaitState>& waits,
                   std::vector<WaitPart>& parts) {
  if (calls.empty()) return;
  std::ranges::sort(calls, {}, &CallInWrongOrder::call);
  const TimeOutsideOfMpi outside(trace, location.segments);
  auto wait = waits.begin();
  for (const CallInWrongOrder& each : calls) {
    while (wait != waits.end() && wait->call < each.call) ++wait;
    if (wait == waits.end()) break;
    if (wait->call != each.call || each.next.location != location.id || location.is_polling_run(each.call))
      continue;
    const std::optional<Builtin> metric = avoidable_part_of(wait->metric);
    const Ticks computed = outside.between(location.leave_of(each.call), location.enter_of(each.next.call));
    if (metric && computed > Ticks()) parts.push_back({*metric, each.call, std::min(computed, wait->amount)});
  }
}

}  // namespace

void add_avoidable_by_order(const CondensedTrace& trace, CallsInWrongOrder calls, const WaitStates& waits,
                            WaitParts& parts) {
  parallel_for(trace.locations.size(),
               [&](size_t l) { add_avoidable(trace, trace.locations[l], calls[l], waits[l], parts[l]); });
}

}  // namespace latecomer::analyze
