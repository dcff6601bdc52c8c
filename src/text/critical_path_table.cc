// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <string>
#include <vector>

#include "findings/considerable.h"
#include "findings/critical_path_parts.h"
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

/// Says where the path runs through a call path: on ranks, or on what these had no core for.
std::string who(const Report& report, const CriticalPathPart& part) {
  std::vector<std::string> names;
  if (!ranks_with_most(report, part.per_rank).empty())
    names.push_back(concerned_ranks(report, part.per_rank, {}));
  for (const LocationId cause : part.causes) names.push_back(report.location_name(cause));
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Says where the path runs through a call path, and what even distribution would save.
std::string path_entry(const Report& report, const CriticalPathPart& part, double whole) {
  const std::string margin(kEntryMargin, ' ');
  std::string text = wrapped(who(report, part), margin + "on ");
  if (part.imbalance < kConsiderable * whole) return text;
  text += fmt::format("{}{} of it beyond the mean of all threads\n", margin, with_unit(part.imbalance));
  if (!part.is_computation) return text;
  return text + margin + "-> Distribute this work evenly: the run gets shorter by up to that.\n";
}

}  // namespace

std::string critical_path_table(const Space& space) {
  const Report& report = space.report();
  const CriticalPathParts parts = critical_path_parts(space, kLargestShown);
  const double whole = parts.seconds;
  if (!(whole > 0)) return "";
  std::string text = "What decided how long it took (the critical path; only it shortens the run)\n";
  std::vector<std::string> names;
  for (const CriticalPathPart& part : parts.largest) names.push_back(report.path_name(part.path));
  const PathEnds ends(names);
  double rest = whole;
  size_t shown = 0;
  for (const CriticalPathPart& part : parts.largest) {
    if (shown > 0 && part.seconds < kConsiderable * whole) break;
    text += entry(++shown, part.seconds, part.seconds / whole,
                  what_text(report, ends, part.path, part.common, columns() - kEntryHead));
    text += common_line(report, ends, part.common);
    text += sampled_line(report, part.most_sampled);
    text += path_entry(report, part, whole);
    rest -= part.seconds;
  }
  return text + rest_entry(parts.count - shown, rest, rest / whole);
}

}  // namespace latecomer::text
