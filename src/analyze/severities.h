// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "report/metrics.h"

namespace latecomer::analyze {

/// What one location contributes to the report: metric x call path -> ticks, occurrences or bytes. Whole
/// numbers, so that the order of adding does not matter.
class Severities {
 public:
  struct Entry {
    report::Builtin metric;
    report::CallPathId path;
    int64_t value;
  };

  void add(report::Builtin metric, report::CallPathId path, int64_t value);
  /// One entry per metric and call path with a value other than zero, sorted; each contained in its metric's
  /// parents as `report::Relation` says. Ends the adding.
  std::vector<Entry> finish();

 private:
  void compact();

  std::vector<Entry> entries_;
  size_t compact_at_ = 1024;
};

}  // namespace latecomer::analyze
