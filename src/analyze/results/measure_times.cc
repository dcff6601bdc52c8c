// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/results/measure.h"
#include "analyze/waits/wait_kinds.h"
#include "trace/location_kinds.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

/// Returns whether waiting in such a call shows only by its events.
bool needs_events(const RegionClass& of) {
  if (of.time == Builtin::recording_off || of.time == Builtin::device_wait) return true;
  if (of.time == Builtin::execution) return true;
  // What a rank does to a file alone waits for nobody.
  if (of.time == Builtin::mpi_io_individual) return false;
  if (of.time == Builtin::mpi_mgmt_file && of.kind == CallKind::ordinary) return false;
  return of.is_mpi && of.time != Builtin::mpi && of.time != Builtin::mpi_init_exit;
}

/// Returns, by call path, whether an OpenMP region is around it or it is one.
std::vector<bool> paths_in_openmp(const CondensedTrace& trace) {
  const std::vector<CallTree::Node>& nodes = trace.call_tree.nodes();
  std::vector<bool> in_openmp(nodes.size());
  for (size_t p = 0; p < nodes.size(); ++p) {  // parents come first
    const CallPathId parent = nodes[p].parent;
    in_openmp[p] = trace.class_of(CallPathId(p)).is_openmp || (parent.valid() && in_openmp[parent.index()]);
  }
  return in_openmp;
}

/// Adds time in calls without events, without recording, and in OpenMP regions of a process whose threads
/// have no events.
void measure_not_analyzed(const CondensedTrace& trace, const CondensedLocation& location,
                          LocationSeverities severities) {
  std::vector<Ticks> without_events(trace.call_tree.nodes().size());
  const bool has_teams = !location.threads.forks.empty() || !location.threads.parts.empty();
  const std::vector<bool> in_openmp = has_teams ? std::vector<bool>() : paths_in_openmp(trace);
  for (size_t p = 0; p < location.path_time.size(); ++p) {
    const CallPathId path = location.paths[p];
    const bool in_unseen_team = !has_teams && in_openmp[path.index()] && !trace.class_of(path).is_mpi;
    if (needs_events(trace.class_of(path)) || in_unseen_team)
      without_events[path.index()] += location.path_time[p];
  }
  for (CallIndex c = 0; c < location.calls.size(); ++c) {
    const Call call = location.call(c);
    if (needs_events(trace.class_of(call)) && trace.class_of(call).is_mpi)
      without_events[call.path.index()] -= call.leave - call.enter;
  }
  for (size_t p = 0; p < without_events.size(); ++p) {
    if (without_events[p] > Ticks())
      severities.add(Builtin::not_analyzed, CallPathId(p), without_events[p].count);
  }
}

/// An accelerator stream works as long as a region is open.
void measure_stream(const CondensedTrace& trace, const CondensedLocation& location,
                    LocationSeverities severities) {
  for (size_t p = 0; p < location.path_time.size(); ++p) {
    const CallPathId path = location.paths[p];
    if (trace.call_tree.nodes()[path.index()].region.valid())
      severities.add(Builtin::accelerator_time, path, location.path_time[p].count);
    severities.add(Builtin::visits, path, static_cast<int64_t>(location.path_visits[p]));
  }
}

/// Adds to the wait states that contain a kind: every kind of Late Sender is Late Sender time.
void add_to_containing(Builtin wait, CallPathId path, Ticks amount, LocationSeverities severities) {
  for (const report::BuiltinMetric* each = &report::builtin(wait); report::is_wait_state(each->parent);
       each = &report::builtin(each->parent)) {
    if (each->relation == report::Relation::within) severities.add(each->parent, path, amount.count);
  }
}

}  // namespace

void measure_times(const CondensedTrace& trace, const CondensedLocation& location,
                   LocationSeverities severities) {
  const trace::Location& definition = trace.definitions.locations[location.id.index()];
  if (definition.kind == trace::LocationKind::gpu) measure_stream(trace, location, severities);
  if (!trace::is_thread(definition)) return;
  for (size_t p = 0; p < location.path_time.size(); ++p) {
    const CallPathId path = location.paths[p];
    severities.add(trace.class_of(path).time, path, location.path_time[p].count);
    severities.add(Builtin::visits, path, static_cast<int64_t>(location.path_visits[p]));
    if (p < location.path_without_core.size())
      severities.add(Builtin::mpi_not_running, path, location.path_without_core[p].count);
    if (p < location.path_samples.size())
      severities.add(Builtin::samples, path, static_cast<int64_t>(location.path_samples[p]));
  }
  measure_not_analyzed(trace, location, severities);
}

void measure_waits(const LocalLocation& location, const LargeVector<WaitState>& waits,
                   const std::vector<WaitPart>& parts, const LargeVector<Completion>& completions,
                   LocationSeverities severities) {
  for (const WaitState& wait : waits) {
    if (wait.metric == Builtin::omp_idle_threads) continue;
    const CallPathId path = location.path_of(wait.call);
    const WaitKind& kind = wait_kind(wait.metric);
    severities.add(kind.wait, path, wait.amount.count);
    if (wait.metric != kind.wait) severities.add(kind.by_polling, path, wait.amount.count);
    add_to_containing(kind.wait, path, wait.amount, severities);
  }
  for (const WaitPart& part : parts)
    severities.add(part.metric, location.path_of(part.call), part.amount.count);
  for (const Completion& completion : completions) {
    severities.add(completion.metric, location.path_of(completion.call), completion.amount.count);
  }
}

}  // namespace latecomer::analyze
