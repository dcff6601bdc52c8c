// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What is measured of a gap, its delay costs say, is measured of the whole gap: samples say only in which
// proportions it consists of the functions that ran in it.
//
//     measured    gap 9                      of the location's samples in the gap, 2 in f, 1 in g
//     divided     gap 0, gap/f 6, gap/g 3
//
// Paths are divided from the last to the first: a function below another one has a higher number, and what it
// gets of that one's time is not divided again.
// Cost: O(locations x sampled paths x (metrics + functions)).

#include "analyze/results/divide_sampled.h"

#include <ranges>
#include <vector>

#include "base/parallel.h"
#include "report/metrics.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

std::vector<Builtin> times() {
  std::vector<Builtin> found;
  const std::vector<report::Metric> metrics = report::builtin_metrics();
  for (size_t m = 0; m < metrics.size(); ++m) {
    if (metrics[m].unit == "sec") found.push_back(static_cast<Builtin>(m));
  }
  return found;
}

/// Takes a value away; returns what it was.
template <class Value>
Value take(SeverityRows<Value>& rows, Builtin metric, CallPathId path, size_t location) {
  Value* const row = rows.find(metric, path);
  return row == nullptr ? Value() : std::exchange(row[location], Value());
}

}  // namespace

void divide_sampled(const LocalTrace& trace, Severities& severities) {
  const std::vector<Builtin> metrics = times();
  parallel_for(trace.locations.size(), [&](size_t l) {
    const LocalLocation& location = trace.locations[l];
    for (const SampledPath& sampled : std::views::reverse(location.sampled)) {
      const CallPathId path = location.paths[sampled.path.index()];
      for (const Builtin metric : metrics) {
        // What a function computes can be of another metric than the gap's time.
        const bool is_exclusive = metric == trace.class_of(path).time;
        const auto add = [&](auto& rows) {
          const auto value = take(rows, metric, path, l);
          if (value == 0) return;
          sampled.divide_among_parts(value, [&](CallPathId own, auto part) {
            const CallPathId function = location.paths[own.index()];
            rows.add(is_exclusive ? trace.class_of(function).time : metric, function, l, part);
          });
        };
        add(severities.whole());
        add(severities.shares());
      }
    }
  });
}

}  // namespace latecomer::analyze
