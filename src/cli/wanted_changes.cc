// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/wanted_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/parse_number.h"
#include "base/printable.h"
#include "cli/named_paths.h"
#include "cli/rank_list.h"
#include "findings/gaps.h"
#include "report/run_clock.h"

namespace latecomer::cli {

namespace {

/// Is NAME=FACTOR.
struct Factor {
  std::string name;
  double value;
};

Result<Factor> parse_factor(const char* option, const std::string& text, const char* what) {
  const size_t sign = text.rfind('=');
  const std::optional<double> value = sign == std::string::npos
                                          ? std::nullopt
                                          : parse_number<double>(std::string_view(text).substr(sign + 1));
  if (!value || !(*value >= 0) || std::isinf(*value))
    return Error{fmt::format("{} {}: has to be {}=FACTOR, with a factor of 0 or more", option,
                             printable_line(text), what)};
  return Factor{text.substr(0, sign), *value};
}

/// Returns the network that latency=SECONDS,bandwidth=BYTES describes.
Result<analyze::Change> parse_network(const std::string& text) {
  const size_t comma = text.find(',');
  std::optional<double> latency;
  std::optional<double> bandwidth;
  for (const std::string& part :
       {text.substr(0, comma), comma == std::string::npos ? "" : text.substr(comma + 1)}) {
    const size_t sign = std::min(part.find('='), part.size());
    const std::string name = part.substr(0, sign);
    const auto value = parse_number<double>(std::string_view(part).substr(std::min(sign + 1, part.size())));
    if (name == "latency" && !latency) latency = value;
    if (name == "bandwidth" && !bandwidth) bandwidth = value;
  }
  if (!latency || !bandwidth || !(*latency >= 0) || !(*bandwidth > 0) || std::isinf(*latency))
    return Error{fmt::format(
        "--network {}: has to be instant, or latency=SECONDS,bandwidth=BYTES, the bytes for each second, as "
        "latency=1.5e-6,bandwidth=12e9",
        printable_line(text))};
  return analyze::Change{
      .kind = analyze::Change::Kind::network, .latency = *latency, .bytes_per_second = *bandwidth};
}

Status add_changes_of_network(const ChangeOptions& options, std::vector<WantedChange>& wanted) {
  using Kind = analyze::Change::Kind;
  if (options.collectives)
    wanted.push_back({Kind::collectives, "", *options.collectives,
                      fmt::format("collective operations took {:g} times as long when all are there",
                                  *options.collectives),
                      ""});
  if (options.network == "instant") {
    wanted.push_back({Kind::instant_network, "", 1, "the network were instant", ""});
  } else if (!options.network.empty()) {
    TRY(const analyze::Change network, parse_network(options.network));
    const std::string words = fmt::format("messages took {:g} s, and a second for {:g} bytes",
                                          network.latency, network.bytes_per_second);
    wanted.push_back({Kind::network, "", 1, words, "", network});
  }
  if (options.eager)
    wanted.push_back(
        {Kind::eager, "", 1,
         fmt::format("messages up to {} bytes did not wait for their receivers, and larger ones did",
                     *options.eager),
         "", analyze::Change{.kind = Kind::eager, .bytes = *options.eager}});
  if (!options.partitions.empty() && options.partitions != "early")
    return Error{fmt::format("--partitions {}: has to be early", printable_line(options.partitions))};
  if (!options.partitions.empty())
    wanted.push_back(
        {Kind::early_partitions, "", 1, "each partition of a message left as soon as it was ready", ""});
  return {};
}

bool overlap(const std::string& ranks, const std::string& others) {
  for (const auto& [first, last] : ranges_of_ranks(ranks))
    for (const auto& [other_first, other_last] : ranges_of_ranks(others))
      if (first <= other_last && other_first <= last) return true;
  return false;
}

/// Looks whether there is one change of each thing.
Status check_changes(const std::vector<WantedChange>& wanted) {
  for (size_t i = 0; i < wanted.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (wanted[i].is_of_network() || wanted[j].is_of_network() || wanted[i].path != wanted[j].path)
        continue;
      const bool is_of_speed = wanted[i].path.empty();
      if (is_of_speed && !overlap(wanted[i].ranks, wanted[j].ranks)) continue;
      return Error{fmt::format("{}: there are two changes of it; one has to be left out",
                               printable_line(is_of_speed ? "rank " + wanted[i].ranks : wanted[i].path))};
    }
  }
  const auto is = [&](analyze::Change::Kind kind) {
    return std::ranges::count(wanted, kind, &WantedChange::kind) > 0;
  };
  using Kind = analyze::Change::Kind;
  if (is(Kind::collectives) && (is(Kind::network) || is(Kind::instant_network)))
    return Error{
        "--collectives and --network both say how long collective operations take; one has to be left out"};
  return {};
}

/// Says for which part of the run a change is.
std::string part_in_words(const WantedChange& change, const ChangeOptions& options) {
  if (change.is_of_network()) return "";
  std::string words;
  if (!options.in.empty()) words += ", in " + options.in;
  if (!options.between.empty()) {
    const size_t comma = options.between.find(',');
    words += fmt::format(", between {} and {} s", options.between.substr(0, comma),
                         options.between.substr(comma + 1));
  }
  if (!options.on_ranks.empty() && change.ranks == options.on_ranks) words += ", on rank " + options.on_ranks;
  return words;
}

/// Returns the processes with these ranks, as "0,4-7"; the error names a rank that there is not.
Result<std::vector<trace::LocationGroupId>> processes_of(const report::Report& report,
                                                         const std::string& ranks) {
  std::vector<trace::LocationGroupId> processes;
  for (const auto& [first, last] : ranges_of_ranks(ranks)) {
    const size_t before = processes.size();
    for (size_t g = 0; g < report.location_groups.size(); ++g) {
      const int64_t rank = report.location_groups[g].rank;
      if (rank >= first && rank <= last) processes.emplace_back(g);
    }
    if (processes.size() == before)
      return Error{fmt::format("{}: the run has no rank {}", printable_line(ranks),
                               first == last ? fmt::to_string(first) : fmt::format("{}-{}", first, last))};
  }
  return processes;
}

/// Returns whether something was sent in partitions.
bool has_partitions(const report::Report& report) {
  return std::ranges::any_of(
      report.regions, [](const report::Region& region) { return region.name.starts_with("MPI_Pready"); });
}

std::vector<report::CallPathId> roots_of(const report::Report& report) {
  std::vector<report::CallPathId> roots;
  for (size_t p = 0; p < report.call_paths.size(); ++p)
    if (!report.call_paths[p].parent.valid()) roots.emplace_back(p);
  return roots;
}

/// Returns the part of the run that BEGIN,END names, in ticks since its begin.
Result<std::optional<analyze::Change::Between>> part_of_run(const report::Report& report,
                                                            const std::string& text) {
  if (text.empty()) return std::optional<analyze::Change::Between>();
  const size_t comma = text.find(',');
  const std::optional<double> begin = parse_number<double>(std::string_view(text).substr(0, comma));
  const std::optional<double> end = comma == std::string::npos
                                        ? std::nullopt
                                        : parse_number<double>(std::string_view(text).substr(comma + 1));
  if (!begin || !end || !(*begin < *end) || std::isinf(*begin) || std::isinf(*end))
    return Error{fmt::format("--between {}: has to be BEGIN,END, in seconds since the run's begin",
                             printable_line(text))};
  const report::RunClock clock(report);
  const auto ticks = [&](double seconds) {
    const double most = static_cast<double>(clock.run_length().count);
    return Ticks(
        std::llround(std::clamp(seconds * static_cast<double>(clock.ticks_per_second()), 0.0, most)));
  };
  if (ticks(*begin) >= ticks(*end))
    return Error{fmt::format("--between {}: nothing of the run is there; it takes {:g} s",
                             printable_line(text), clock.length(clock.run_length()))};
  return std::optional(analyze::Change::Between{ticks(*begin), ticks(*end)});
}

/// Returns what of call paths is in others: those that are below one of these, and these where they are below
/// one of the call paths.
std::vector<report::CallPathId> paths_within(const report::Report& report,
                                             const std::vector<report::CallPathId>& paths,
                                             const std::vector<report::CallPathId>& outer) {
  const auto is_below = [&](report::CallPathId path, const std::vector<report::CallPathId>& of) {
    for (; path.valid(); path = report.call_paths[path.index()].parent)
      if (std::ranges::count(of, path) > 0) return true;
    return false;
  };
  std::vector<report::CallPathId> within;
  for (const report::CallPathId path : paths)
    if (is_below(path, outer)) within.push_back(path);
  for (const report::CallPathId path : outer)
    if (is_below(path, paths) && std::ranges::count(within, path) == 0) within.push_back(path);
  return within;
}

}  // namespace

