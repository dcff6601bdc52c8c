// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "text/show_text.h"
#include "text/summary_parts.h"
#include "text/table.h"
#include "text/text.h"

namespace latecomer::text {

using namespace report;

namespace {

/// Says what a violation of each condition looks like, by ClockCondition; a number stands before it.
constexpr std::array<const char*, kClockConditions> kViolations = {
    "messages received before they were sent",
    "messages that a probe saw before they were sent",
    "partitions that had arrived before they were ready",
    "times out of a barrier or the like before the last rank had come to it",
    "times out of a broadcast or the like before its root had come to it",
    "times out of a reduction or the like before the last rank had come to it",
    "times out of a scan before the last of the lower ranks had come to it",
    "times out of a neighbourhood collective before the last neighbour had come to it",
    "threads at work in a team before it was started",
    "teams joined before their last thread had ended its work",
    "times out of a barrier of threads before the last thread had come to it",
};

/// Returns "1 event was", "2 events were".
std::string events_were(uint64_t count) {
  return count_of(count, "event") + (count == 1 ? " was" : " were");
}

/// Returns what the node is called, without its class before it.
std::string_view node_name(const Report& report, SystemNodeId id) {
  const SystemNode& node = report.system_nodes[id.index()];
  std::string_view name = node.name;
  if (name.starts_with(node.class_name + " ")) name.remove_prefix(node.class_name.size() + 1);
  return name;
}

std::string pair_name(const Report& report, const ClockPair& pair) {
  const std::string_view cause = node_name(report, pair.cause);
  if (pair.cause == pair.effect) return fmt::format("within {}", cause);
  return fmt::format("{} -> {}", cause, node_name(report, pair.effect));
}

/// Sums up several pairs. It is unsigned, so that damaged numbers cannot overflow.
struct PairSum {
  uint64_t found = 0;
  double largest_error = 0;
  uint64_t events_shifted = 0;
  double largest_change = 0;
  uint64_t intervals_changed = 0;
  double change = 0;  ///< Is the change of all intervals together.

