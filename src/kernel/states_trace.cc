// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Each stretch without a core becomes one event or several, each at the end of what it says:
//
//     stretch    blocked, ended by a disk     ready         |     preempted: x ran, then y
//     events                     blocked_disk         ready |            preempted by=x    preempted by=y
//
// Beside those of the threads there is a location, without events, for each device that ended a stretch, and
// for each program that is not of the run, if threads had no core because of it for a thousandth of the time
// or more: they are the events' causes. And there is one for each core, with an event for each time it ran
// something.

#include "kernel/states_trace.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace latecomer::kernel {

namespace {

using trace::Event;
using trace::EventKind;

EventKind kind_of(EndedBy by) {
  switch (by) {
    case EndedBy::timer:
      return EventKind::blocked_timer;
    case EndedBy::disk:
      return EventKind::blocked_disk;
    case EndedBy::network:
      return EventKind::blocked_network;
    case EndedBy::page_fault:
      return EventKind::blocked_page_fault;
    case EndedBy::lock:
      return EventKind::blocked_lock;
    case EndedBy::thread:
    case EndedBy::other:
      break;
  }
  return EventKind::blocked;
}

/// Returns the name of a thread of the kernel without its core and number: "kworker" of "kworker/1:2".
std::string_view without_number(std::string_view name) {
  const size_t slash = name.rfind('/');
  if (slash == std::string_view::npos) return name;
  std::string_view rest = name.substr(slash + 1);
  if (rest.starts_with('u')) rest.remove_prefix(1);
  const bool is_number = !rest.empty() && std::isdigit(static_cast<unsigned char>(rest.front())) != 0;
  return is_number ? name.substr(0, slash) : name;
}

/// Makes definitions and events of a node.
class Maker {
 public:
  explicit Maker(const NodeTrace& node) : node_(node) {
    definitions_.global_offset = static_cast<uint64_t>(node.begin.count);
    definitions_.length = static_cast<uint64_t>((node.end - node.begin).count);
    definitions_.system_nodes.push_back(
        {.name = node.host, .class_name = "node", .parent = {}, .boot_id = node.boot_id});
    for (size_t t = 0; t < node.tasks.size(); ++t)
      if (node.tasks[t].thread_id == node.tasks[t].process_id) main_threads_[node.tasks[t].process_id] = t;
  }

  std::unique_ptr<trace::MemoryTrace> make() && {
    std::vector<const Thread*> threads;
    for (const Thread& thread : node_.threads) threads.push_back(&thread);
    // Locations of a process are next to each other.
    std::ranges::stable_sort(threads, {}, [&](const Thread* each) { return task(*each).process_id; });
    for (size_t t = 0; t < threads.size(); ++t) locations_.emplace(threads[t]->task.index(), t);
    for (const Thread* const thread : threads) add_caused(*thread);
    std::vector<trace::MemoryTrace::LocationContent> contents;
    for (const Thread* const thread : threads) {
      define(task(*thread));
      contents.push_back({events_of(*thread), {}});
    }
    const std::vector<std::vector<Event>> of_cores = events_of_cores();
    define_group("operating system", causes_);
    contents.resize(definitions_.locations.size());
    define_cores(of_cores, contents);
    definitions_.clock_offsets.resize(definitions_.locations.size());
    return std::make_unique<trace::MemoryTrace>(std::move(definitions_), std::move(contents));
  }

 private:
  const Task& task(const Thread& thread) const { return node_.tasks[thread.task.index()]; }

  /// Makes the location, and its process if it is the first of that.
  void define(const Task& task) {
    const std::vector<trace::Location>& locations = definitions_.locations;
    if (locations.empty() || locations.back().process_id != task.process_id)
      definitions_.location_groups.push_back(
          {.name = task.name, .parent = trace::SystemNodeId(size_t{0}), .counted_calls = {}});
    definitions_.locations.push_back(
        {.name = task.name,
         .group = trace::LocationGroupId(definitions_.location_groups.size() - 1),
         .reference = locations.size(),
         .process_id = task.process_id,
         .thread_ids = {task.thread_id}});
  }

  /// Makes locations of what is no thread of the run.
  void define_group(const std::string& group_name, const std::vector<std::string>& names) {
    if (names.empty()) return;
    const trace::LocationGroupId group(definitions_.location_groups.size());
    definitions_.location_groups.push_back({.name = group_name,
                                            .kind = trace::LocationGroupKind::other,
                                            .parent = trace::SystemNodeId(size_t{0}),
                                            .counted_calls = {}});
    for (const std::string& name : names)
      definitions_.locations.push_back({.name = name,
                                        .kind = trace::LocationKind::metric,
                                        .group = group,
                                        .reference = definitions_.locations.size(),
                                        .thread_ids = {}});
  }

  /// Adds the time that the thread had no core to that of the programs because of which it had none.
  void add_caused(const Thread& thread) {
    for (const OffCore& off : thread.off_core) {
      if (!off.is_preempted) add_caused(off.waker, off.woken - off.begin);
      if (off.is_preempted)
        for (const OnCore& instead : ran_instead(node_, thread, off))
          add_caused(instead.task, instead.end - instead.begin);
    }
  }
  void add_caused(TaskId task, Ticks time) {
    if (const trace::RegionId program = program_of(task); program.valid()) caused_[program] += time;
  }
  bool matters(trace::RegionId program) const {
    constexpr int64_t kParts = 1000;
    const auto caused = caused_.find(program);
    return caused != caused_.end() && caused->second.count >= (node_.end - node_.begin).count / kParts;
  }

