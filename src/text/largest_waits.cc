// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "findings/considerable.h"
#include "findings/held_locks.h"
#include "findings/remedies.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "text/path_ends.h"
#include "text/summary_parts.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace query;
using namespace report;

namespace {

/// Returns an entry; `remedies` are those of the entries before, to which this one's is added.
std::string wait_entry(const Space& space, const WaitState& wait, const HeldLocks& locks,
                       const CallCounter& counter, const PathEnds& ends, double total,
                       std::vector<std::string>& remedies) {
  const Report& report = space.report();
  const std::string margin(kEntryMargin, ' ');
  std::string text = entry(remedies.size() + 1, wait.seconds, wait.seconds / total, name_with_others(wait));
  const std::string at = margin + "at ";
  text += wrapped(what_text(report, ends, wait.path, wait.common, columns() - at.size()), at);
  text += common_line(report, ends, wait.common);
  text += phase_line(report, wait.common);
  text += wrapped(concerned_ranks(report, wait.per_rank, concerned_thread(space, wait)), margin + "on ");
  if (const std::optional<HeldIn> held = locks.during(wait))
    text +=
        wrapped(fmt::format("{} ({:.0f} %)", ends.of(report.path_name(held->path), columns() - kEntryMargin),
                            100 * held->share),
                margin + "held most in ");
  if (const CallCounts counts = counter.count(wait); counts.calls > 0)
    text +=
        fmt::format("{}in {}, {} each\n", margin, calls_text(counts), with_unit(wait.seconds / counts.calls));
  return text + remedy_line(remedy_for(space, wait), remedies);
}

}  // namespace

std::string largest_waits(const Space& space, double total, double waiting) {
  const Report& report = space.report();
  std::string text =
      fmt::format("Largest wait states ({:.1f} % of the time is waiting)\n", 100 * waiting / total);
  const std::vector<WaitState> waits = waits_by_function(space);
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(waits.size(), kLargestShown); ++i)
    names.push_back(report.path_name(waits[i].path));
  const PathEnds ends(names);
  const HeldLocks locks(space);
  const CallCounter counter(space);
  double rest = waiting;
  std::vector<std::string> remedies;  // of those shown
  for (const WaitState& wait : waits) {
    if (remedies.size() == kLargestShown) break;
    if (!is_worth_a_line(wait.seconds, total, waiting) || wait.seconds < kVisible * total) continue;
    text += wait_entry(space, wait, locks, counter, ends, total, remedies);
    rest -= wait.seconds;
  }
  return text + rest_entry(waits.size() - remedies.size(), rest, rest / total);
}

}  // namespace latecomer::text
