// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Root causes, the critical path and its performance impact by definition. Nothing is sorted, indexed or
// shared here: every question is answered by looking at all waits, or at everything that a location did.

#include "random/reference.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "base/check.h"

namespace latecomer::tests {

namespace {

using trace::Event;
using trace::EventKind;
using trace::LocationId;

/// Has the names under which a report keeps what belongs to one kind of wait state.
struct Kind {
  const char* wait;
  const char* containing;  ///< Is another wait metric that contains it, or empty.
  const char* costs;
  const char* family;        ///< Is the family in mpi_wait_direct_…
  const char* family_short;  ///< Is the family in mpi_wait_terminal_…
};

constexpr Kind kKinds[] = {
    {"mpi_latesender", "", "delay_latesender", "latesender", "ls"},
    {"mpi_latesender_probe", "mpi_latesender", "delay_latesender", "latesender", "ls"},
    {"mpi_lswo_same", "mpi_latesender", "delay_latesender", "latesender", "ls"},
    {"mpi_lswo_different", "mpi_latesender", "delay_latesender", "latesender", "ls"},
    {"mpi_latereceiver", "", "delay_latereceiver", "latereceiver", "lr"},
    {"mpi_barrier_wait", "", "delay_barrier", "collective", "collective"},
    {"mpi_wait_nxn", "", "delay_n2n", "collective", "collective"},
    {"mpi_latebroadcast", "", "delay_12n", "collective", "collective"},
    {"mpi_earlyreduce_first", "mpi_earlyreduce", "delay_earlyreduce", "collective", "collective"},
    {"mpi_wait_n21", "mpi_earlyreduce", "delay_wait_n21", "collective", "collective"},
    {"mpi_earlyscan", "", "delay_earlyscan", "collective", "collective"},
    {"mpi_finalize_wait", "", "delay_finalize", "collective", "collective"},
};

const Kind& kind_of(const KnownWait& wait) {
  const Kind* found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                   [&](const Kind& kind) { return kind.wait == wait.metric; });
  CHECK(found != std::end(kKinds));
  return *found;
}

/// Is time in which a location neither entered nor left anything.
struct Stretch {
  Ticks begin;
  Ticks end;
  size_t path;
};

/// Is the interval (begin, end].
struct Interval {
  Ticks begin;
  Ticks end;
};

Ticks overlap(Interval a, Ticks begin, Ticks end) {
  return std::max(std::min(a.end, end) - std::max(a.begin, begin), Ticks());
}

/// Has ticks per call path.
using Profile = std::vector<Ticks>;

class Reference {
 public:
  Reference(const trace::MemoryTrace& trace, const std::vector<KnownWait>& waits,
            const std::vector<Meeting>& meetings)
      : trace_(trace), waits_(waits), meetings_(meetings) {
    for (size_t l = 0; l < trace.definitions().locations.size(); ++l) {
      stretches_.emplace_back();
      walk(LocationId(l));
    }
    for (const KnownWait& wait : waits_) path_of_wait_.push_back(path_number(wait.path));
    for (const KnownWait& wait : waits_) causes_.push_back(cause_of(wait));
    further_.resize(waits_.size());
  }

  TicksByPlace severities() {
    for (size_t i = 0; i < waits_.size(); ++i) {
      wait_and_its_costs(i);
      origin(i);
    }
    critical_path();
    return std::move(severities_);
  }

 private:
  /// Says what a location had to do with a wait that it caused.
  struct Cause {
    Interval interval;  ///< Lies on the delaying location.
    Profile excess;     ///< Has the delays of the location.
    Ticks excess_sum;
    Ticks waiting;
    double scale;
  };

  void walk(LocationId location) {
    std::vector<size_t> open;
    Ticks last;
    for (const Event& event : trace_.events(location)) {
      if (!open.empty() && event.time > last)
        stretches_[location.index()].push_back({last, event.time, open.back()});
      last = event.time;
      if (event.kind == EventKind::enter) {
        const std::string& name = trace_.definitions().regions[event.region.index()].name;
        open.push_back(path_number(open.empty() ? name : paths_[open.back()] + "/" + name));
      } else if (event.kind == EventKind::leave) {
        open.pop_back();
      }
    }
  }

  size_t path_number(const std::string& path) {
    const auto found = std::find(paths_.begin(), paths_.end(), path);
    if (found == paths_.end()) return paths_.push_back(path), paths_.size() - 1;
    return static_cast<size_t>(found - paths_.begin());
  }

