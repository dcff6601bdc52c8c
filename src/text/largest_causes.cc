// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "findings/considerable.h"
#include "findings/felt_at.h"
#include "findings/remedies.h"
#include "findings/root_causes.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/locations.h"
#include "store/read_findings.h"
#include "text/gain_table.h"
#include "text/path_ends.h"
#include "text/summary_parts.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace query;
using namespace report;

namespace {

/// Returns "makes ranks 1, 3 wait 3.10 s at main/MPI_Recv (Late Sender)".
std::string felt_line(const Report& report, const PathEnds& ends, const FeltAt& at_path) {
  const std::string head = fmt::format(
      "makes {} wait {} at ", ranks_text(at_path.ranks, count_processes(report)), with_unit(at_path.seconds));
  const std::string kind = fmt::format(" ({})", report.metrics[at_path.kind.index()].name);
  const size_t taken = kEntryMargin + head.size() + kind.size();
  constexpr size_t kLeast = 30;  // columns of a call path; a longer line is broken
  const size_t width = taken + kLeast < columns() ? columns() - taken : columns() - 2 * kEntryMargin;
  return wrapped(head + what_text(report, ends, at_path.path, at_path.common, width) + kind,
                 std::string(kEntryMargin, ' '));
}

/// Returns where most of what the cause costs is felt.
std::vector<FeltAt> most_felt_at(const Report& report, const RootCause& cause,
                                 const std::vector<store::Consequence>& consequences) {
  constexpr size_t kShown = 2;
  constexpr double kLeast = 0.1;  // of what the cause costs
  std::vector<FeltAt> most;
  for (const FeltAt& at_path : felt_at(report, consequences, paths_of(cause))) {
    if (at_path.seconds < kLeast * cause.seconds || most.size() == kShown) break;
    most.push_back(at_path);
  }
  return most;
}

/// Returns the ends of all call paths that the first causes name.
PathEnds ends_of(const Report& report, const std::vector<RootCause>& causes,
                 const std::vector<store::Consequence>& consequences) {
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(causes.size(), kLargestShown); ++i) {
    names.push_back(report.path_name(causes[i].path));
    for (const FeltAt& at_path : most_felt_at(report, causes[i], consequences))
      names.push_back(report.path_name(at_path.path));
  }
  return PathEnds(names);
}

std::string cause_entry(const Space& space, const PathEnds& ends, const RootCause& cause,
                        const std::vector<store::Consequence>& consequences) {
  const Report& report = space.report();
  const std::string margin(kEntryMargin, ' ');
  std::string text = sampled_line(report, cause.most_sampled);
  if (is_not_running(report, cause.path)) text += wrapped(why_off_core(report, cause.path), margin);
  text += phase_line(report, cause.common);
  text += wrapped(concerned_ranks(report, cause.per_rank, concerned_thread(space, cause)), margin + "on ");
  if (const double without = seconds_without_core(space, cause); without >= kConsiderable * cause.seconds)
    text += fmt::format("{}without a core for {} of the time there\n", margin, with_unit(without));
  for (const FeltAt& at_path : most_felt_at(report, cause, consequences))
    text += felt_line(report, ends, at_path);
  if (cause.long_term < kConsiderable * cause.seconds) return text;
  return text + fmt::format("{}{} of it further on, through others that had to wait\n", margin,
                            with_unit(cause.long_term));
}

/// Returns a line about waiting without a cause, like that for what had not come when the trace ended.
std::string not_charged(double seconds, double waiting) {
  if (seconds < kConsiderable * waiting) return "";
  return wrapped("charged to nothing: no work was found that it waited for",
                 fmt::format("     {:>12} {:>5.1f} %  ", with_unit(seconds), 100 * seconds / waiting));
}

}  // namespace

std::string largest_causes(const Space& space, double total, double waiting) {
  const Report& report = space.report();
  const std::vector<RootCause> causes = causes_by_function(space);
  if (causes.empty()) return "";
  const Result<std::vector<store::Consequence>> stored = store::read_consequences(report);
  const std::vector<store::Consequence> consequences = stored ? *stored : std::vector<store::Consequence>();
  const PathEnds ends = ends_of(report, causes, consequences);
  const Gains gains = read_gains(report);
  std::string text = "Who made them wait (all waiting, charged to what took longer elsewhere)\n";
  const double charged = charged_seconds(causes);
  double rest = std::min(charged, waiting);
  std::vector<std::string> remedies;  // of those shown
  size_t shown = 0;
  for (const RootCause& cause : causes) {
    if (shown == kLargestShown) break;
    if (!is_worth_a_line(cause.seconds, total, waiting) ||
        (shown > 0 && cause.seconds < kConsiderable * waiting))
      continue;
    text += entry(++shown, cause.seconds, cause.seconds / waiting,
                  what_text(report, ends, cause.path, cause.common, columns() - kEntryHead));
    text += common_line(report, ends, cause.common) + cause_entry(space, ends, cause, consequences) +
            gain_line(gains, cause) + remedy_line(remedy_for(space, cause), remedies);
    rest -= cause.seconds;
  }
  return text + rest_entry(causes.size() - shown, rest, rest / waiting) +
         not_charged(waiting - charged, waiting);
}

}  // namespace latecomer::text
