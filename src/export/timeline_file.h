// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "export/nanoseconds.h"
#include "export/perfetto_file.h"

namespace latecomer::perfetto {

/// Holds what writers of a part of a run need: the file, its times, and the thread of each location.
struct TimelineFile {
  PerfettoFile& file;
  Nanoseconds times;
  std::vector<TrackId> threads;
};

}  // namespace latecomer::perfetto