  Ticks outside_of_mpi(LocationId location, Interval interval) const {
    Ticks sum;
    for (const Stretch& stretch : stretches_[location.index()]) {
      if (paths_[stretch.path].find("MPI_") == std::string::npos)
        sum += overlap(interval, stretch.begin, stretch.end);
    }
    return sum;
  }

  /// Returns exclusive time minus waiting time.
  Profile processing_times(LocationId location, Interval interval) const {
    Profile profile(paths_.size());
    for (const Stretch& stretch : stretches_[location.index()])
      profile[stretch.path] += overlap(interval, stretch.begin, stretch.end);
    for (size_t i = 0; i < waits_.size(); ++i) {
      if (waits_[i].waiter == location)
        profile[path_of_wait_[i]] -= overlap(interval, waits_[i].begin, waits_[i].end);
    }
    return profile;
  }

  Ticks waiting_time(LocationId location, Interval interval) const {
    Ticks sum;
    for (const KnownWait& wait : waits_) {
      if (wait.waiter == location) sum += overlap(interval, wait.begin, wait.end);
    }
    return sum;
  }

  /// Returns the last instant up to `time` at which two locations were in step.
  Ticks last_synchronization(LocationId a, LocationId b, Ticks time) const {
    Ticks last;  // the run begins at 0
    for (const KnownWait& wait : waits_) {
      const bool of_pair = (wait.waiter == a && wait.cause == b) || (wait.waiter == b && wait.cause == a);
      if (of_pair && wait.end <= time) last = std::max(last, wait.end);
    }
    for (const Meeting& meeting : meetings_) {
      const auto present = [&](LocationId location) {
        return std::count(meeting.members.begin(), meeting.members.end(), location) > 0;
      };
      if (present(a) && present(b) && meeting.time <= time) last = std::max(last, meeting.time);
    }
    return last;
  }

  Cause cause_of(const KnownWait& wait) {
    const Ticks begin = last_synchronization(wait.waiter, wait.cause, wait.begin);
    Cause cause{.interval = {begin, wait.end}};
    const Profile of_waiter = processing_times(wait.waiter, {begin, wait.begin});
    cause.excess = processing_times(wait.cause, cause.interval);
    for (size_t path = 0; path < paths_.size(); ++path) {
      cause.excess[path] = std::max(cause.excess[path] - of_waiter[path], Ticks());
      cause.excess_sum += cause.excess[path];
    }
    cause.waiting = waiting_time(wait.cause, cause.interval);
    CHECK(cause.excess_sum + cause.waiting >= wait.amount());
    cause.scale = 1 / static_cast<double>((cause.excess_sum + cause.waiting).count);
    return cause;
  }

  /// Returns how much of wait `x` lies in the interval of wait `y`, whose cause had to wait in `x`.
  Ticks part_in(size_t x, size_t y) const {
    if (waits_[y].cause != waits_[x].waiter) return Ticks();
    return overlap(causes_[y].interval, waits_[x].begin, waits_[x].end);
  }

  /// Returns what a wait state caused further on, by what the costs of waits of the kind in the end are
  /// called.
  const std::map<std::string, double>& further(size_t x) {
    if (further_[x]) return *further_[x];
    std::map<std::string, double> sums;
    for (size_t y = 0; y < waits_.size(); ++y) {
      const double part = causes_[y].scale * static_cast<double>(part_in(x, y).count);
      if (part == 0) continue;
      sums[kind_of(waits_[y]).costs] += part * static_cast<double>(waits_[y].amount().count);
      for (const auto& [costs, ticks] : further(y)) sums[costs] += part * ticks;
    }
    return further_[x].emplace(std::move(sums));
  }

  void add(const std::string& metric, LocationId location, const std::string& path, double ticks) {
    severities_[{metric, location, path}] += ticks;
  }

