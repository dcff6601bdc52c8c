// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/summary_parts.h"
#include "cli/text.h"
#include "findings/felt_at.h"
#include "findings/root_causes.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/locations.h"
#include "store/read_findings.h"

namespace latecomer::cli {

using namespace findings;
using namespace query;
using namespace report;

namespace {

/// "makes ranks 1, 3 wait 3.100 s at main/MPI_Recv (Late Sender)"
std::string felt_line(const Report& report, const FeltAt& at_path, int digits) {
  const std::string head =
      fmt::format("makes {} wait {:.{}f} s at ", ranks_text(at_path.ranks, count_processes(report)),
                  at_path.seconds, digits);
  const std::string kind = fmt::format(" ({})", report.metrics[at_path.kind.index()].name);
  const size_t taken = kEntryMargin + head.size() + kind.size();
  constexpr size_t kLeast = 30;  // columns of a call path; a longer line is broken
  const size_t width = taken + kLeast < columns() ? columns() - taken : columns() - 2 * kEntryMargin;
  return wrapped(head + end_of(report.path_name(at_path.path), width) + kind, std::string(kEntryMargin, ' '));
}

std::string felt_lines(const Report& report, const RootCause& cause,
                       const std::vector<store::Consequence>& consequences, int digits) {
  constexpr size_t kShown = 2;
  constexpr double kLeast = 0.1;  // of what the cause costs
  std::string text;
  size_t shown = 0;
  for (const FeltAt& at_path : felt_at(report, consequences, cause.path)) {
    if (at_path.seconds < kLeast * cause.seconds || shown++ == kShown) break;
    text += felt_line(report, at_path, digits);
  }
  return text;
}

std::string cause_entry(const Report& report, const RootCause& cause,
                        const std::vector<store::Consequence>& consequences, int digits) {
  const std::string margin(kEntryMargin, ' ');
  std::string text = sampled_line(report, cause.most_sampled);
  if (is_not_running(report, cause.path))
    text += wrapped("Others ran on its core, or it slept or waited for the operating system.", margin);
  text += wrapped(concerned_ranks(report, cause.per_rank, digits), margin + "on ");
  text += felt_lines(report, cause, consequences, digits);
  if (cause.long_term < kConsiderable * cause.seconds) return text;
  return text + fmt::format("{}{:.{}f} s of it further on, through others that had to wait\n", margin,
                            cause.long_term, digits);
}

}  // namespace

std::string largest_causes(const Space& space, double total, double waiting) {
  const Report& report = space.report();
  const std::vector<RootCause> causes = root_causes(space);
  if (causes.empty()) return "";
  const Result<std::vector<store::Consequence>> stored = store::read_consequences(report);
  const std::vector<store::Consequence> consequences = stored ? *stored : std::vector<store::Consequence>();
  const int digits = decimals(total);
  std::string text = "Who made them wait (all waiting, charged to what took longer elsewhere)\n";
  double rest = waiting;
  size_t shown = 0;
  for (; shown < causes.size() && shown < kLargestShown; ++shown) {
    const RootCause& cause = causes[shown];
    if (!is_worth_telling(cause.seconds, total) || (shown > 0 && cause.seconds < kConsiderable * waiting))
      break;
    text += entry(shown + 1, cause.seconds, digits, cause.seconds / waiting, report.path_name(cause.path));
    text += cause_entry(report, cause, consequences, digits);
    rest -= cause.seconds;
  }
  return text + rest_entry(causes.size() - shown, rest, digits, rest / waiting);
}

}  // namespace latecomer::cli
