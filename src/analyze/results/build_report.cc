// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/results/build_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "analyze/program_end/describe_deadlocks.h"
#include "analyze/program_end/describe_ending.h"
#include "analyze/program_end/describe_open_calls.h"
#include "report/call_sites.h"
#include "report/locations.h"
#include "report/metrics.h"
#include "report/path_names.h"
#include "report/ranks_text.h"
#include "report/short_functions.h"
#include "trace/location_kinds.h"

namespace latecomer::analyze {

namespace {

using report::Report;
using trace::Definitions;

/// Converts an id: the report's tables have the order of the trace's, so it is the same position there.
template <class To, class From>
To same_position(From id) {
  return id.valid() ? To(id.index()) : To();
}

std::string_view paradigm_name(trace::Paradigm paradigm) {
  using trace::Paradigm;
  switch (paradigm) {
    case Paradigm::user:
      return "user";
    case Paradigm::compiler:
      return "compiler";
    case Paradigm::openmp:
      return "openmp";
    case Paradigm::mpi:
      return "mpi";
    case Paradigm::pthread:
      return "pthread";
    case Paradigm::sampling:
      return "sampling";
    case Paradigm::measurement_system:
      return "measurement";
    case Paradigm::unknown:
    case Paradigm::other:
      return "unknown";
  }
  return "unknown";
}

/// Returns the name that the field's other tools use.
std::string_view role_name(trace::RegionRole role) {
  using trace::RegionRole;
  static constexpr std::pair<RegionRole, std::string_view> kNames[] = {
      {RegionRole::function, "function"},
      {RegionRole::wrapper, "wrapper"},
      {RegionRole::loop, "loop"},
      {RegionRole::code, "code"},
      {RegionRole::parallel, "parallel"},
      {RegionRole::sections, "sections"},
      {RegionRole::section, "section"},
      {RegionRole::workshare, "workshare"},
      {RegionRole::single, "single"},
      {RegionRole::master, "master"},
      {RegionRole::critical, "critical"},
      {RegionRole::atomic, "atomic"},
      {RegionRole::barrier, "barrier"},
      {RegionRole::implicit_barrier, "implicit barrier"},
      {RegionRole::flush, "flush"},
      {RegionRole::ordered, "ordered"},
      {RegionRole::taskwait, "taskwait"},
      {RegionRole::task, "task"},
      {RegionRole::task_create, "task create"},
      {RegionRole::thread_create, "thread create"},
      {RegionRole::thread_wait, "thread wait"},
      {RegionRole::allocate, "allocate"},
      {RegionRole::deallocate, "deallocate"},
      {RegionRole::file_io, "file io"},
      {RegionRole::point_to_point, "point2point"},
      {RegionRole::rma, "rma"},
      {RegionRole::data_transfer, "data transfer"},
      {RegionRole::artificial, "artificial"},
      {RegionRole::collective_one_to_all, "one2all"},
      {RegionRole::collective_all_to_one, "all2one"},
      {RegionRole::collective_all_to_all, "all2all"},
      {RegionRole::collective_other, "other collective"},
      {RegionRole::phase, "phase"},
  };
  const auto* const found = std::ranges::find(kNames, role, &std::pair<RegionRole, std::string_view>::first);
  return found == std::end(kNames) ? "unknown" : found->second;
}

report::Region recorded_region(const trace::Trace& trace, trace::RegionId id) {
  if (!id.valid()) {
    return {.name = "(outside)",
            .description = "Time in which the recorder knew of no region that was open.",
            .paradigm = "unknown",
            .role = "unknown"};
  }
  const trace::Region region = trace.region(id);
  return {.name = region.name,
          .mangled_name = region.canonical_name,
          .description = region.description,
          .paradigm = std::string(paradigm_name(region.paradigm)),
          .role = std::string(role_name(region.role)),
          .module = region.file,
          .begin_line = region.begin_line == 0 ? -1 : int64_t{region.begin_line},
          .end_line = region.end_line == 0 ? -1 : int64_t{region.end_line}};
}

/// Holds call paths and the regions that occur in them. A gap is a region of its own, with its lines as begin
/// and end.
class CallPathsOfReport {
 public:
  CallPathsOfReport(const TraceContext& trace, Report& report) : trace_(trace), report_(report) {}

