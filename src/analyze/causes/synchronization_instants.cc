// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// When two locations were last in step.
//
// The waits of a location ask, one after the other, when it and the location that it waited for had last been
// in step before. Going through its own waits and those that it caused together, in the order of time, and
// noting for each partner the last end, the answer is always there:
//
//     location a    b: 2     b: 7                      ends of its waits, and for whom
//     it caused         c: 4      b: 9                 ends of others' waits for it
//     noted         b 2, c 4, b 7, b 9     a's next wait for b, begun at 10: in step at 9
//
// Operations that hold all their members are noted by communicator, and who is a member is looked up.
//
// Cost: O(wait states x communicators of a location).

#include "analyze/causes/synchronization_instants.h"

#include <algorithm>
#include <numeric>

#include "analyze/model/tasks.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

/// Says which thread of a process called an operation; every rank gets it.
struct Caller {
  trace::CommId comm;
  LocationId location;
  Ticks time;  ///< Is when all had entered; Ticks::min(): it called all of its process on the communicator.
};

struct Instant {
  uint32_t name;  ///< Is of a communicator or a team.
  Ticks time;
  auto operator<=>(const Instant&) const = default;
};

GroupedInstants group(std::vector<Instant> instants) {
  if (!std::is_sorted(instants.begin(), instants.end())) std::sort(instants.begin(), instants.end());
  GroupedInstants grouped;
  grouped.times.reserve(instants.size());
  for (const Instant& each : instants) {
    if (grouped.names.empty() || grouped.names.back() != each.name) {
      grouped.names.push_back(each.name);
      grouped.first.push_back(grouped.times.size());
    }
    grouped.times.push_back(each.time);
    grouped.first.back() = grouped.times.size();
  }
  return grouped;
}

}  // namespace

std::vector<GroupedInstants> collective_instants(const CondensedTrace& trace,
                                                 const CollectiveMatches& matches) {
  std::vector<GroupedInstants> on_comm(matches.size());
  parallel_for(matches.size(), [&](size_t l) {
    std::vector<Instant> instants;
    instants.reserve(matches[l].size());
    for (size_t i = 0; i < matches[l].size(); ++i) {
      const Collective& collective = trace.locations[l].collectives[i];
      const bool blocking = collective.start == collective.completion;
      if (!matches[l][i].holds_all || !blocking) continue;
      instants.push_back({collective.comm.value, matches[l][i].all_entered});
    }
    on_comm[l] = group(std::move(instants));
  });
  return on_comm;
}

SynchronizationInstants::SynchronizationInstants(const LocalTrace& trace, const CommMembers& members,
                                                 const TeamMatches& teams,
                                                 std::vector<GroupedInstants> on_comm, Comm& comm)
    : trace_(trace),
      members_(members),
      teams_(teams),
      on_comm_(std::move(on_comm)),
      in_team_(trace.locations.size()) {
  gather_callers(comm);
  gather_teams();
}

/// Whether a process is on a communicator says which location called only where the process has no other.
void SynchronizationInstants::gather_callers(Comm& comm) {
  std::vector<Caller> callers;
  for (size_t p = trace_.own_processes.begin; p < trace_.own_processes.end; ++p) {
    const Range threads = trace_.distribution.locations_of(trace::LocationGroupId(p));
    if (threads.size() < 2) continue;
    std::map<uint32_t, size_t> calling;  // counts threads, by communicator
    for (size_t l = threads.begin; l < threads.end; ++l) {
      for (const uint32_t name : on_comm_[l - trace_.own_locations.begin].names) ++calling[name];
    }
    for (size_t l = threads.begin; l < threads.end; ++l) {
      const GroupedInstants& own = on_comm_[l - trace_.own_locations.begin];
      for (size_t i = 0; i < own.names.size(); ++i) {
        const trace::CommId name(own.names[i]);
        if (calling[own.names[i]] == 1)
          callers.push_back({name, LocationId(l), Ticks::min()});
        else
          for (const Ticks time : own[i]) callers.push_back({name, LocationId(l), time});
      }
    }
  }
  for (const Bytes& bytes : comm.all_gather(to_bytes<Caller>(callers))) {
    for (const Caller& each : from_bytes<Caller>(bytes))
      callers_[{each.comm, each.location}].push_back(each.time);
  }
}

/// Returns whether the location was in the operation of its process on the communicator that all members had
/// entered at `time`.
bool SynchronizationInstants::took_part(LocationId location, trace::CommId comm, Ticks time) const {
  if (trace_.distribution.locations_of(trace_.process_of(location)).size() == 1) return true;
  const auto caller = callers_.find({comm, location});
  if (caller == callers_.end()) return false;
  const std::vector<Ticks>& times = caller->second;
  return times.front() == Ticks::min() || std::binary_search(times.begin(), times.end(), time);
}

void SynchronizationInstants::gather_teams() {
  parallel_for(in_team_.size(), [&](size_t l) {
    std::vector<Instant> instants;
    for (const TeamInstant& instant : teams_.instants[l]) instants.push_back({instant.group, instant.time});
    in_team_[l] = group(std::move(instants));
  });
}

