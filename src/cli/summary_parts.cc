// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/summary_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/text.h"
#include "findings/wait_states.h"
#include "report/locations.h"

namespace latecomer::cli {

using namespace findings;
using namespace report;

bool is_worth_telling(double seconds, double total) {
  constexpr double kNoticeable = 0.01;  // seconds
  return seconds >= kConsiderable * total || seconds >= kNoticeable;
}

std::string entry(size_t number, double seconds, int digits, double share, const std::string& name) {
  const std::string head =
      fmt::format("{:>3}. {:>10.{}f} s {:>5.1f} %  ", number, seconds, digits, 100 * share);
  const bool is_path = name.find('/') != std::string::npos;
  return is_path ? head + end_of(name, columns() - head.size()) + "\n" : wrapped(name, head);
}

std::string rest_entry(size_t count, double seconds, int digits, double share) {
  if (count == 0) return "";
  return fmt::format("     {:>10.{}f} s {:>5.1f} %  in {}\n", std::max(seconds, 0.0), digits,
                     100 * std::max(share, 0.0), count_of(count, "smaller one"));
}

std::string concerned_ranks(const Report& report, const std::vector<double>& per_rank, int digits) {
  const std::vector<int64_t> ranks = ranks_with_most(report, per_rank);
  const std::string who = ranks_text(ranks, count_processes(report));
  if (ranks.size() == 1) return who;
  const size_t worst =
      static_cast<size_t>(std::max_element(per_rank.begin(), per_rank.end()) - per_rank.begin());
  return fmt::format("{}; most on rank {}: {:.{}f} s", who, report.location_groups[worst].rank,
                     per_rank[worst], digits);
}

std::string sampled_line(const Report& report, const std::optional<SampledPart>& part) {
  if (!part) return "";
  const std::string from =
      part->samples > 0 ? ", from " + count_of(static_cast<size_t>(part->samples), "sample") : "";
  return wrapped(
      fmt::format("{:.0f} % of it sampled in {}{}", 100 * part->share, report.node_name(part->path), from),
      std::string(kEntryMargin, ' '));
}

}  // namespace latecomer::cli