  void add() {
    for (const CallTree::Node& node : trace_.call_tree.nodes()) {
      const trace::SourceLocationId site =
          node.kind == CallTree::Kind::gap ? site_of(node.caller) : node.from;
      report_.call_paths.push_back({node.parent, region_of(node), location(site).file, line(site)});
    }
    shorten_functions();
    name_gaps();
    place_gaps();
  }

 private:
  using Gap = std::tuple<trace::RegionId, trace::SourceLocationId, trace::SourceLocationId>;

  trace::SourceLocationId site_of(trace::CallingContextId caller) const {
    return caller.valid() ? trace_.definitions.calling_contexts[caller.index()].location
                          : trace::SourceLocationId();
  }
  const trace::SourceLocation& location(trace::SourceLocationId id) const {
    static const trace::SourceLocation kUnknown;
    return id.valid() ? trace_.definitions.source_locations[id.index()] : kUnknown;
  }
  int64_t line(trace::SourceLocationId id) const {
    return location(id).line == 0 ? -1 : int64_t{location(id).line};
  }

  report::RegionId region_of(const CallTree::Node& node) {
    if (node.kind == CallTree::Kind::gap) return region_of_gap(node);
    const std::optional<report::OffCore> why = off_core(node.kind);
    return why ? region_off_core(*why, node.region) : region_of_call(node);
  }

  report::RegionId region_off_core(report::OffCore why, trace::RegionId by) {
    const auto [id, is_new] = off_core_.try_emplace({why, by}, report_.regions.size());
    if (!is_new) return id->second;
    const std::string name(report::info_of(why).name);
    const bool has_name = by.valid();
    report_.regions.push_back(
        {.name = has_name ? fmt::format("{} by {}", name, trace_.recorded.region(by).name) : name,
         .mangled_name = name,
         .description = report::info_of(why).why,
         .paradigm = "measurement",
         .role = std::string(report::kNotRunningRole)});
    return id->second;
  }

  report::RegionId region_of_call(const CallTree::Node& node) {
    const auto [id, is_new] = calls_.try_emplace(node.region, report_.regions.size());
    if (is_new) report_.regions.push_back(recorded_region(trace_.recorded, node.region));
    return id->second;
  }

  report::RegionId region_of_gap(const CallTree::Node& node) {
    const auto [id, is_new] = gaps_.try_emplace({node.region, node.from, node.to}, report_.regions.size());
    if (!is_new) return id->second;
    report::Region region = recorded_region(trace_.recorded, node.region);
    const auto place = [&](trace::SourceLocationId id) {
      return id.valid() ? report::with_line(location(id).file, line(id)) : std::string("…");
    };
    region.description =
        fmt::format("What was executed after {} and before {}.", place(node.from), place(node.to));
    region.role = report::kGapRole;
    region.module = location(node.from.valid() ? node.from : node.to).file;
    region.begin_line = line(node.from);
    region.end_line = line(node.to);
    report_.regions.push_back(std::move(region));
    return id->second;
  }

  /// Shortens names of C++ functions. The name in full becomes what describes them.
  void shorten_functions() {
    const auto is_cpp = [](const report::Region& region) { return region.mangled_name.starts_with("_Z"); };
    std::set<std::string> names;
    for (const report::Region& region : report_.regions)
      if (is_cpp(region)) names.insert(region.name);
    short_functions_ = report::short_functions(names);
    for (report::Region& region : report_.regions) {
      const auto found = short_functions_.find(region.name);
      if (!is_cpp(region) || found == short_functions_.end()) continue;
      if (region.description.empty()) region.description = region.name;
      region.name = found->second;
    }
  }

