// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <string>

#include "findings/time_shares.h"
#include "query/space.h"
#include "text/summary_parts.h"
#include "text/table.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace query;

std::string time_table(const Space& space, double total, double waiting) {
  const auto line = [](const auto&... cells) { return table_line({-40, 14, 9, 17}, {cells...}); };
  const auto share = [&](const std::string& name, double seconds, double waiting_in) {
    return line("  " + name, with_unit(seconds), fmt::format("{:.1f}", total > 0 ? 100 * seconds / total : 0),
                waiting_in > 0 ? with_unit(waiting_in) : "");
  };
  std::string text = line("Where the time went", "time", "%", "of it waiting");
  for (const TimeShare& each : time_shares(space))
    text += share((each.is_part ? "  " : "") + each.name, each.seconds, each.waiting);
  return text + share("All threads together", total, waiting);
}

}  // namespace latecomer::text
