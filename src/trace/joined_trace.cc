// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The problem: a recorder knows which calls a thread was in; the kernel knows when that thread had no core,
// and why. Both are recorded beside each other, and the analysis wants one trace.
//
//     run       enter f                                         leave f
//     kernel        |off core: disk  |   |preempted|
//     joined    enter f      blocked_disk      preempted        leave f
//
// The idea: both have the times of the same clock, that of the node, before any clocks are corrected. While a
// location is read, the kernel's events of its threads are put among its own, each at the end of what it
// says. What the recorder says of time without a core is left out where the kernel knows.
//
// Cost: memory for the kernel's events of the locations that are being read.

#include "trace/joined_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/amount_text.h"
#include "trace/event_kinds.h"
#include "trace/location_kinds.h"

namespace latecomer::trace {

namespace {

/// Regions of the nodes have ids behind all that a run's can have.
constexpr uint32_t kFirstRegion = uint32_t{1} << 31U;

/// Returns the node of a location; invalid: it is not known.
SystemNodeId node_id(const Definitions& definitions, const Location& location) {
  return definitions.location_groups[location.group.index()].parent;
}

SystemNode node_of(const Definitions& definitions, const Location& location) {
  const SystemNodeId id = node_id(definitions, location);
  return id.valid() ? definitions.system_nodes[id.index()] : SystemNode();
}

bool is_here(const SystemNode& node, const SystemNode& of_kernel) {
  if (!node.boot_id.empty() && !of_kernel.boot_id.empty()) return node.boot_id == of_kernel.boot_id;
  return of_kernel.name.empty() || node.name == of_kernel.name;
}

void add(const ReadOutcome& part, ReadOutcome& all) {
  all.anomalies += part.anomalies;
  if (all.problem.empty()) all.problem = part.problem;
}

class KeepingSink : public EventSink {
 public:
  explicit KeepingSink(std::vector<Event>& events) : events_(events) {}
  void on_event(const Event& event) override { events_.push_back(event); }

 private:
  std::vector<Event>& events_;
};

/// Passes a location's events on with those of the kernel among them.
class JoiningSink : public EventSink {
 public:
  /// Takes `states` in the order of time. With `from`, what is before it is left out.
  JoiningSink(std::vector<Event> states, Ticks from, EventSink& sink)
      : states_(std::move(states)), from_(from), sink_(sink) {}

  void on_event(const Event& event) override {
    put_until(event.time);
    if (!is_off_core(event.kind) || !is_known_) sink_.on_event(event);
  }
  void on_enter(Ticks time, RegionId region) override {
    put_until(time);
    sink_.on_enter(time, region);
  }
  void on_leave(Ticks time, RegionId region) override {
    put_until(time);
    sink_.on_leave(time, region);
  }
  void on_anomaly(Anomaly kind) override { sink_.on_anomaly(kind); }
  void on_progress(double part) override { sink_.on_progress(part); }
  void on_position(const ReadPosition& position) override { sink_.on_position(position); }
  bool has_enough() const override { return sink_.has_enough(); }

 private:
  /// A thread was there before its location began, and may be there afterwards.
  void put_until(Ticks time) {
    from_ = std::min(from_, time);
    for (; next_ < states_.size() && states_[next_].time <= time; ++next_) {
      const Event& state = states_[next_];
      if (is_off_core(state.kind) && from_ < state.time)
        sink_.on_event(state);
      else if (!is_off_core(state.kind))
        is_known_ = state.kind == EventKind::measurement_on;
    }
  }