  /// Says of a gap where the program's own code led to its function, if a library called that.
  void place_gaps() {
    const report::OwnCode own(report_);
    std::vector<bool> is_own;  // of source locations
    for (const trace::SourceLocation& each : trace_.definitions.source_locations)
      is_own.push_back(each.line > 0 && own.has_file(each.file));
    const std::vector<trace::CallingContext>& contexts = trace_.definitions.calling_contexts;
    for (size_t i = 0; i < report_.call_paths.size(); ++i) {
      const CallTree::Node& node = trace_.call_tree.nodes()[i];
      if (node.kind != CallTree::Kind::gap) continue;
      for (trace::CallingContextId id = node.caller; id.valid(); id = contexts[id.index()].parent) {
        const trace::SourceLocationId site = contexts[id.index()].location;
        if (!site.valid() || !is_own[site.index()]) continue;
        report_.call_paths[i].call_file = location(site).file;
        report_.call_paths[i].call_line = line(site);
        break;
      }
    }
  }

  const std::string& short_function(const std::string& name) const {
    const auto found = short_functions_.find(name);
    return found == short_functions_.end() ? name : found->second;
  }

  /// Returns, by call site, the first function that was called there.
  std::map<trace::SourceLocationId, std::string> called_at_sites() const {
    std::map<trace::SourceLocationId, std::string> called;
    for (const CallTree::Node& node : trace_.call_tree.nodes()) {
      if (node.kind == CallTree::Kind::call && node.from.valid() && node.region.valid())
        called.try_emplace(node.from, short_function(trace_.recorded.region(node.region).name));
    }
    return called;
  }

  /// Names gaps, once it is known how files can be shortened: by their lines or, where those are not known,
  /// by what was called before and after. Addresses are added where that does not tell two gaps apart.
  void name_gaps() {
    const report::ShortFiles files = report::short_files(report_.call_paths, report_.regions);
    const std::map<trace::SourceLocationId, std::string> called = called_at_sites();
    const auto end_text = [&](trace::SourceLocationId id, bool with_address) {
      if (!id.valid()) return std::string("…");
      const std::string site = report::with_line(files(location(id).file), line(id));
      const auto function = called.find(id);
      if (line(id) > 0 || function == called.end()) return site;
      return with_address ? fmt::format("{} at {}", function->second, site) : function->second;
    };
    const auto name_of = [&](const Gap& gap, bool with_address) {
      const auto& [region, from, to] = gap;
      return fmt::format("{} ({} → {})", report_.regions[gaps_.at(gap).index()].name,
                         end_text(from, with_address), end_text(to, with_address));
    };
    std::map<std::string, size_t> gaps_of_name;
    for (const auto& [gap, id] : gaps_) ++gaps_of_name[name_of(gap, false)];
    for (const auto& [gap, id] : gaps_) {
      const std::string name = name_of(gap, false);
      report_.regions[id.index()].name = gaps_of_name[name] == 1 ? name : name_of(gap, true);
    }
  }

