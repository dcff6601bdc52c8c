// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/summary_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "findings/wait_states.h"
#include "report/locations.h"
#include "report/path_names.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace report;

std::string entry(size_t number, double seconds, double share, const std::string& name) {
  return wrapped(name, fmt::format("{:>3}. {:>12} {:>5.1f} %  ", number, with_unit(seconds), 100 * share));
}

std::string rest_entry(size_t count, double seconds, double share) {
  if (count == 0) return "";
  return fmt::format("     {:>12} {:>5.1f} %  in {}\n", with_unit(std::max(seconds, 0.0)),
                     100 * std::max(share, 0.0), count_of(count, "smaller one"));
}

std::string concerned_ranks(const Report& report, const std::vector<double>& per_rank,
                            const std::optional<ConcernedThread>& thread) {
  const std::vector<int64_t> ranks = ranks_with_most(report, per_rank);
  const std::string who = ranks_text(ranks, count_processes(report));
  const std::string which =
      thread ? fmt::format(", thread {}: {}", report.locations[thread->location.index()].rank,
                           with_unit(thread->seconds))
             : "";
  if (ranks.size() == 1) return who + which;
  const size_t worst =
      static_cast<size_t>(std::max_element(per_rank.begin(), per_rank.end()) - per_rank.begin());
  return fmt::format("{}; most on rank {}: {}{}", who, report.location_groups[worst].rank,
                     with_unit(per_rank[worst]), thread ? ", of that" + which.substr(1) : "");
}

std::string phase_line(const Report& report, const CommonCode& common) {
  const std::optional<ConcernedPhase> phase = concerned_phase(report, common);
  if (!phase) return "";
  return wrapped(
      fmt::format("{:.0f} % of it in {}, one of {}", 100 * phase->share, phase->name, grouped(phase->count)),
      std::string(kEntryMargin, ' '));
}

std::string calls_text(const CallCounts& counts) {
  std::string text = grouped(static_cast<size_t>(counts.calls)) + (counts.calls == 1 ? " call" : " calls");
  if (counts.bytes > 0) text += " of " + bytes_text(counts.mean_bytes());
  return text + (counts.is_for_all_members && counts.bytes > 0 ? " to all members" : "");
}

std::string remedy_line(const std::string& remedy, std::vector<std::string>& before) {
  const std::string margin(kEntryMargin, ' ');
  const auto same = std::ranges::find(before, remedy);
  const std::ptrdiff_t number = same - before.begin() + 1;
  const bool is_new = same == before.end();
  before.push_back(remedy);
  if (remedy.empty()) return "";
  return is_new ? wrapped(remedy, margin + "-> ") : fmt::format("{}-> as {}.\n", margin, number);
}

std::string what_text(const Report& report, const PathEnds& ends, CallPathId path, const CommonCode& common,
                      size_t width) {
  if (common.name.empty()) return ends.of(report.path_name(path), width);
  return common.with_calls ? common.name + " and what it calls" : common.name;
}

std::string common_line(const Report& report, const PathEnds& ends, const CommonCode& common) {
  if (common.name.empty()) return "";
  const PathSeconds& most = common.paths.front();
  const std::string margin(kEntryMargin, ' ');
  const std::string number = count_of(common.paths.size(), "call path");
  const std::string path = report.path_name(most.path);
  if (path == common.name) return wrapped("on " + number, margin);
  if (!common.functions.empty()) {
    std::string functions;
    for (const FunctionSeconds& each : common.functions)
      functions +=
          fmt::format("{}{} ({})", functions.empty() ? "" : ", ", each.name, with_unit(each.seconds));
    return wrapped(fmt::format("on {}; most in {}", number, functions), margin);
  }
  return wrapped(fmt::format("on {}; most, {}, on {}", number, with_unit(most.seconds),
                             ends.of(path, columns() - kEntryMargin)),
                 margin);
}

namespace {

/// Returns "estimate_error → smooth (solve.c:12)": of a recursion one, of many functions the first and the
/// last ones.
std::string functions_text(const Report& report, std::span<const CallPathId> all) {
  constexpr size_t kMost = 4;
  std::vector<CallPathId> functions;
  for (const CallPathId each : all) {
    const bool is_same =
        !functions.empty() && region_name(report, functions.back()) == region_name(report, each);
    is_same ? void(functions.back() = each) : functions.push_back(each);
  }
  std::string text;
  for (size_t i = 0; i + 1 < functions.size(); ++i) {
    const bool is_left_out = functions.size() > kMost && i > 0 && i + kMost / 2 < functions.size();
    if (!is_left_out) text += region_name(report, functions[i]) + " → ";
    if (is_left_out && i == 1) text += "… → ";
  }
  return text + report.node_name(functions.back());
}

}  // namespace

std::string sampled_line(const Report& report, const std::optional<SampledPart>& part) {
  if (!part) return "";
  constexpr double kFew = 10;  // of which a percentage would say more than is known
  const std::string name = functions_text(report, part->functions);
  const std::string margin(kEntryMargin, ' ');
  if (part->samples == 1) return wrapped("its only sample is in " + name, margin);
  const std::string samples = count_of(static_cast<size_t>(part->samples), "sample");
  if (part->samples > 0 && part->samples < kFew)
    return wrapped(fmt::format("most of its {} are in {}", samples, name), margin);
  const std::string from =
      part->samples > 0 ? fmt::format(", ± {:.0f} % from {}", std::ceil(100 * part->error), samples) : "";
  return wrapped(fmt::format("{:.0f} % of it sampled in {}{}", 100 * part->share, name, from), margin);
}

}  // namespace latecomer::text
