// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <vector>

#include "report/clocks.h"
#include "trace/definitions.h"

namespace latecomer::tests {

/// Identifies an event of a trace by its position among those of its location.
struct EventPlace {
  trace::LocationId location;
  size_t position = 0;
};

/// Is a clock condition as a simulation knows it: `effect` cannot have happened before the last of `causes`,
/// which are on other locations.
struct KnownCondition {
  report::ClockCondition kind;
  std::vector<EventPlace> causes;
  EventPlace effect;
  /// Says that the effect's location, or one with its clock, has a cause as well, which can be the last one.
  bool can_be_last = false;
};

/// Adds the condition with those of the causes that are on another location than the effect; adds none if all
/// are on the same.
inline void add_condition(std::vector<KnownCondition>& conditions, report::ClockCondition kind,
                          std::vector<EventPlace> causes, EventPlace effect) {
  const size_t own =
      std::erase_if(causes, [&](const EventPlace& cause) { return cause.location == effect.location; });
  if (!causes.empty()) conditions.push_back({kind, std::move(causes), effect, own > 0});
}

}  // namespace latecomer::tests