  const TraceContext& trace_;
  Report& report_;
  std::map<trace::RegionId, report::RegionId> calls_;
  std::map<Gap, report::RegionId> gaps_;
  std::map<std::string, std::string> short_functions_;
  /// Holds those of time without a core, by why there was none and who caused that.
  std::map<std::pair<report::OffCore, trace::RegionId>, report::RegionId> off_core_;
};

std::string_view group_type(trace::LocationGroupKind kind) {
  return kind == trace::LocationGroupKind::accelerator ? "accelerator" : "process";
}

std::string_view location_type(trace::LocationKind kind) {
  switch (kind) {
    case trace::LocationKind::gpu:
      return "gpu";
    case trace::LocationKind::metric:
      return "metric";
    case trace::LocationKind::cpu_thread:
    case trace::LocationKind::other:
      return "thread";
  }
  return "thread";
}

void add_system_tree(const Definitions& definitions, Report& report) {
  for (const trace::SystemNode& node : definitions.system_nodes) {
    report.system_nodes.push_back({fmt::format("{} {}", node.class_name, node.name), node.class_name,
                                   same_position<report::SystemNodeId>(node.parent)});
  }
  for (const trace::LocationGroup& group : definitions.location_groups) {
    report.location_groups.push_back({group.name, std::string(group_type(group.kind)),
                                      static_cast<int64_t>(report.location_groups.size()),
                                      same_position<report::SystemNodeId>(group.parent)});
  }
  int64_t thread = 0;
  trace::LocationGroupId previous;
  for (const trace::Location& location : definitions.locations) {
    thread = location.group == previous ? thread + 1 : 0;
    previous = location.group;
    report.locations.push_back({location.name, std::string(location_type(location.kind)), thread,
                                same_position<report::LocationGroupId>(location.group)});
    const bool is_of_metrics =
        location.kind == trace::LocationKind::metric &&
        definitions.location_groups[location.group.index()].kind == trace::LocationGroupKind::other;
    if (is_of_metrics) report.location_groups[location.group.index()].type = "metrics";
  }
}

/// Returns the positions of processes, and of threads in theirs, as other tools expect them in any report.
report::Topology processes_by_threads(const Report& report) {
  report::Topology topology;
  topology.name = "Process x Thread";
  uint32_t processes = 0;
  uint32_t threads = 0;
  for (size_t l = 0; l < report.locations.size(); ++l) {
    const report::Location& location = report.locations[l];
    if (location.type != "thread") continue;
    const auto process = static_cast<uint32_t>(location.group.index());
    topology.locations.emplace_back(l);
    topology.coordinates.push_back(process);
    topology.coordinates.push_back(static_cast<uint32_t>(location.rank));
    processes = std::max(processes, process + 1);
    threads = std::max(threads, static_cast<uint32_t>(location.rank) + 1);
  }
  topology.dimensions = {{"Process", processes, false}, {"Thread", threads, false}};
  return topology;
}

void add_topologies(const Definitions& definitions, Report& report) {
  report.topologies.push_back(processes_by_threads(report));
  for (const trace::CartTopology& topology : definitions.topologies) {
    if (topology.name == report.topologies.front().name) continue;
    report::Topology& added = report.topologies.emplace_back();
    added.name = topology.name;
    for (const trace::CartTopology::Dimension& each : topology.dimensions)
      added.dimensions.push_back({each.name, each.size, each.periodic});
    for (const trace::LocationId each : topology.locations)
      added.locations.push_back(same_position<report::LocationId>(each));
    added.coordinates = topology.coordinates;
  }
}

constexpr size_t kMostDetails = 20;

/// Adds a line for each of `lines`, but not for very many: "KEY.000".
void add_lines(const std::string& key, const std::vector<std::string>& lines, Report& report) {
  for (size_t i = 0; i < lines.size() && i < kMostDetails; ++i)
    report.attributes[fmt::format("{}.{:03}", key, i)] = lines[i];
  if (lines.size() > kMostDetails)
    report.attributes[fmt::format("{}.{:03}", key, kMostDetails)] =
        fmt::format("… and {} more", lines.size() - kMostDetails);
}

/// Counts, by node, how many ranks and threads ran on it.
struct OnNode {
  size_t ranks = 0;
  size_t threads = 0;
};

std::vector<OnNode> count_on_nodes(const Definitions& definitions) {
  std::vector<OnNode> on_nodes(definitions.system_nodes.size());
  for (const trace::LocationGroup& group : definitions.location_groups) {
    if (group.kind == trace::LocationGroupKind::process && group.parent.valid())
      ++on_nodes[group.parent.index()].ranks;
  }
  for (const trace::Location& location : definitions.locations) {
    const trace::SystemNodeId node = definitions.location_groups[location.group.index()].parent;
    if (trace::is_thread(location) && node.valid()) ++on_nodes[node.index()].threads;
  }
  return on_nodes;
}

/// Adds nodes with fewer cores than ranks or, if not that, than threads.
void add_crowded_nodes(const Definitions& definitions, Report& report) {
  const std::vector<OnNode> on_nodes = count_on_nodes(definitions);
  std::vector<std::string> of_ranks;
  std::vector<std::string> of_threads;
  for (size_t n = 0; n < on_nodes.size(); ++n) {
    const trace::SystemNode& node = definitions.system_nodes[n];
    const auto line = [&](size_t number, const char* what) {
      return fmt::format("{}: {} {} on {} core{}", node.name, number, what, node.cores,
                         node.cores == 1 ? "" : "s");
    };
    if (node.cores == 0) continue;
    if (on_nodes[n].ranks > node.cores)
      of_ranks.push_back(line(on_nodes[n].ranks, "ranks"));
    else if (on_nodes[n].threads > node.cores)
      of_threads.push_back(line(on_nodes[n].threads, "threads"));
  }
  add_lines("latecomer.crowded_node", of_ranks, report);
  add_lines("latecomer.crowded_by_threads", of_threads, report);
}

/// Adds nodes where a hypervisor took a noticeable part of the cores' time.
void add_stolen_time(const Definitions& definitions, Report& report) {
  constexpr double kNoticeable = 0.01;
  std::vector<uint64_t> stolen(definitions.system_nodes.size());
  for (const trace::LocationGroup& process : definitions.location_groups) {
    if (process.parent.valid())
      stolen[process.parent.index()] = std::max(stolen[process.parent.index()], process.stolen_time);
  }
  std::vector<std::string> lines;
  const double run =
      static_cast<double>(definitions.length) / static_cast<double>(definitions.ticks_per_second);
  for (size_t n = 0; n < stolen.size(); ++n) {
    const trace::SystemNode& node = definitions.system_nodes[n];
    const double seconds = static_cast<double>(stolen[n]) * 1e-9;
    const double share = seconds / (run * node.cores);
    if (node.cores > 0 && run > 0 && share >= kNoticeable)
      lines.push_back(
          fmt::format("{}: {:.3g} s, {:.0f} % of what its cores have", node.name, seconds, 100 * share));
  }
  add_lines("latecomer.stolen", lines, report);
}

/// Adds for how long threads without events ran, and the process where that is most.
void add_unrecorded_threads(const Definitions& definitions, Report& report) {
  double all = 0;
  size_t most = 0;
  const auto seconds = [&](size_t process) {
    return static_cast<double>(definitions.location_groups[process].unrecorded_cpu_time) * 1e-9;
  };
  for (size_t process = 0; process < definitions.location_groups.size(); ++process) {
    all += seconds(process);
    if (seconds(process) > seconds(most)) most = process;
  }
  if (!(all > 0)) return;
  report.attributes["latecomer.unrecorded_threads.seconds"] = fmt::format("{:.6f}", all);
  report.attributes["latecomer.unrecorded_threads.most"] = fmt::format("{:.6f}", seconds(most));
  report.attributes["latecomer.unrecorded_threads.most_rank"] = std::to_string(most);
}

std::vector<int64_t> ranks_of(const std::set<trace::LocationGroupId>& processes) {
  std::vector<int64_t> ranks;
  for (const trace::LocationGroupId process : processes)
    ranks.push_back(static_cast<int64_t>(process.index()));
  return ranks;
}

/// Returns the word before the ranks whose end of an anomaly is missing.
std::string_view partner_word(trace::Anomaly kind) {
  if (kind == trace::Anomaly::unmatched_send) return "to";
  if (kind == trace::Anomaly::unmatched_receive || kind == trace::Anomaly::ambiguous_receive) return "from";
  return "with";
}

/// Returns where anomalies of a kind are, call paths with most of them first: "12 at main/MPI_Isend on ranks
/// 0-3, to rank 4".
std::vector<std::string> occurrences_of(trace::Anomaly kind, const AnomalyReport& anomalies,
                                        const Report& report) {
  struct Group {
    std::string name;
    int64_t count = 0;
    std::set<trace::LocationGroupId> processes;
    std::set<trace::LocationGroupId> partners;
  };
  std::map<CallPathId, Group> by_path;
  for (const auto& [where, count] : anomalies.occurrences) {
    if (where.kind != kind) continue;
    Group& group = by_path[where.path];
    group.count += count;
    if (where.process.valid()) group.processes.insert(where.process);
    if (where.partner.valid()) group.partners.insert(where.partner);
  }
  std::vector<Group> groups;
  for (auto& [path, group] : by_path) {
    if (path.valid()) group.name = " at " + report.path_name(path);
    groups.push_back(std::move(group));
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.count > b.count; });
  const size_t processes = report::count_processes(report);
  std::vector<std::string> lines;
  for (const Group& group : groups) {
    std::string line = fmt::format("{}{}", group.count, group.name);
    line += group.processes.empty()
                ? " in the definitions"
                : fmt::format(" on {}", report::ranks_text(ranks_of(group.processes), processes));
    if (!group.partners.empty())
      line +=
          fmt::format(", {} {}", partner_word(kind), report::ranks_text(ranks_of(group.partners), processes));
    lines.push_back(std::move(line));
  }
  return lines;
}

void add_anomalies(const AnomalyReport& anomalies, Report& report) {
  for (size_t kind = 0; kind < trace::kAnomalyKinds; ++kind) {
    const trace::Anomaly anomaly = static_cast<trace::Anomaly>(kind);
    if (anomalies.counts[anomaly] == 0) continue;
    const char* what = is_note(anomaly) ? "note" : "anomaly";
    const std::string_view name = name_of(anomaly);
    report.attributes[fmt::format("latecomer.{}.{}", what, name)] = std::to_string(anomalies.counts[anomaly]);
    report.attributes[fmt::format("latecomer.{}_text.{}", what, name)] = text_of(anomaly);
    add_lines(fmt::format("latecomer.{}_place.{}", what, name), occurrences_of(anomaly, anomalies, report),
              report);
  }
  std::vector<std::string> problems;
  for (const auto& [location, lines] : anomalies.problems)
    problems.insert(problems.end(), lines.begin(), lines.end());
  add_lines("latecomer.anomaly_detail", problems, report);
}

void add_run(const Definitions& definitions, const RunExtent& run, Report& report) {
  const double seconds = (run.end - run.begin).seconds(definitions.ticks_per_second);
  report.attributes["latecomer.run_seconds"] = fmt::format("{:.9f}", seconds);
  report.attributes["latecomer.begin_ticks"] = std::to_string(run.begin.count);
  report.attributes["latecomer.ticks_per_second"] = std::to_string(definitions.ticks_per_second);
}

/// Adds how a program ended that was killed.
void add_how_it_ended(const TraceContext& trace, const HowItEnded& ended, const RunExtent& run,
                      Report& report) {
  const Definitions& definitions = trace.definitions;
  const EndOfProgram& end = ended.end;
  const Deadlocks& deadlocks = ended.deadlocks;
  const bool was_killed = std::ranges::any_of(end.calls, [&](const OpenCall& call) {
    return trace.class_of(call.path).time != report::Builtin::recording_off;
  });
  if (was_killed) report.attributes[std::string(report::kKilledAttribute)] = "1";
  add_lines("latecomer.ended_by", describe_ending(definitions, end, report), report);
  size_t number = 0;
  for (const std::vector<std::string>& lines : describe_deadlocks(definitions, end, deadlocks, report))
    add_lines(fmt::format("latecomer.deadlock.{:03}", number++), lines, report);
  add_lines("latecomer.wait_for_ended", describe_waits_for_ended(definitions, end, deadlocks, report),
            report);
  add_lines("latecomer.open_call", describe_open_calls(definitions, end.calls, run, kMostDetails, report),
            report);
}

}  // namespace

