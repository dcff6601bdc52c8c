// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "findings/call_sizes.h"
#include "query/space.h"
#include "text/path_ends.h"
#include "text/summary_parts.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace query;
using namespace report;

namespace {

/// Returns "1,200,000 calls of 8 B, 2.90 us each: 2.76 MB/s", of large ones without their waiting.
std::string size_line(const CostlySize& size) {
  std::string text =
      fmt::format("{}, {} each{}", calls_text(size.counts), with_unit(size.seconds / size.counts.calls),
                  size.are_large ? " without waiting" : "");
  if (size.are_large && !size.counts.is_for_all_members)
    text += fmt::format(": {}/s for each thread", bytes_text(size.counts.bytes / size.seconds));
  return wrapped(text, std::string(kEntryMargin, ' '));
}

}  // namespace

std::string size_table(const Space& space, double total) {
  const Report& report = space.report();
  std::vector<CostlySize> sizes = costly_sizes(space);
  if (sizes.empty()) return "";
  sizes.resize(std::min(sizes.size(), kLargestShown));
  std::vector<std::string> names;
  for (const CostlySize& size : sizes) names.push_back(report.path_name(size.path));
  const PathEnds ends(names);
  std::string text = "Calls that take long by their size\n";
  std::vector<std::string> remedies;
  for (const CostlySize& size : sizes) {
    text += entry(remedies.size() + 1, size.seconds, size.seconds / total,
                  what_text(report, ends, size.path, size.common, columns() - kEntryHead));
    text += common_line(report, ends, size.common) + size_line(size) + remedy_line(size.remedy, remedies);
  }
  return text;
}

}  // namespace latecomer::text