  std::vector<Event> states_;
  size_t next_ = 0;
  bool is_known_ = false;
  Ticks from_;
  EventSink& sink_;
};

}  // namespace

JoinedTrace::JoinedTrace(std::unique_ptr<Trace> run, std::vector<std::unique_ptr<Trace>> nodes)
    : run_(std::move(run)),
      definitions_(run_->definitions()),
      nodes_(std::move(nodes)),
      threads_(definitions_.locations.size()) {
  std::map<std::string, RegionId> known;
  for (const std::unique_ptr<Trace>& node : nodes_) {
    std::vector<RegionId>& ids = regions_.emplace_back();
    for (const Region& region : node->definitions().regions) {
      const auto [entry, is_new] = known.try_emplace(region.name, kFirstRegion + names_.size());
      if (is_new) names_.push_back(region.name);
      ids.push_back(entry->second);
    }
  }
  find_threads();
  add_causes();
}

void JoinedTrace::find_threads() {
  const Definitions& run = run_->definitions();
  std::multimap<uint32_t, size_t> with_number;
  for (size_t l = 0; l < run.locations.size(); ++l)
    for (const uint32_t number : run.locations[l].thread_ids) with_number.emplace(number, l);
  for (size_t n = 0; n < nodes_.size(); ++n) {
    const Definitions& of_kernel = nodes_[n]->definitions();
    locations_.emplace_back(of_kernel.locations.size());
    for (size_t t = 0; t < of_kernel.locations.size(); ++t) {
      const Location& thread = of_kernel.locations[t];
      if (thread.thread_ids.empty()) continue;
      const auto [first, end] = with_number.equal_range(thread.thread_ids.front());
      for (auto each = first; each != end; ++each) {
        const Location& location = run.locations[each->second];
        const bool same_process = thread.process_id == 0 || thread.process_id == location.process_id;
        if (!same_process || !is_here(node_of(run, location), node_of(of_kernel, thread))) continue;
        threads_[each->second].push_back({n, LocationId(t)});
        locations_[n][t] = LocationId(each->second);
      }
    }
  }
}

// Their groups become groups of the node on which the run has its threads.
void JoinedTrace::add_causes() {
  uint64_t reference = 0;
  for (const Location& location : definitions_.locations) reference = std::max(reference, location.reference);
  for (size_t n = 0; n < nodes_.size(); ++n) {
    const Definitions& of_kernel = nodes_[n]->definitions();
    const auto is_of_run = [](LocationId id) { return id.valid(); };
    const auto thread = std::ranges::find_if(locations_[n], is_of_run);
    if (thread == locations_[n].end()) continue;
    const SystemNodeId parent = node_id(definitions_, definitions_.locations[thread->index()]);
    std::map<LocationGroupId, LocationGroupId> groups;
    for (size_t l = 0; l < of_kernel.locations.size(); ++l) {
      Location location = of_kernel.locations[l];
      if (is_thread(location)) continue;
      const auto [group, is_new] = groups.try_emplace(location.group, definitions_.location_groups.size());
      if (is_new) {
        LocationGroup added = of_kernel.location_groups[location.group.index()];
        added.parent = parent;
        definitions_.location_groups.push_back(std::move(added));
      }
      location.group = group->second;
      threads_.push_back({{n, LocationId(l)}});
      location.reference = ++reference;
      locations_[n][l] = LocationId(definitions_.locations.size());
      definitions_.locations.push_back(std::move(location));
    }
  }
  if (!definitions_.clock_offsets.empty()) definitions_.clock_offsets.resize(definitions_.locations.size());
}

Result<std::unique_ptr<Trace>> JoinedTrace::join(std::unique_ptr<Trace> run,
                                                 std::vector<std::unique_ptr<Trace>> nodes) {
  const auto seconds = [](const Definitions& definitions, uint64_t ticks) {
    return static_cast<double>(ticks) / static_cast<double>(definitions.ticks_per_second);
  };
  const Definitions& of_run = run->definitions();
  const double begin = seconds(of_run, of_run.global_offset);
  const double end = begin + seconds(of_run, of_run.length);
  for (const std::unique_ptr<Trace>& node : nodes) {
    const Definitions& of_kernel = node->definitions();
    const double first = seconds(of_kernel, of_kernel.global_offset);
    const double last = first + seconds(of_kernel, of_kernel.length);
    if (of_kernel.ticks_per_second != of_run.ticks_per_second)
      return Error{fmt::format("their clocks differ: {} ticks each second, and {} in the archive",
                               of_kernel.ticks_per_second, of_run.ticks_per_second)};
    if (last < begin || end < first)
      return Error{fmt::format("was recorded {} {} the run; name the one that was recorded meanwhile",
                               with_unit(last < begin ? begin - last : first - end),
                               last < begin ? "before" : "after")};
  }
  auto joined = std::unique_ptr<JoinedTrace>(new JoinedTrace(std::move(run), std::move(nodes)));
  if (std::ranges::all_of(joined->threads_, [](const std::vector<Thread>& each) { return each.empty(); }))
    return Error{
        "has none of the run's threads: it is of another node or boot, or the archive does not say by which "
        "numbers its kernel knows them (latecomer record writes that), or they are those of a container"};
  return std::unique_ptr<Trace>(std::move(joined));
}

Region JoinedTrace::region(RegionId id) const {
  if (id.value < kFirstRegion) return run_->region(id);
  return {.name = names_[id.value - kFirstRegion]};
}

/// Makes what an event of a node refers to what it is in the run.
void JoinedTrace::rename(size_t node, Event& event) const {
  if (!is_off_core(event.kind) && event.kind != EventKind::on_core) return;
  const std::vector<RegionId>& regions = regions_[node];
  const std::vector<LocationId>& locations = locations_[node];
  const RegionId by = event.by();
  event.by() = by.index() < regions.size() ? regions[by.index()] : RegionId();
  if (!fields_of(event.kind).has(Field::number) || event.cause() == 0) return;
  const size_t cause = event.cause() - 1;
  const LocationId location = cause < locations.size() ? locations[cause] : LocationId();
  event.cause() = location.valid() ? static_cast<uint32_t>(location.index() + 1) : 0;
}

JoinedTrace::States JoinedTrace::read_states(LocationId location) const {
  States states;
  for (const Thread& thread : threads_[location.index()]) {
    const size_t first = states.events.size();
    KeepingSink sink(states.events);
    add(nodes_[thread.node]->read(thread.location, sink), states.outcome);
    for (Event& event : std::span(states.events).subspan(first)) rename(thread.node, event);
  }
  std::ranges::stable_sort(states.events, {},
                           &Event::time);  // several threads of a location follow each other
  return states;
}

ReadOutcome JoinedTrace::read_core(LocationId location, Ticks from, EventSink& sink) const {
  const States states = read_states(location);
  const Ticks begin(static_cast<int64_t>(definitions_.global_offset));
  const Ticks end = begin + Ticks(static_cast<int64_t>(definitions_.length));
  for (const Event& event : states.events) {
    if (sink.has_enough()) break;
    const Ticks since = event.time - Ticks(static_cast<int64_t>(event.duration()));
    if (from < event.time && begin < event.time && since < end) sink.on_event(event);
  }
  return states.outcome;
}

ReadOutcome JoinedTrace::read(LocationId location, EventSink& sink) const {
  if (location.index() >= run_->definitions().locations.size())
    return read_core(location, Ticks::min(), sink);
  if (threads_[location.index()].empty()) return run_->read(location, sink);
  States states = read_states(location);
  JoiningSink joining(std::move(states.events), Ticks::max(), sink);
  add(run_->read(location, joining), states.outcome);
  return states.outcome;
}

ReadOutcome JoinedTrace::read_from(LocationId location, const ReadPosition& position, EventSink& sink) const {
  if (location.index() >= run_->definitions().locations.size())
    return read_core(location, position.time, sink);
  if (threads_[location.index()].empty()) return run_->read_from(location, position, sink);
  States states = read_states(location);
  JoiningSink joining(std::move(states.events), position.time, sink);
  add(run_->read_from(location, position, joining), states.outcome);
  return states.outcome;
}

}  // namespace latecomer::trace
