// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file gives advice that fits the call.
//
// A metric has one remedy, which is written for programs that do not follow it yet. Where a message is waited
// for in MPI_Wait, its receive was started before; where a collective operation is, it is nonblocking
// already. And calls that wait for some microseconds each, however many there are, do not indicate uneven
// work.

#include "findings/remedies.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "findings/gaps.h"
#include "report/locations.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

bool is_any(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, text) != names.end();
}

bool completes_requests(std::string_view function) {
  return is_any(function, {"wait", "waitall", "waitany", "waitsome"});
}

bool is_collective_wait(std::string_view metric) {
  return is_any(metric, {"mpi_barrier_wait", "mpi_wait_nxn", "mpi_latebroadcast", "mpi_earlyreduce",
                         "mpi_wait_n21", "mpi_earlyscan"});
}

/// Returns a remedy for metrics whose own one is to use requests, where that is what the program does.
std::string for_requests(std::string_view metric) {
  if (metric == "mpi_latesender")
    return "The receive was posted before this call. See what the sender does before it sends: send earlier, "
           "move work from the sender to the receiver, or do more between the receive's start and this call "
           "that does not need the message.";
  if (metric.starts_with("mpi_lswo_"))
    return "The receives were posted before this call. Where the work on one message does not need the "
           "others, take those first that have come (MPI_Waitany, MPI_Waitsome).";
  if (metric == "mpi_latereceiver")
    return "The send was started before this call. Post the receive earlier, or do more between the send's "
           "start and this call.";
  if (is_collective_wait(metric))
    return "The operation is nonblocking already: do more between its start and this call, or balance the "
           "work before its start, beginning with the rank that comes last.";
  return "";
}

double value_at(const Space& space, std::string_view id, CallPathId path) {
  double sum = 0;
  for (const double value : space.per_location(space.report().find_metric(id), path, Below::excluded))
    sum += value;
  return sum;
}

/// Returns a remedy for collective operations so short that their waiting does not indicate uneven work.
std::string for_short_calls(const Space& space, const WaitState& wait, std::string_view metric) {
  constexpr double kShort = 100e-6;  // This is in seconds that a call waits on average.
  if (!is_collective_wait(metric)) return "";
  double calls = 0;
  for (const CallPathId path : paths_of(wait)) calls += value_at(space, "visits", path);
  if (!(calls > 0) || wait.seconds / calls >= kShort) return "";
  return "So little is what such a call takes, and no sign of uneven work. Call it less often, or combine "
         "several into one.";
}

/// Returns a remedy for calls that wait for the operating system, or sleep; empty for another function.
std::string for_blocking_call(const std::string& function) {
  if (function.ends_with("sleep"))
    return "It sleeps there, for a time that the program chose: sleep less, or wait for what it sleeps for "
           "(MPI_Wait, pthread_cond_wait and the like).";
  if (is_any(function, {"fsync", "fdatasync"}))
    return "It waits there until the file is on the disk: do that less often, in a thread of its own, or on "
           "all ranks at the same time.";
  if (function == "flock")
    return "It waits there for a lock on a file: use a file for each rank, or let one rank access it.";
  if (is_any(function, {"wait", "waitpid", "waitid", "system"}))
    return "It waits there for another process: let that run beside the computation.";
  if (function.find("poll") != std::string::npos || function.find("select") != std::string::npos)
    return "It waits there for input, or for a time that the program chose: wait for less, or in a thread of "
           "its own.";
  return "";
}

std::string unless_followed(const Space& space, const WaitState& wait, const std::string& metric) {
  const std::string function = mpi_function(space.report(), wait.path);
  if (std::string text = for_short_calls(space, wait, metric); !text.empty()) return text;
  if (completes_requests(function)) {
    if (std::string text = for_requests(metric); !text.empty()) return text;
  }
  if (metric.starts_with("mpi_lswo_") && !metric.ends_with("_avoidable"))
    return remedy_of(space.report(), wait.metric) +
           " Where all are needed before anything goes on, another order gains nothing.";
  return remedy_of(space.report(), wait.metric);
}

double sum_where(const std::vector<double>& values, const std::vector<double>& where) {
  double sum = 0;
  for (size_t i = 0; i < values.size(); ++i) sum += where[i] > 0 ? values[i] : 0;
  return sum;
}

/// Returns whether the threads that join others at the call path do little but that.
bool only_joins(const Space& space, MetricId join, CallPathId path) {
  constexpr double kLittle = 0.1;  // This is a part of the time that they wait.
  const MetricId comp = space.report().find_metric("comp");
  if (!comp.valid()) return false;
  const std::vector<double> waiting = space.per_location(join, path, Below::excluded);
  return sum_where(space.per_location(comp), waiting) < kLittle * sum_where(waiting, waiting);
}

}  // namespace

std::string mpi_function(const Report& report, CallPathId path) {
  const Region& region = report.regions[report.call_paths[path.index()].region.index()];
  std::string name = region.name;
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (!name.starts_with("mpi_")) return "";
  name.erase(0, 4);
  while (name.ends_with('_')) name.pop_back();
  return name;
}

bool is_expected(const Space& space, MetricId metric, CallPathId path) {
  const Report& report = space.report();
  const std::string& id = report.metrics[metric.index()].id;
  if (id == "pthread_join_wait") return only_joins(space, metric, path);
  const bool is_idle = id == "omp_idle_threads" || id == "omp_limited_parallelism";
  return is_idle && is_any(mpi_function(report, path), {"init", "init_thread", "finalize"});
}

std::string remedy_for(const Space& space, const WaitState& wait) {
  const Report& report = space.report();
  if (was_killed(report)) return "";
  const std::string& metric = report.metrics[wait.metric.index()].id;
  if (!wait.is_expected) return unless_followed(space, wait, metric);
  return metric == "pthread_join_wait"
             ? "The thread that waits here does little else: nothing is lost by that."
             : "Threads have nothing to do while MPI starts or ends.";
}

std::string remedy_for(const Space& space, const RootCause& cause) {
  const Report& report = space.report();
  const std::string function = mpi_function(report, cause.path);
  if (was_killed(report)) return "";
  if (!is_not_running(report, cause.path) && value_at(space, "not_running", cause.path) > 0)
    return for_blocking_call(report.regions[report.call_paths[cause.path.index()].region.index()].name);
  if (const std::optional<OffCore> why = off_core(report, cause.path); why && *why != OffCore::not_running)
    return remedy_of(report, report.find_metric(std::string(id_of(info_of(*why).metric))));
  if (function.empty()) return "";
  if (is_any(function, {"init", "init_thread", "finalize"}))
    return "MPI takes that long to start and to end, whatever the program does; it stands out only in short "
           "runs.";
  if (function.starts_with("comm_") || function.starts_with("cart_") || function.starts_with("win_"))
    return "Create communicators and windows once, and keep them.";
  if (function.starts_with("file_"))
    return "The access itself takes longer there: make fewer and larger ones, or collective ones.";
  return "The call itself takes longer there than where others wait for it, and not by waiting. Either it "
         "moves "
         "more data: send less, or in fewer messages, or start the transfer earlier. Or the rank had no core "
         "meanwhile.";
}

}  // namespace latecomer::findings
