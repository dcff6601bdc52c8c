// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <vector>

#include "cli/summary_parts.h"
#include "cli/text.h"
#include "findings/wait_states.h"
#include "query/space.h"

namespace latecomer::cli {

using namespace findings;
using namespace query;
using namespace report;

namespace {

/// The place in the list where the same kind of wait state stands already, with its remedy.
size_t first_of_kind(const std::vector<WaitState>& waits, size_t i) {
  size_t first = 0;
  while (waits[first].metric != waits[i].metric) ++first;
  return first;
}

std::string wait_entry(const Report& report, const std::vector<WaitState>& waits, size_t i, double total) {
  const WaitState& wait = waits[i];
  const int digits = decimals(total);
  const std::string margin(kEntryMargin, ' ');
  std::string text = entry(i + 1, wait.seconds, digits, wait.seconds / total, wait.name);
  text +=
      fmt::format("{}at {}\n", margin, end_of(report.path_name(wait.path), columns() - margin.size() - 3));
  text += wrapped(concerned_ranks(report, wait.per_rank, digits), margin + "on ");
  const std::string remedy = remedy_of(report, wait.metric);
  const size_t first = first_of_kind(waits, i);
  if (remedy.empty()) return text;
  return text +
         (first < i ? fmt::format("{}-> as {}.\n", margin, first + 1) : wrapped(remedy, margin + "-> "));
}

}  // namespace

std::string largest_waits(const Space& space, double total, double waiting) {
  const Report& report = space.report();
  std::string text =
      fmt::format("Largest wait states ({:.1f} % of the time is waiting)\n", 100 * waiting / total);
  const std::vector<WaitState> waits = wait_states(space);
  double rest = waiting;
  size_t shown = 0;
  for (; shown < waits.size() && shown < kLargestShown; ++shown) {
    const double seconds = waits[shown].seconds;
    if (!is_worth_telling(seconds, total) || seconds < kVisible * total) break;
    text += wait_entry(report, waits, shown, total);
    rest -= waits[shown].seconds;
  }
  return text + rest_entry(waits.size() - shown, rest, decimals(total), rest / total);
}

}  // namespace latecomer::cli