  void wait_and_its_costs(size_t i) {
    const KnownWait& wait = waits_[i];
    const Kind& kind = kind_of(wait);
    const double amount = static_cast<double>(wait.amount().count);
    add(kind.wait, wait.waiter, wait.path, amount);
    if (*kind.containing) add(kind.containing, wait.waiter, wait.path, amount);
    const Ticks outside = outside_of_mpi(wait.waiter, {wait.left, wait.next_received});
    if (outside > Ticks())
      add(std::string(kind.wait) + "_avoidable", wait.waiter, wait.path,
          static_cast<double>(std::min(outside, wait.amount()).count));
    for (size_t path = 0; path < paths_.size(); ++path) {
      const double share = causes_[i].scale * static_cast<double>(causes_[i].excess[path].count);
      add(kind.costs, wait.cause, paths_[path], share * amount);
      for (const auto& [costs, ticks] : further(i))
        add(costs + "_longterm", wait.cause, paths_[path], share * ticks);
    }
  }

  void origin(size_t i) {
    const KnownWait& wait = waits_[i];
    const Kind& kind = kind_of(wait);
    const double amount = static_cast<double>(wait.amount().count);
    const auto add_share = [&](const char* what, const char* family, double share) {
      add(std::string("mpi_wait_") + what + "_" + family, wait.waiter, wait.path, share * amount);
    };
    add_share("direct", kind.family, causes_[i].scale * static_cast<double>(causes_[i].excess_sum.count));
    add_share("indirect", kind.family, causes_[i].scale * static_cast<double>(causes_[i].waiting.count));
    double propagating = 0;
    for (size_t y = 0; y < waits_.size(); ++y) {
      if (part_in(i, y) > Ticks())
        propagating = std::max(propagating, static_cast<double>(waits_[y].amount().count) * causes_[y].scale);
    }
    propagating = std::min(propagating, 1.0);
    add_share("propagating", kind.family_short, propagating);
    add_share("terminal", kind.family_short, 1 - propagating);
  }

  /// Returns the location that entered Finalize last; among equals the highest.
  LocationId last_to_finalize() const { return last_finalize().first; }
  Ticks time_of_last_finalize() const { return last_finalize().second; }

  std::pair<LocationId, Ticks> last_finalize() const {
    LocationId last;
    Ticks latest = Ticks::min();
    for (size_t l = 0; l < stretches_.size(); ++l) {
      for (const Event& event : trace_.events(LocationId(l))) {
        const bool finalize = event.kind == EventKind::enter &&
                              trace_.definitions().regions[event.region.index()].name == "MPI_Finalize";
        if (!finalize || event.time < latest) continue;
        latest = event.time;
        last = LocationId(l);
      }
    }
    return {last, latest};
  }

  /// Returns the nearest wait of a location that ended up to `time`.
  const KnownWait* nearest_wait(LocationId location, Ticks time) const {
    const KnownWait* nearest = nullptr;
    for (const KnownWait& wait : waits_) {
      const bool earlier = wait.waiter == location && wait.end <= time;
      if (earlier && (!nearest || wait.end > nearest->end)) nearest = &wait;
    }
    return nearest;
  }

  void critical_path() {
    std::vector<Profile> on_path(stretches_.size(), Profile(paths_.size()));
    std::vector<Profile> before_finalize = on_path;
    const Ticks last_finalize = time_of_last_finalize();
    LocationId at = last_to_finalize();
    Ticks until = trace_.events(at).back().time;
    while (true) {
      const KnownWait* wait = nearest_wait(at, until);
      const Interval segment{wait ? wait->end : trace_.events(at).front().time, until};
      CHECK(waiting_time(at, segment) == Ticks());
      const Profile profile = processing_times(at, segment);
      const Profile without_end = processing_times(at, {segment.begin, std::min(until, last_finalize)});
      for (size_t path = 0; path < paths_.size(); ++path) {
        on_path[at.index()][path] += profile[path];
        before_finalize[at.index()][path] += without_end[path];
      }
      if (!wait) break;
      at = wait->cause;
      until = wait->end;
    }
    for (size_t path = 0; path < paths_.size(); ++path) critical_path_of(path, on_path);
    performance_impact(before_finalize);
  }

  void critical_path_of(size_t path, const std::vector<Profile>& on_path) {
    double sum = 0;
    double everywhere = 0;
    for (size_t l = 0; l < on_path.size(); ++l) {
      sum += static_cast<double>(on_path[l][path].count);
      everywhere += static_cast<double>(processing_times(LocationId(l), {Ticks(), Ticks::max()})[path].count);
    }
    const double imbalance = std::max(sum - everywhere / static_cast<double>(on_path.size()), 0.0);
    for (size_t l = 0; l < on_path.size(); ++l) {
      const double here = static_cast<double>(on_path[l][path].count);
      if (here == 0) continue;
      add("critical_path", LocationId(l), paths_[path], here);
      add("critical_path_imbalance", LocationId(l), paths_[path], imbalance * here / sum);
    }
  }

