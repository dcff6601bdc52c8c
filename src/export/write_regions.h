// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/result.h"
#include "export/message_ends.h"
#include "export/timeline_file.h"
#include "store/findings_store.h"
#include "trace/trace.h"

namespace latecomer::perfetto {

/// What can only be read of a report, for the calls of a run.
struct CallFindings {
  const store::FindingsStore& store;
  MessageEnds messages;
  uint64_t first_flow = 0;  ///< of messages
};

struct WrittenRegions {
  uint64_t calls = 0;
  std::vector<std::string> problems;  ///< with reading, a line each
};

/// Writes the regions of all locations as slices of their threads. With findings, there is an instant in its
/// call for each end of a message, with an arrow from one to the other, and calls of collective operations
/// say which one they belong to.
Result<WrittenRegions> write_regions(const trace::Trace& trace, const CallFindings* findings,
                                     TimelineFile& out, Progress& progress);

}  // namespace latecomer::perfetto