/// Goes through the instants of one location forward in time.
class SynchronizationInstants::Sweep {
 public:
  /// Takes `last`, which has a time for every location; only Ticks::min() before and after.
  Sweep(const SynchronizationInstants& all, size_t location, const LargeVector<WaitState>& waits,
        std::span<const CausedWait> caused, std::vector<Ticks>& last)
      : all_(all),
        waits_(waits),
        caused_(caused),
        on_comm_(all.on_comm_[location]),
        in_team_(all.in_team_[location]),
        process_(all.trace_.process_of(all.trace_.locations[location].id)),
        passed_on_comm_(on_comm_.names.size()),
        passed_in_team_(in_team_.names.size()),
        last_(last) {}

  std::vector<Ticks> run() {
    std::vector<Ticks> found(waits_.size());
    for_each_by_begin([&](size_t wait) {
      pass_waits(begin_of(wait));
      if (waits_[wait].cause.valid()) found[wait] = last(waits_[wait].cause, begin_of(wait));
    });
    for (size_t i = 0; i < passed_waits_; ++i) {
      if (waits_[i].cause.valid()) last_[waits_[i].cause.index()] = Ticks::min();
    }
    for (size_t i = 0; i < passed_caused_; ++i) last_[caused_[i].waiter.index()] = Ticks::min();
    return found;
  }

 private:
  Ticks begin_of(size_t wait) const { return waits_[wait].end - waits_[wait].amount; }

  /// Visits waits in the order in which they begin: where clocks are right, that in which they end.
  template <class Visit>
  void for_each_by_begin(const Visit& visit) const {
    size_t in_order = waits_.empty() ? 0 : 1;
    while (in_order < waits_.size() && begin_of(in_order - 1) <= begin_of(in_order)) ++in_order;
    if (in_order == waits_.size()) {
      for (size_t i = 0; i < waits_.size(); ++i) visit(i);
      return;
    }
    std::vector<size_t> order(waits_.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return begin_of(a) < begin_of(b); });
    for (const size_t i : order) visit(i);
  }

  void pass_waits(Ticks time) {
    const auto note = [&](LocationId partner, Ticks end) {
      if (partner.valid()) last_[partner.index()] = std::max(last_[partner.index()], end);
    };
    for (; passed_waits_ < waits_.size() && waits_[passed_waits_].end <= time; ++passed_waits_)
      note(waits_[passed_waits_].cause, waits_[passed_waits_].end);
    for (; passed_caused_ < caused_.size() && caused_[passed_caused_].end <= time; ++passed_caused_)
      note(caused_[passed_caused_].waiter, caused_[passed_caused_].end);
  }

  Ticks last(LocationId other, Ticks time) {
    const Ticks waited = last_[other.index()];
    return all_.trace_.process_of(other) == process_ ? last_in_team(other, time, waited)
                                                     : last_on_comm(other, time, waited);
  }

  /// Returns the last instant, or `latest` if that is later, after one lookup for each communicator that the
  /// location used; where another thread of the other process called the last operation, of those before.
  Ticks last_on_comm(LocationId other, Ticks time, Ticks latest) {
    for (size_t i = 0; i < on_comm_.names.size(); ++i) {
      std::span<const Ticks> instants = pass(on_comm_[i], passed_on_comm_[i], time);
      const trace::CommId comm(on_comm_.names[i]);
      if (instants.empty() || instants.back() <= latest ||
          !all_.members_.contains(comm, all_.trace_.process_of(other)))
        continue;
      while (!instants.empty() && !all_.took_part(other, comm, instants.back()))
        instants = instants.first(instants.size() - 1);
      if (!instants.empty()) latest = std::max(latest, instants.back());
    }
    return latest;
  }

  /// Returns the last instant among the threads of a process, or `latest` if that is later, after one lookup
  /// for each group that the location worked in.
  Ticks last_in_team(LocationId other, Ticks time, Ticks latest) {
    for (size_t i = 0; i < in_team_.names.size(); ++i) {
      const std::span<const Ticks> instants = pass(in_team_[i], passed_in_team_[i], time);
      if (instants.empty() || instants.back() <= latest) continue;
      const TeamMatches::Group& members = all_.teams_.groups[in_team_.names[i]];
      if (std::binary_search(members.begin(), members.end(), other)) latest = instants.back();
    }
    return latest;
  }

  /// Returns the instants up to `time`, `passed` of which were already.
  static std::span<const Ticks> pass(std::span<const Ticks> instants, size_t& passed, Ticks time) {
    while (passed < instants.size() && instants[passed] <= time) ++passed;
    return instants.first(passed);
  }

  const SynchronizationInstants& all_;
  const LargeVector<WaitState>& waits_;
  std::span<const CausedWait> caused_;
  const GroupedInstants& on_comm_;
  const GroupedInstants& in_team_;
  trace::LocationGroupId process_;
  size_t passed_waits_ = 0;
  size_t passed_caused_ = 0;
  std::vector<size_t> passed_on_comm_;  ///< Holds positions by group.
  std::vector<size_t> passed_in_team_;
  std::vector<Ticks>& last_;  ///< Holds what was passed of each location.
};

std::vector<std::vector<Ticks>> SynchronizationInstants::last_before(const WaitStates& waits,
                                                                     const CausedWaits& caused) const {
  std::vector<std::vector<Ticks>> found(waits.size());
  const Tasks tasks = location_ranges(waits.size());
  parallel_for(tasks.size(), [&](size_t task) {
    std::vector<Ticks> last(trace_.definitions.locations.size(), Ticks::min());
    for (const Part& part : tasks[task]) {
      for (size_t l = part.begin; l < part.end; ++l)
        found[l] = Sweep(*this, l, waits[l], caused.of(l), last).run();
    }
  });
  return found;
}

}  // namespace latecomer::analyze