  using Numbers = std::vector<double>;

  static Numbers numbers_of(const Profile& profile) {
    Numbers numbers;
    for (const Ticks ticks : profile) numbers.push_back(static_cast<double>(ticks.count));
    return numbers;
  }

  /// Calculates the performance impact; `on_path` is what the critical path has on each location.
  void performance_impact(const std::vector<Profile>& on_path) {
    Numbers whole_path(paths_.size());
    for (const Profile& profile : on_path) {
      for (size_t c = 0; c < paths_.size(); ++c) whole_path[c] += static_cast<double>(profile[c].count);
    }
    Numbers imbalance(paths_.size());
    Numbers inter_partition(paths_.size());
    for (size_t l = 0; l < stretches_.size(); ++l) {
      const Numbers own = numbers_of(processing_times(LocationId(l), {Ticks(), Ticks::max()}));
      activities(LocationId(l), own, whole_path);
      add_waiting_in_proportion_to_excess(own, whole_path, imbalance);
      add_headroom(own, whole_path, inter_partition);
    }
    for (size_t l = 0; l < stretches_.size(); ++l) {
      for (size_t c = 0; c < paths_.size(); ++c) {
        if (on_path[l][c] == Ticks()) continue;
        const double here = static_cast<double>(on_path[l][c].count) / whole_path[c];
        const double all = std::max(imbalance[c], 0.0);
        const double inter = std::clamp(inter_partition[c], 0.0, all);
        add("inter_partition_imbalance", LocationId(l), paths_[c], here * inter);
        add("intra_partition_imbalance", LocationId(l), paths_[c], here * (all - inter));
      }
    }
  }

  void activities(LocationId location, const Numbers& own, const Numbers& whole_path) {
    for (size_t c = 0; c < paths_.size(); ++c) {
      add("critical_path_activities", location, paths_[c], std::min(own[c], whole_path[c]));
      add("non_critical_path_activities", location, paths_[c], std::max(own[c] - whole_path[c], 0.0));
    }
  }

  static double sum_of(const Numbers& numbers) { return std::reduce(numbers.begin(), numbers.end()); }

  void add_waiting_in_proportion_to_excess(const Numbers& own, const Numbers& whole_path,
                                           Numbers& imbalance) {
    const double waiting = sum_of(whole_path) - sum_of(own);
    Numbers excess(paths_.size());
    for (size_t c = 0; c < paths_.size(); ++c) excess[c] = std::max(whole_path[c] - own[c], 0.0);
    if (sum_of(excess) == 0) return;
    for (size_t c = 0; c < paths_.size(); ++c) imbalance[c] += excess[c] * waiting / sum_of(excess);
  }

  void add_headroom(const Numbers& own, const Numbers& whole_path, Numbers& inter_partition) {
    double headroom = 0;
    double used = 0;
    for (size_t c = 0; c < paths_.size(); ++c) {
      if (own[c] == 0)
        headroom += whole_path[c];
      else
        used += std::max(own[c], whole_path[c]);
    }
    if (headroom == 0) return;
    const double left = sum_of(whole_path) - used;
    for (size_t c = 0; c < paths_.size(); ++c) {
      if (own[c] == 0) inter_partition[c] += whole_path[c] * left / headroom;
    }
  }

  const trace::MemoryTrace& trace_;
  const std::vector<KnownWait>& waits_;
  const std::vector<Meeting>& meetings_;
  std::vector<std::string> paths_;
  std::vector<std::vector<Stretch>> stretches_;  ///< Has the stretches of each location.
  std::vector<size_t> path_of_wait_;
  std::vector<Cause> causes_;  ///< Has the cause of each wait.
  /// Has what each wait caused further on, once that is known.
  std::vector<std::optional<std::map<std::string, double>>> further_;
  TicksByPlace severities_;
};

}  // namespace

std::string costs_of(const KnownWait& wait) {
  return kind_of(wait).costs;
}

TicksByPlace severities_by_definition(const trace::MemoryTrace& trace, const std::vector<KnownWait>& waits,
                                      const std::vector<Meeting>& meetings) {
  return Reference(trace, waits, meetings).severities();
}

}  // namespace latecomer::tests