  void add(const ClockPair& pair) {
    found += static_cast<uint64_t>(total(pair.found));
    largest_error = std::max(largest_error, pair.largest_error);
    events_shifted += static_cast<uint64_t>(pair.events_shifted);
    largest_change = std::max(largest_change, pair.largest_change);
    intervals_changed += static_cast<uint64_t>(pair.intervals_changed);
    change += pair.mean_change * static_cast<double>(pair.intervals_changed);
  }
  double mean_change() const {
    return intervals_changed == 0 ? 0 : change / static_cast<double>(intervals_changed);
  }
};

PairSum sum_of(const std::vector<ClockPair>& pairs) {
  PairSum sum;
  for (const ClockPair& pair : pairs) sum.add(pair);
  return sum;
}

std::string pair_line(const std::string& name, const PairSum& sum, bool corrected) {
  const std::string found = std::to_string(sum.found);
  if (!corrected) return table_line({-22, 12, 11}, {"  " + name, found, with_unit(sum.largest_error)});
  return table_line({-22, 12, 11, 13, 11, 11},
                    {"  " + name, found, with_unit(sum.largest_error), std::to_string(sum.events_shifted),
                     with_unit(sum.largest_change), with_unit(sum.mean_change())});
}

/// Lists the pairs with the largest errors, and the others together.
std::string pair_table(const Report& report, const ClockReport& clocks, bool all) {
  std::vector<ClockPair> pairs = clocks.pairs;
  std::stable_sort(pairs.begin(), pairs.end(), [](const ClockPair& a, const ClockPair& b) {
    return a.largest_error != b.largest_error ? a.largest_error > b.largest_error
                                              : total(a.found) > total(b.found);
  });
  const size_t shown = all ? pairs.size() : std::min(pairs.size(), kLargestShown);
  std::string text = clocks.corrected
                         ? table_line({45, 13, 22}, {"largest", "events", "change of an interval"}) +
                               table_line({-22, 12, 11, 13, 11, 11}, {"  From cause to effect", "too early",
                                                                      "error", "moved", "largest", "mean"})
                         : table_line({45}, {"largest"}) +
                               table_line({-22, 12, 11}, {"  From cause to effect", "too early", "error"});
  for (size_t i = 0; i < shown; ++i)
    text += pair_line(pair_name(report, pairs[i]), sum_of({pairs[i]}), clocks.corrected);
  if (shown == pairs.size()) return text;
  const std::vector<ClockPair> rest(pairs.begin() + static_cast<std::ptrdiff_t>(shown), pairs.end());
  return text + pair_line(count_of(rest.size(), "other pair"), sum_of(rest), clocks.corrected);
}

std::string violations(const ConditionCounts& counts) {
  std::string text;
  for (size_t i = 0; i < kClockConditions; ++i) {
    if (counts[i] > 0) text += wrapped(kViolations[i], fmt::format("  {:>8}  ", counts[i]));
  }
  return text;
}

/// Returns whether there is reason to doubt the report's waiting times.
bool is_unreliable(const ClockReport& clocks) {
  return total(clocks.left()) > 0 || (!clocks.corrected && total(clocks.found()) > 0);
}

std::string offsets_used(const ClockReport& clocks) {
  if (clocks.offsets == 0) return "";
  const std::string offsets =
      count_of(static_cast<size_t>(clocks.offsets), "clock offset") + " recorded in the trace";
  const char* were = clocks.offsets == 1 ? "was" : "were";
  if (clocks.interpolated) return fmt::format("{} {} applied to all times first.", offsets, were);
  return fmt::format("{} {} not applied (--clocks={}).", offsets, were, clocks.mode);
}

/// Says what is wrong, and whether anything was done about it.
std::string diagnosis(const ClockReport& clocks) {
  const uint64_t found = static_cast<uint64_t>(total(clocks.found()));
  const std::string contradiction = fmt::format(
      "Clocks contradict each other: {} recorded earlier than what {} on, by up to {}.", events_were(found),
      found == 1 ? "it depends" : "they depend", with_unit(sum_of(clocks.pairs).largest_error));
  if (!clocks.corrected)
    return contradiction +
           fmt::format(
               " Nothing was done about that (--clocks={}), so waiting times, delays and the critical "
               "path are unreliable: latecomer analyze --clocks=auto corrects them.",
               clocks.mode);
  const int64_t left = total(clocks.left());
  if (left == 0)
    return contradiction + " That was corrected before anything else was computed; none is left.";
  return contradiction +
         fmt::format(" {} of these could not be corrected: waiting times near them are unreliable.", left);
}

std::string changes(const ClockReport& clocks) {
  const PairSum sum = sum_of(clocks.pairs);
  std::string text = fmt::format("{} moved, by at most {}", events_were(sum.events_shifted),
                                 with_unit(clocks.largest_shift));
  if (sum.intervals_changed > 0)
    text +=
        fmt::format("; {} between events changed {} length, by at most {} and {} on average",
                    count_of(sum.intervals_changed, "interval"), sum.intervals_changed == 1 ? "its" : "their",
                    with_unit(sum.largest_change), with_unit(sum.mean_change()));
  const double longer = clocks.length_after - clocks.length_before;
  if (longer != 0)
    text += fmt::format("; the run became {} by {}", longer > 0 ? "longer" : "shorter",
                        with_unit(std::abs(longer)));
  return text + ".";
}

std::string latencies_used(const ClockReport& clocks) {
  if (clocks.latency_between == 0 && clocks.latency_within == 0) return "";
  return fmt::format("A message was taken to need at least {} between nodes and {} within one.",
                     with_unit(clocks.latency_between), with_unit(clocks.latency_within));
}

std::string paragraph(const std::string& text) {
  return text.empty() ? "" : wrapped(text, "  ");
}

/// Describes clocks that contradict nothing.
std::string agreement(const ClockReport& clocks) {
  const size_t checked = static_cast<size_t>(total(clocks.checked));
  if (checked > 0)
    return fmt::format("no contradictions: none of {} is before its cause.", count_of(checked, "effect"));
  if (clocks.one_per_node) return "all times were recorded by one clock on each node.";
  return "there is nothing by which they could be compared.";
}

}  // namespace

std::string clocks_text(const Report& report, const ClockReport& clocks, bool all) {
  if (total(clocks.found()) == 0 && total(clocks.left()) == 0) {
    const std::string result = agreement(clocks);
    // What comes after its cause by less than a given latency is moved without having been wrong.
    const bool moved = sum_of(clocks.pairs).events_shifted > 0;
    const std::string moves = moved ? changes(clocks) + " " + latencies_used(clocks) : "";
    return wrapped(result + " " + moves + " " + offsets_used(clocks), "Clocks: ");
  }
  std::string text = "Clocks\n" + paragraph(diagnosis(clocks)) + violations(clocks.found());
  if (clocks.corrected) text += paragraph(changes(clocks)) + paragraph(latencies_used(clocks));
  return text + paragraph(offsets_used(clocks)) + pair_table(report, clocks, all);
}

std::string clock_table(const Report& report) {
  if (!report.files.contains(std::string(kClocksFile))) return "";
  const Result<ClockReport> clocks = read_clocks(report);
  return clocks ? clocks_text(report, *clocks, false) : wrapped(clocks.error().message, "Clocks: ");
}

std::string clock_warning(const Report& report) {
  const Result<ClockReport> clocks = read_clocks(report);
  if (!clocks || !is_unreliable(*clocks)) return "";
  return wrapped("They contradict each other, so waiting times are unreliable: see \"Clocks\" below.",
                 "Clocks   ");
}

}  // namespace latecomer::text
