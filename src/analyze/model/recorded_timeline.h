// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "store/activity_level.h"
#include "store/timeline_tables.h"

namespace latecomer::analyze {

/// Holds what is stored of a location as it was recorded, at times before any correction. Few files use it,
/// so that few are compiled again when rows of the store change.
struct RecordedTimeline {
  store::ActivityLevel activities;
  std::vector<store::ReadPoint> read_points;  ///< Have paths of the location's own tree.
  /// Has all times without a core, where the kernel's scheduler was recorded; of a core what it ran.
  std::vector<store::CoreState> states;
};

}  // namespace latecomer::analyze
