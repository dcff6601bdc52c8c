// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/gain_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "report/locations.h"
#include "text/path_ends.h"
#include "text/summary_parts.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace query;
using namespace report;

namespace {

/// Returns what waiting each rank is charged with, in seconds.
std::vector<double> charged_to(const std::vector<RootCause>& causes) {
  std::vector<double> sums = causes.front().per_rank;
  for (size_t i = 1; i < causes.size(); ++i)
    for (size_t rank = 0; rank < sums.size(); ++rank) sums[rank] += causes[i].per_rank[rank];
  return sums;
}

/// Returns "Rank 2 is the latecomer: ..." if most waiting is charged to one rank.
std::string latecomer_line(const Report& report, const std::vector<RootCause>& causes, double total,
                           double waiting) {
  constexpr double kMost = 0.5;
  const std::vector<double> charged = charged_to(causes);
  const auto worst = std::ranges::max_element(charged);
  if (count_processes(report) < 2 || *worst < kMost * waiting) return "";
  const int64_t rank = report.location_groups[static_cast<size_t>(worst - charged.begin())].rank;
  return wrapped(fmt::format("Rank {} is the latecomer: because of it others wait {}, {:.0f} % of all time.",
                             rank, with_unit(*worst), 100 * *worst / total),
                 "");
}

/// Returns "causes 1, 3".
std::string numbers_of(const Gain& gain, const std::vector<RootCause>& causes) {
  std::vector<size_t> numbers;
  for (size_t i = 0; i < causes.size(); ++i)
    if (std::ranges::count(gain.causes, causes[i].path) > 0) numbers.push_back(i + 1);
  return fmt::format("causes {}", fmt::join(numbers, ", "));
}

/// Names single causes.
class CauseNames {
 public:
  CauseNames(const Report& report, const std::vector<RootCause>& causes)
      : report_(report), causes_(causes), ends_(names(report, causes)) {}

  std::string of(CallPathId path) const {
    constexpr size_t kBeside = 48;  // columns of a line that a call path does not have
    const auto cause = std::ranges::find(causes_, path, &RootCause::path);
    if (cause == causes_.end()) return report_.path_name(path);
    return what_text(report_, ends_, path, cause->common, columns() - kBeside);
  }

 private:
  static std::vector<std::string> names(const Report& report, const std::vector<RootCause>& causes) {
    std::vector<std::string> names;
    for (size_t i = 0; i < std::min(causes.size(), kLargestShown); ++i)
      names.push_back(report.path_name(causes[i].path));
    return names;
  }

  const Report& report_;
  const std::vector<RootCause>& causes_;
  PathEnds ends_;
};

/// Returns "  1.31 s  -50.6 %  if main/solve (a.c:3) were spread evenly".
std::string line_of(const Gains& gains, const Gain& gain, const std::vector<RootCause>& causes,
                    const CauseNames& names) {
  std::string what = gain.kind == Gain::Kind::no_preemption ? "if no thread lost its core to others"
                                                            : "if the network were instant";
  if (gain.causes.size() == 1)
    what = fmt::format("if {} were {}", names.of(gain.causes.front()),
                       gain.kind == Gain::Kind::remove ? "not there" : "spread evenly");
  if (gain.causes.size() > 1)
    what = fmt::format("if {} were spread evenly: {:.0f} % of what can be gained so",
                       numbers_of(gain, causes), 100 * gains.gained(gain) / gains.gained(*gains.largest()));
  return wrapped(what, fmt::format("  {:>12} {:>+7.1f} %  ", with_unit(gain.seconds),
                                   -100 * gains.gained(gain) / gains.recorded()));
}

}  // namespace

std::string gain_table(const Space& space, double total, double waiting) {
  const Report& report = space.report();
  const Gains gains = read_gains(report);
  const std::vector<RootCause> causes = causes_by_function(space);
  if (gains.all().empty() || causes.empty() || !(gains.recorded() > 0)) return "";
  const std::string head = latecomer_line(report, causes, total, waiting);
  const std::string recorded = with_unit(gains.recorded());
  const std::vector<Gain> considerable = gains.considerable();
  if (considerable.empty() && !gains.largest()) return head;
  if (considerable.empty())
    return head + wrapped("Mending one of the causes below gains less than 1 % of the run's " + recorded +
                              ": the next one is right behind it.",
                          "");
  const CauseNames names(report, causes);
  std::string text = head + "What it would take instead of " + recorded + ", by replay\n";
  for (const Gain& gain : considerable) text += line_of(gains, gain, causes, names);
  return text;
}

std::string gain_line(const Gains& gains, const RootCause& cause) {
  const Gain* const known = gains.of_cause(cause.path);
  if (!known) return "";
  return fmt::format("{}the run gains {} if it is {}\n", std::string(kEntryMargin, ' '),
                     with_unit(gains.gained(*known)),
                     known->kind == Gain::Kind::balance ? "spread evenly" : "not there");
}

}  // namespace latecomer::text
