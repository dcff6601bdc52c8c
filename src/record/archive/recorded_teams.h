// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/ticks.h"
#include "record/archive/lock_orders.h"
#include "trace/definitions.h"
#include "trace/trace.h"

namespace latecomer::record {

/// Holds the teams of a process and the order in which they acquired locks, as the events in the files of its
/// threads say.
class RecordedTeams {
 public:
  static Result<RecordedTeams> read(const std::string& process_directory);

  /// Returns the thread, as its files are numbered, of each of the process's locations. Files are numbered as
  /// threads come; locations of workers as OpenMP numbers them, in the team in which each works first.
  std::vector<uint32_t> threads_of_locations() const;
  /// Returns the locations of each team by its number, the leader first; none where that is not known, as the
  /// recording did not come so far.
  std::vector<std::vector<uint32_t>> members() const;
  bool leads(uint32_t thread, trace::CommId team) const;
  /// Returns when the work ended that a member began at `begin`; nothing if it did not.
  std::optional<Ticks> end_of(trace::CommId team, Ticks begin) const;
  const LockOrders& locks() const { return locks_; }

 private:
  class Reader;
  struct Team {
    std::optional<uint32_t> leader;
    std::set<uint32_t> workers;
    std::vector<Ticks> ends;
  };
  std::map<uint32_t, Team> teams_;
  std::vector<uint32_t>
      first_members_;  // by thread, its number in its first team; 0 if it led that or has none
  LockOrders locks_;
};

/// Adds to the events of a thread, with their ids and times as they were recorded, that its work in teams of
/// others ends, and all that is open in it; and numbers acquisitions of locks as they are in the archive.
class WorkerEnds final : public trace::EventSink {
 public:
  /// Passes events on to `to`; `off` is the region for time without recording, invalid if there is none.
  WorkerEnds(const RecordedTeams& teams, uint32_t thread, trace::RegionId off, trace::EventSink& to)
      : teams_(teams), thread_(thread), off_(off), to_(to) {}

  void on_event(const trace::Event& event) override;
  /// Ends what is open, after the last event.
  void finish() { end_parts(Ticks::max()); }

 private:
  struct Part {
    trace::CommId team;
    size_t open;  // how many regions were open before
    std::optional<Ticks> end;
  };
  void end_parts(Ticks now);
  void end_innermost();
  void put(trace::Event event, Ticks time);
  void pass_on(const trace::Event& event);

  const RecordedTeams& teams_;
  uint32_t thread_;
  trace::RegionId off_;
  trace::EventSink& to_;
  std::vector<trace::RegionId> open_;
  std::vector<Part> parts_;
  Ticks last_ = Ticks::min();
};

}  // namespace latecomer::record
