// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/result.h"
#include "findings/gaps.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/report.h"
#include "store/findings_store.h"
#include "store/tables.h"

namespace latecomer::findings {

/// Is a call path in which a lock was held that others waited for; a function that was sampled where that is
/// most of it.
struct HeldIn {
  report::CallPathId path;
  double share = 0;  ///< Is the part of the time, during the longest waits, that the last holder was there.
};

/// Knows, of a report, where locks were held while others waited for them.
class HeldLocks {
 public:
  /// Looks for the longest waits, if there are any; the space has to stay there.
  explicit HeldLocks(const query::Space& space);

  /// Returns where a lock was held for most of a wait state; nothing if that is no contention for a lock, or
  /// the report does not say.
  std::optional<HeldIn> during(const WaitState& wait) const;

 private:
  /// Is waits of one kind, at one call path.
  using Key = std::pair<report::MetricId, report::CallPathId>;

  Result<std::vector<double>> times_held(const WaitState& wait) const;

  const query::Space& space_;
  MeasuredPaths measured_;
  Result<store::FindingsStore> store_;
  std::map<Key, std::vector<store::Wait>> longest_;  ///< Holds the longest waits, and at least one.
};

}  // namespace latecomer::findings
