// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "findings/summary.h"
#include "query/space.h"
#include "report/attributes.h"
#include "text/path_ends.h"
#include "text/summary_parts.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace query;
using namespace report;

namespace {

constexpr size_t kMargin = 12;  ///< Is the number of columns before the lines that belong to a kind.

/// Lists what follows from it that a part of the run, or a rank, was not recorded.
constexpr std::array kOfWhatWasLeftOut = {
    "unmatched_send",        "unmatched_receive", "incomplete_collective", "unfinished_collective",
    "mismatched_collective", "unmatched_epoch",   "unreleased_lock"};

/// Returns the first few, each a line that keeps its count and end: "12 at ...solve/MPI_Isend on rank 1".
std::string first_of(const std::vector<std::string>& lines) {
  const size_t shown = std::min(lines.size(), kLargestShown);
  const auto place_in = [](const std::string& line) {
    const size_t at = line.find(" at ");
    return at == std::string::npos ? 0 : at + 4;
  };
  std::vector<std::string> places;
  for (size_t i = 0; i < shown; ++i) places.push_back(lines[i].substr(place_in(lines[i])));
  const PathEnds ends(places);
  std::string text;
  for (size_t i = 0; i < shown; ++i) {
    const size_t begin = place_in(lines[i]);
    const size_t room = columns() - std::min(columns() / 2, kMargin + begin);
    text += wrapped(lines[i].substr(0, begin) + ends.of(places[i], room), std::string(kMargin, ' '));
  }
  if (shown < lines.size())
    text += fmt::format("{}... and more places: latecomer show --json has them\n", std::string(kMargin, ' '));
  return text;
}

struct Kind {
  std::string name;
  std::string count;
};

/// Returns the kinds of `what` ("anomaly", "note").
std::vector<Kind> kinds_of(const Report& report, const std::string& what) {
  const std::string key = "latecomer." + what + ".";
  std::vector<Kind> kinds;
  for (auto each = report.attributes.lower_bound(key);
       each != report.attributes.end() && each->first.starts_with(key); ++each)
    kinds.push_back({each->first.substr(key.size()), each->second});
  return kinds;
}

/// Says how often a kind occurred, and where.
std::string entry_of(const Report& report, const std::string& what, const Kind& kind) {
  const std::string text = attribute(report, "latecomer." + what + "_text." + kind.name);
  return wrapped(text.empty() ? kind.name : text, fmt::format("  {:>8}  ", kind.count)) +
         first_of(attributes_below(report, "latecomer." + what + "_place." + kind.name + "."));
}

bool is_of_what_was_left_out(const Kind& kind) {
  return std::ranges::find(kOfWhatWasLeftOut, kind.name) != kOfWhatWasLeftOut.end();
}

}  // namespace

std::string anomalies(const Space& space) {
  const Report& report = space.report();
  const bool was_off = seconds_off(space) > 0;
  long long left_out = 0;
  std::string text;
  for (const Kind& kind : kinds_of(report, "anomaly")) {
    if (was_off && is_of_what_was_left_out(kind)) {
      left_out += std::atoll(kind.count.c_str());
    } else {
      text += entry_of(report, "anomaly", kind);
    }
  }
  text += first_of(attributes_below(report, "latecomer.anomaly_detail."));
  if (left_out > 0)
    text += wrapped(
        "messages and other operations of which a part was not recorded, as recording was off there "
        "(latecomer show --json has their places)",
        fmt::format("  {:>8}  ", left_out));
  if (text.empty()) return "Anomalies: none. Everything in the trace was used.\n";
  return "Anomalies: what the trace holds beside a complete, consistent run\n" + text;
}

std::string notes(const Report& report) {
  std::string text;
  for (const Kind& kind : kinds_of(report, "note")) text += entry_of(report, "note", kind);
  return text.empty() ? "" : "Notes: what no trace can tell, or what the program did\n" + text;
}

}  // namespace latecomer::text
