// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <vector>

#include "cli/summary_parts.h"
#include "cli/text.h"
#include "findings/critical_path_parts.h"
#include "query/space.h"

namespace latecomer::cli {

using namespace findings;
using namespace query;
using namespace report;

namespace {

/// On which ranks the path runs through it, and what even distribution would save.
std::string path_entry(const Report& report, const CriticalPathPart& part, double whole) {
  const std::string margin(kEntryMargin, ' ');
  const int digits = decimals(whole);
  std::string text = wrapped(concerned_ranks(report, part.per_rank, digits), margin + "on ");
  if (part.imbalance < kConsiderable * whole) return text;
  text += fmt::format("{}{:.{}f} s of it beyond the mean of all threads\n", margin, part.imbalance, digits);
  if (!part.is_computation) return text;
  return text + margin + "-> Distribute this work evenly: the run gets shorter by up to that.\n";
}

}  // namespace

std::string critical_path_table(const Space& space) {
  const Report& report = space.report();
  const CriticalPathParts parts = critical_path_parts(space, kLargestShown);
  const double whole = parts.seconds;
  if (!(whole > 0)) return "";
  const int digits = decimals(whole);
  std::string text = "What decided how long it took (the critical path; only it shortens the run)\n";
  double rest = whole;
  size_t shown = 0;
  for (const CriticalPathPart& part : parts.largest) {
    if (shown > 0 && part.seconds < kConsiderable * whole) break;
    text += entry(++shown, part.seconds, digits, part.seconds / whole, report.path_name(part.path));
    text += sampled_line(report, part.most_sampled);
    text += path_entry(report, part, whole);
    rest -= part.seconds;
  }
  return text + rest_entry(parts.count - shown, rest, digits, rest / whole);
}

}  // namespace latecomer::cli
