// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "report/metrics.h"

namespace latecomer::analyze {

/// What one location contributes to the report: metric x call path -> value. `Value` is int64_t for ticks,
/// occurrences and bytes, whose sum does not depend on the order of adding, or double for shares of ticks,
/// which are added in the order of the calls.
template <class Value>
class SeveritiesOf {
 public:
  struct Entry {
    report::Builtin metric;
    report::CallPathId path;
    Value value;
  };

  void add(report::Builtin metric, report::CallPathId path, Value value);
  /// Adds up what is there and gives the rest of its memory back; adding goes on.
  void settle();
  /// One entry per metric and call path with a value other than zero, sorted; each contained in its metric's
  /// parents as `report::Relation` says. Ends the adding.
  std::vector<Entry> finish();

 private:
  void compact();

  std::vector<Entry> entries_;
  std::vector<uint32_t> latest_;  ///< by a hash of metric and call path, position of the last entry there
  size_t compact_at_ = 1024;
};

extern template class SeveritiesOf<int64_t>;
extern template class SeveritiesOf<double>;

/// Both kinds of one location.
struct Severities {
  SeveritiesOf<int64_t> whole;
  SeveritiesOf<double> shares;

  void settle() {
    whole.settle();
    shares.settle();
  }
  void add(report::Builtin metric, report::CallPathId path, int64_t value) { whole.add(metric, path, value); }
};

}  // namespace latecomer::analyze
