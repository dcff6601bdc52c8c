// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "query/space.h"

namespace latecomer::findings {

/// Is a number of the recorded run and of the predicted one.
struct Predicted {
  std::string name;
  double recorded = 0;
  double predicted = 0;
};

/// Says what a run would be if something were changed.
struct Prediction {
  Predicted run_length;  ///< Is in seconds.
  std::vector<Predicted>
      waiting;  ///< Has, in seconds, all waiting, then each kind that there is, largest first.
  std::vector<Predicted> efficiencies;  ///< Are ratios; none where the run has no length.
  /// Count messages and acquisitions of locks that were taken as recorded although, with the changes, the
  /// next one comes first.
  uint64_t messages_in_order = 0;
  uint64_t locks_in_order = 0;
};

Prediction prediction(const query::Space& recorded, const query::Space& predicted);

/// Returns it as JSON with what was changed, a text each, and all differences between the two reports.
std::string to_json(const Prediction& prediction, const std::vector<std::string>& changes,
                    const query::Space& recorded, const query::Space& predicted);

}  // namespace latecomer::findings