  std::vector<std::vector<Event>> events_of_cores() {
    std::vector<std::vector<Event>> cores(node_.cores.size());
    for (size_t c = 0; c < cores.size(); ++c)
      for (const OnCore& ran : node_.cores[c])
        if (const Cause cause = thread_or_program(ran.task); cause.by.valid())
          put(ran.begin, ran.end, EventKind::on_core, cause, cores[c]);
    return cores;
  }

  /// Makes the locations of cores that ran something.
  void define_cores(const std::vector<std::vector<Event>>& cores,
                    std::vector<trace::MemoryTrace::LocationContent>& contents) {
    std::vector<std::string> names;
    for (size_t c = 0; c < cores.size(); ++c) {
      if (cores[c].empty()) continue;
      names.push_back("core " + std::to_string(c));
      contents.push_back({cores[c], {}});
    }
    define_group("cores", names);
    for (size_t l = 0; l < contents.size(); ++l) definitions_.locations[l].events = contents[l].events.size();
  }

  std::vector<Event> events_of(const Thread& thread) {
    std::vector<Event> events;
    auto off = thread.off_core.begin();
    for (const Span& known : thread.known) {
      events.push_back({.time = known.begin, .kind = EventKind::measurement_on});
      for (; off != thread.off_core.end() && off->end <= known.end; ++off) add(thread, *off, events);
      events.push_back({.time = known.end, .kind = EventKind::measurement_off});
    }
    return events;
  }

  void add(const Thread& thread, const OffCore& off, std::vector<Event>& events) {
    if (!off.is_preempted) {
      put(off.begin, off.woken, kind_of(off.ended_by), waker_of(off), events);
      put(off.woken, off.end, EventKind::ready, {}, events);
      return;
    }
    Ticks begin = off.begin;
    for (const OnCore& instead : ran_instead(node_, thread, off)) {
      put(begin, instead.begin, EventKind::preempted, {}, events);
      put(instead.begin, instead.end, EventKind::preempted, thread_or_program(instead.task), events);
      begin = instead.end;
    }
    put(begin, off.end, EventKind::preempted, {}, events);
  }

  /// Says what a thread had no core for: a program, and the number of a location, from 1 on; 0: none.
  struct Cause {
    trace::RegionId by{};
    uint32_t location = 0;
  };

  static void put(Ticks begin, Ticks end, EventKind kind, Cause cause, std::vector<Event>& events) {
    if (begin >= end) return;
    Event event{.time = end, .kind = kind};
    event.duration() = static_cast<uint64_t>((end - begin).count);
    event.by() = cause.by;
    event.cause() = cause.location;
    events.push_back(event);
  }

  Cause waker_of(const OffCore& off) {
    switch (off.ended_by) {
      case EndedBy::timer:
        return {.location = location_of("timers")};
      case EndedBy::disk:
        return {.location = location_of("disks")};
      case EndedBy::network:
        return {.location = location_of("network")};
      case EndedBy::page_fault:
        return {};
      case EndedBy::thread:
      case EndedBy::lock:
      case EndedBy::other:
        break;
    }
    return thread_or_program(off.waker);
  }

  Cause thread_or_program(TaskId task) {
    const trace::RegionId program = program_of(task);
    if (!program.valid()) return {};
    const auto thread = locations_.find(task.index());
    if (thread != locations_.end()) return {program, static_cast<uint32_t>(thread->second + 1)};
    if (!matters(program)) return {program};
    return {program, location_of("process " + definitions_.regions[program.index()].name)};
  }

  /// Returns the number of the location that stands for a device or another program.
  uint32_t location_of(const std::string& cause) {
    auto found = std::ranges::find(causes_, cause);
    if (found == causes_.end()) found = causes_.insert(causes_.end(), cause);
    return static_cast<uint32_t>(node_.threads.size() + static_cast<size_t>(found - causes_.begin()) + 1);
  }

  /// Returns the region that stands for a task's program; invalid if nothing ran, or it is not known what.
  trace::RegionId program_of(TaskId id) {
    if (!id.valid() || node_.tasks[id.index()].thread_id == 0) return {};
    const Task& task = node_.tasks[id.index()];
    const auto main = main_threads_.find(task.process_id);
    const std::string name(
        without_number(main == main_threads_.end() ? task.name : node_.tasks[main->second].name));
    if (name.empty()) return {};
    const auto [entry, is_new] = programs_.try_emplace(name, definitions_.regions.size());
    if (is_new)
      definitions_.regions.push_back(
          {.name = name, .paradigm = trace::Paradigm::other, .role = trace::RegionRole::artificial});
    return entry->second;
  }

  const NodeTrace& node_;
  trace::Definitions definitions_;
  std::unordered_map<size_t, size_t> locations_;       ///< Has the positions of tasks' locations.
  std::unordered_map<uint32_t, size_t> main_threads_;  ///< Has the positions of processes' first threads.
  std::unordered_map<std::string, trace::RegionId> programs_;
  std::map<trace::RegionId, Ticks> caused_;
  std::vector<std::string> causes_;  ///< Has the names of locations behind those of threads.
};

}  // namespace

std::unique_ptr<trace::MemoryTrace> states_trace(const NodeTrace& node) {
  return Maker(node).make();
}

}  // namespace latecomer::kernel
