// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/prediction_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "findings/root_causes.h"
#include "report/locations.h"
#include "text/path_ends.h"
#include "text/summary_parts.h"
#include "text/table.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace query;

namespace {

/// Returns "-51.0 %", or "12 times"; empty where there was nothing.
std::string change_of(const Predicted& each) {
  if (each.recorded == 0) return "";
  const double times = each.predicted / each.recorded;
  if (times >= 1000) return "> 999 times";
  if (times >= 10) return fmt::format("{:.0f} times", times);
  return fmt::format("{:+.1f} %", 100 * (each.predicted - each.recorded) / each.recorded);
}

std::string line(const std::string& name, const std::string& recorded, const std::string& predicted,
                 const std::string& change) {
  return table_line({-40, 12, 12, 12}, {name, recorded, predicted, change});
}

std::string seconds_line(const std::string& margin, const Predicted& each) {
  return line(fmt::format("{}{}", margin, each.name), with_unit(each.recorded), with_unit(each.predicted),
              change_of(each));
}

std::string percent(double ratio) {
  return fmt::format("{:.1f} %", 100 * ratio);
}

/// Returns the largest causes of waiting, a line each.
std::string causes_text(const char* title, const Space& space) {
  const report::Report& report = space.report();
  const std::vector<RootCause> causes = causes_by_function(space);
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(causes.size(), kLargestShown); ++i)
    names.push_back(report.path_name(causes[i].path));
  const PathEnds ends(names);
  std::string text = fmt::format("\n{}\n", title);
  for (size_t i = 0; i < names.size(); ++i) {
    const RootCause& cause = causes[i];
    const std::string ranks = concerned_ranks(report, cause.per_rank, std::nullopt);
    const std::string head = fmt::format("  {}. {:>12}  ", i + 1, with_unit(cause.seconds));
    const size_t width = columns() - std::min(columns() / 2, head.size() + ranks.size() + 4);
    text += wrapped(fmt::format("{} on {}", what_text(report, ends, cause.path, cause.common, width), ranks),
                    head);
  }
  return names.empty() ? text + "  nobody waits\n" : text;
}

/// Says what the prediction kept in the recorded order, where a program may take it in another.
std::string order_text(const Prediction& prediction) {
  std::vector<std::string> kept;
  if (prediction.messages_in_order > 0)
    kept.push_back(fmt::format("{} would have been sent before the one that is received before it",
                               count_of(prediction.messages_in_order, "message")));
  if (prediction.locks_in_order > 0)
    kept.push_back(fmt::format("{} would have been wanted before the one before it",
                               count_of(prediction.locks_in_order, "lock")));
  if (kept.empty()) return "";
  return wrapped(fmt::format(
                     "Who receives what, and who gets a lock next, is as recorded. But {}: if the program "
                     "takes what comes first, it takes another length than predicted.",
                     fmt::join(kept, ", and ")),
                 "Order    ") +
         '\n';
}

}  // namespace

std::string prediction_text(const Prediction& prediction, const std::vector<std::string>& changes,
                            const Space& recorded, const Space& predicted) {
  std::string text;
  for (const std::string& change : changes) text += wrapped(change, text.empty() ? "What if  " : "         ");
  text += '\n';
  text += order_text(prediction);
  text += line("", "recorded", "predicted", "change");
  text += seconds_line("", prediction.run_length);
  for (size_t i = 0; i < prediction.waiting.size(); ++i)
    text += seconds_line(i == 0 ? "" : "  ", prediction.waiting[i]);
  for (size_t i = 0; i < prediction.efficiencies.size(); ++i) {
    const Predicted& each = prediction.efficiencies[i];
    text += line(fmt::format("{}{}", i == 0 ? "" : "  ", each.name), percent(each.recorded),
                 percent(each.predicted), "");
  }
  return text + causes_text("Who made others wait, as recorded", recorded) +
         causes_text("Who would make them wait", predicted);
}

}  // namespace latecomer::text
