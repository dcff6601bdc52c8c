// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "text/show_text.h"
#include "text/table.h"
#include "text/text.h"

namespace latecomer::text {

using findings::Phase;

namespace {

constexpr size_t kShown = 20;

std::string line(const auto&... cells) {
  return table_line({-24, 12, 10, 12, 10, 9, 9, 9}, {cells...});
}

std::string phase_line(const Phase& phase) {
  const auto ratio = [&](std::optional<double> value) {
    return phase.has_ended && value ? fmt::format("{:.1f}", 100 * *value) : "-";
  };
  const std::optional<double> serialization = phase.serialization();
  return line(phase.name, with_unit(phase.longest), fmt::format("{:.1f}", 100 * phase.waiting / phase.time),
              with_unit(phase.caused), ratio(phase.parallel_efficiency()), ratio(phase.load_balance()),
              ratio(serialization ? serialization : phase.communication_efficiency()),
              serialization ? ratio(phase.transfer()) : "");
}

}  // namespace

std::string phases_text(const std::vector<Phase>& phases, bool all) {
  if (phases.empty())
    return "The program marked no phases. latecomer.h does that: latecomer_begin_phase(\"iteration\", i)\n";
  std::vector<double> lost;
  for (const Phase& phase : phases) lost.push_back(phase.lost());
  std::ranges::sort(lost, std::greater());
  const double least = all || lost.size() <= kShown ? lost.back() : lost[kShown - 1];

  const bool are_replayed = phases.front().ideal.has_value();
  std::string text = line("", "longest", "waiting", "waiting", "parallel", "load",
                          are_replayed ? "seriali-" : "commu-", are_replayed ? "trans-" : "") +
                     line("Phase", "time", "in it/%", "caused", "eff./%", "bal./%",
                          are_replayed ? "zation/%" : "nic./%", are_replayed ? "fer/%" : "");
  size_t shown = 0;
  for (const Phase& phase : phases) {
    if (phase.lost() < least || (!all && shown == kShown)) continue;
    text += phase_line(phase);
    ++shown;
  }
  if (shown < phases.size())
    text += fmt::format("({} more, in which less time was lost, are not shown; --all shows them)\n",
                        phases.size() - shown);
  return text +
         "longest time: of the thread that was in the phase longest; parallel efficiency: mean computation "
         "of its\n"
         "threads / that; load balance: mean / largest computation; " +
         (are_replayed
              ? "serialization: largest / ideal time;\n"
                "transfer: ideal / longest time; ideal: the longest on an instant network, by replay\n"
              : "communication: largest / longest time\n");
}

}  // namespace latecomer::text
