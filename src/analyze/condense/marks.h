// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "base/tick_list.h"

namespace latecomer::analyze {

/// What a mark marks, and where its operation counts.
enum class MarkKind : uint8_t {
  send,                ///< sends: a message is on its way from here on
  receive,             ///< receives: it has arrived
  probe,               ///< probes: its message was seen
  partition,           ///< partitioned_uses
  collective_end,      ///< collectives
  foreign_completion,  ///< foreign_completions
  fork,                ///< threads.forks
  join,                ///< threads.forks
  team_begin,          ///< threads.parts
  team_end,            ///< threads.parts
};

/// An event that others' events have to follow or to precede: what happens between the enter and the leave of
/// calls, and beside calls.
struct Mark {
  Ticks time;
  uint32_t operation;
  MarkKind kind;
};

/// The marks of a location, in 9 bytes each.
class Marks {
 public:
  size_t size() const { return kinds_.size(); }
  bool empty() const { return kinds_.empty(); }
  Mark operator[](size_t i) const { return {times_[i], operations_[i], kinds_[i]}; }

  void add(const Mark& mark) {
    times_.push_back(mark.time);
    operations_.push_back(mark.operation);
    kinds_.push_back(mark.kind);
  }
  void set_time(size_t i, Ticks time) { times_.set(i, time); }
  void clear() {
    times_.clear();
    operations_.clear();
    kinds_.clear();
  }

  /// Calls `visit(operation, time)` for those of a kind.
  template <class Visit>
  void for_each(MarkKind kind, const Visit& visit) const {
    for (size_t i = 0; i < size(); ++i) {
      if (kinds_[i] == kind) visit(operations_[i], times_[i]);
    }
  }

 private:
  TickList times_;
  std::vector<uint32_t> operations_;
  std::vector<MarkKind> kinds_;
};

}  // namespace latecomer::analyze
