// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/json.h"
#include "findings/rebalance.h"
#include "findings/show_json.h"

namespace latecomer::findings {

namespace {

Json strategy_json(const Rebalancing& rebalancing, const TriedStrategy& each) {
  const Rebalanced& rebalanced = each.rebalanced;
  return {{"every", rebalancing.is_once(each.strategy) ? Json() : Json(each.strategy.every)},
          {"foreseen", each.strategy.is_foreseen},
          {"run_length", each.run_seconds},
          {"gain", rebalancing.gain(each)},
          {"pays", rebalancing.pays(each)},
          {"balance", balance_of(rebalanced.loads)},
          {"moved", rebalanced.moved_seconds()},
          {"moved_share", rebalanced.moved_seconds() / total_of(rebalancing.recorded)},
          {"migrations", rebalanced.migrations},
          {"cost", rebalanced.cost},
          {"moves", list_json(rebalanced.moved,
                              [&](const MovedWork& move) {
                                return Json{{"from", rebalancing.ranks[move.from]},
                                            {"to", rebalancing.ranks[move.to]},
                                            {"seconds", move.seconds}};
                              })},
          {"loads", rebalanced.loads}};
}

}  // namespace

std::string to_json(const Rebalancing& rebalancing) {
  const Json all = {{"version", kJsonVersion},
                    {"path", rebalancing.path},
                    {"ranks", rebalancing.ranks},
                    {"iterations", rebalancing.iterations()},
                    {"phases", rebalancing.phases.empty() ? Json() : Json(rebalancing.phases)},
                    {"topology", rebalancing.neighbours ? Json(rebalancing.neighbours->topology) : Json()},
                    {"grain", rebalancing.costs.grain},
                    {"migration_cost", rebalancing.costs.migration},
                    {"recorded",
                     {{"run_length", rebalancing.run_seconds},
                      {"work", total_of(rebalancing.recorded)},
                      {"balance", balance_of(rebalancing.recorded)},
                      {"loads", rebalancing.recorded}}},
                    {"strategies", list_json(rebalancing.tried, [&](const TriedStrategy& each) {
                       return strategy_json(rebalancing, each);
                     })}};
  return in_lines(all);
}

}  // namespace latecomer::findings