report::ReportShare build_report(const TraceContext& trace, const Severities& severities,
                                 const AnomalyReport& anomalies, const HowItEnded& ended,
                                 const RunExtent& run, const std::vector<std::string>& own_directories) {
  report::ReportShare share;
  share.first_location = trace.own_locations.begin;
  share.location_count = trace.own_locations.size();
  Report& report = share.report;
  report.metrics = report::builtin_metrics();
  for (size_t i = 0; i < own_directories.size(); ++i)
    report.attributes[fmt::format("{}.{:03}", report::kOwnDirectories, i)] = own_directories[i];
  CallPathsOfReport(trace, report).add();
  add_system_tree(trace.definitions, report);
  add_topologies(trace.definitions, report);
  severities.store(trace.definitions.ticks_per_second, share);
  add_anomalies(anomalies, report);
  const bool cut = anomalies.counts[trace::Anomaly::truncated_location] +
                       anomalies.counts[trace::Anomaly::missing_location] >
                   0;
  if (trace.definitions.partial || cut) report.attributes["latecomer.partial"] = "1";
  add_run(trace.definitions, run, report);
  add_crowded_nodes(trace.definitions, report);
  add_stolen_time(trace.definitions, report);
  add_unrecorded_threads(trace.definitions, report);
  add_how_it_ended(trace, ended, run, report);
  return share;
}

}  // namespace latecomer::analyze
