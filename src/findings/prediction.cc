// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/prediction.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>

#include "base/json.h"
#include "base/parse_number.h"
#include "findings/compare.h"
#include "findings/compare_json.h"
#include "findings/efficiencies.h"
#include "findings/show_json.h"
#include "findings/wait_states.h"
#include "report/attributes.h"

namespace latecomer::findings {

using namespace query;

namespace {

/// Returns the waiting of each kind, as the largest wait states are counted.
std::map<std::string, double> waiting_by_kind(const Space& space) {
  std::map<std::string, double> kinds;
  for (const WaitState& wait : wait_states(space))
    kinds[wait_name(space.report(), wait.metric)] += wait.seconds;
  return kinds;
}

std::vector<Predicted> waiting(const Space& recorded, const Space& predicted) {
  std::vector<Predicted> kinds;
  const std::map<std::string, double> before = waiting_by_kind(recorded);
  const std::map<std::string, double> after = waiting_by_kind(predicted);
  for (const auto& [kind, seconds] : before)
    kinds.push_back({kind, seconds, after.contains(kind) ? after.at(kind) : 0});
  for (const auto& [kind, seconds] : after)
    if (!before.contains(kind)) kinds.push_back({kind, 0, seconds});
  std::ranges::stable_sort(kinds, std::greater(),
                           [](const Predicted& each) { return std::max(each.recorded, each.predicted); });
  kinds.insert(kinds.begin(), {"Waiting", total_waiting(recorded), total_waiting(predicted)});
  return kinds;
}

std::vector<Predicted> efficiencies(const Space& recorded, const Space& predicted) {
  const std::optional<Efficiencies> before = pop_efficiencies(recorded);
  const std::optional<Efficiencies> after = pop_efficiencies(predicted);
  if (!before || !after) return {};
  return {{"Parallel efficiency", before->parallel, after->parallel},
          {"Load balance", before->load_balance, after->load_balance},
          {"Communication", before->communication, after->communication}};
}

uint64_t kept_in_order(const Space& predicted, const char* what) {
  const auto& attributes = predicted.report().attributes;
  const auto found = attributes.find(std::string("latecomer.whatif.kept_order.") + what);
  return found == attributes.end() ? 0 : parse_number<uint64_t>(found->second).value_or(0);
}

Json json_of(const Predicted& each) {
  return {{"name", each.name}, {"recorded", each.recorded}, {"predicted", each.predicted}};
}

}  // namespace

Prediction prediction(const Space& recorded, const Space& predicted) {
  return {{"Run length", report::run_seconds(recorded.report()), report::run_seconds(predicted.report())},
          waiting(recorded, predicted),
          efficiencies(recorded, predicted),
          kept_in_order(predicted, "messages"),
          kept_in_order(predicted, "locks")};
}

std::string to_json(const Prediction& prediction, const std::vector<std::string>& changes,
                    const Space& recorded, const Space& predicted) {
  Json all = {
      {"version", kJsonVersion},
      {"changes", changes},
      {"run_length",
       {{"recorded", prediction.run_length.recorded}, {"predicted", prediction.run_length.predicted}}},
      {"waiting", list_json(prediction.waiting, json_of)},
      {"efficiencies", list_json(prediction.efficiencies, json_of)},
      {"kept_order", {{"messages", prediction.messages_in_order}, {"locks", prediction.locks_in_order}}}};
  const std::array<const Space*, 1> base = {&recorded};
  const std::array<const Space*, 1> other = {&predicted};
  all["comparison"] = comparison_json(compare(base, other));
  return in_lines(all);
}

}  // namespace latecomer::findings
