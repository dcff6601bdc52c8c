// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "trace/memory_trace.h"

namespace latecomer::tests {

/// Says that location `waiter`, in `path`, waited from `begin` to `end`, when what `cause` did ended the
/// wait. `metric` is its kind's unique name, of wrong order the finer one.
struct KnownWait {
  std::string metric;
  trace::LocationId waiter;
  trace::LocationId cause;
  Ticks begin;
  Ticks end;
  std::string path;  ///< Is the call path of the wait, as "main/MPI_Recv".
  /// Of a wait in wrong order, these are when its call was left, and when the same thread entered the next
  /// call that received a message which had been sent before; both are zero if another thread received that.
  Ticks left = {};
  Ticks next_received = {};

  Ticks amount() const { return end - begin; }
};

/// Is an operation that nobody could leave before all its members had entered, the last of them at `time`.
struct Meeting {
  Ticks time;
  std::vector<trace::LocationId> members;
};

/// Maps (metric, location, call path) to ticks.
using TicksByPlace = std::map<std::tuple<std::string, trace::LocationId, std::string>, double>;

/// Returns what the metric of the costs of such waits at short term is called; those at long term and the sum
/// of both are called after it.
std::string costs_of(const KnownWait& wait);

/// Returns what a report has to say about a trace with these wait states: the waits themselves, short- and
/// long-term costs of their delays, direct and indirect, propagating and terminal waiting, the critical path,
/// its imbalance and its performance impact. It is computed as it is defined, with no regard to speed, from
/// the events alone.
TicksByPlace severities_by_definition(const trace::MemoryTrace& trace, const std::vector<KnownWait>& waits,
                                      const std::vector<Meeting>& meetings);

}  // namespace latecomer::tests