Result<std::vector<WantedChange>> wanted_changes(const ChangeOptions& options) {
  using Kind = analyze::Change::Kind;
  std::vector<WantedChange> wanted;
  const std::string& ranks = options.on_ranks;
  for (const std::string& each : options.scale) {
    TRY(const Factor factor, parse_factor("--scale", each, "PATH"));
    wanted.push_back({Kind::scale, factor.name, factor.value,
                      fmt::format("{} took {:g} times as long", factor.name, factor.value), ranks});
  }
  for (const std::string& path : options.balance)
    wanted.push_back({Kind::balance, path, 1, path + " were spread evenly over those who do it", ranks});
  for (const std::string& path : options.balance_each)
    wanted.push_back({Kind::balance_each, path, 1,
                      fmt::format("each visit of {} took as long on all who do it", path), ranks});
  for (const std::string& path : options.even)
    wanted.push_back(
        {Kind::even, path, 1, fmt::format("all visits of {} took as long as each other", path), ranks});
  for (const std::string& path : options.remove)
    wanted.push_back({Kind::scale, path, 0, path + " were not there", ranks});
  for (const std::string& each : options.rank_speed) {
    TRY(const Factor factor, parse_factor("--rank-speed", each, "RANKS"));
    if (factor.value == 0 || !require_ranks(factor.name).empty())
      return Error{fmt::format("--rank-speed {}: has to be RANKS=FACTOR, with a factor above 0",
                               printable_line(each))};
    wanted.push_back({Kind::scale, "", 1 / factor.value,
                      fmt::format("rank {} computed {:g} times as fast", factor.name, factor.value),
                      factor.name});
  }
  if (options.no_preemption)
    wanted.push_back({.kind = Kind::scale,
                      .path = std::string(report::info_of(report::OffCore::preempted).name),
                      .factor = 0,
                      .words = "no thread lost its core to others while it computed",
                      .ranks = ranks,
                      .is_of_preemption = true});
  const bool is_limited = !options.between.empty() || !options.in.empty() || !ranks.empty();
  if (is_limited && wanted.empty())
    return Error{
        "--on-ranks, --between and --in say of which part of a run PATH is changed, but there is no PATH"};
  TRY_STATUS(add_changes_of_network(options, wanted));
  TRY_STATUS(check_changes(wanted));
  return wanted;
}

std::string in_words(const WantedChange& change, const ChangeOptions& options) {
  return change.words + part_in_words(change, options);
}

Result<std::vector<analyze::Change>> changes_of(const report::Report& report, const ChangeOptions& options,
                                                const std::vector<WantedChange>& wanted) {
  std::vector<analyze::Change> changes;
  TRY(const std::optional<analyze::Change::Between> between, part_of_run(report, options.between));
  std::vector<report::CallPathId> outer;
  if (!options.in.empty()) {
    TRY(outer, paths_named(report, options.in));
  }
  for (const WantedChange& each : wanted) {
    if (each.kind == analyze::Change::Kind::early_partitions && !has_partitions(report))
      return Error{"--partitions early: the run has no messages in partitions: nothing calls MPI_Pready"};
    TRY(std::vector<trace::LocationGroupId> processes, processes_of(report, each.ranks));
    std::vector<report::CallPathId> paths =
        each.is_of_preemption ? findings::preempted_paths(report) : roots_of(report);
    if (paths.empty())
      return Error{
          "--no-preemption: nothing says that a thread lost its core to others: it did not happen in "
          "computation that "
          "takes longer than 0.5 ms, or the recorder could not ask the kernel (kernel.perf_event_paranoid)"};
    if (!each.path.empty() && !each.is_of_preemption) {
      TRY(paths, paths_named(report, each.path));
    }
    if (!options.in.empty()) {
      paths = paths_within(report, paths, outer);
      if (paths.empty())
        return Error{fmt::format("nothing of {} is in {}",
                                 each.path.empty() ? "the run" : printable_line(each.path),
                                 printable_line(options.in))};
    }
    analyze::Change change = each.network;
    change.kind = each.kind;
    change.paths = std::move(paths);
    change.factor = each.factor;
    change.processes = std::move(processes);
    change.between = between;
    changes.push_back(std::move(change));
  }
  return changes;
}

}  // namespace latecomer::cli
