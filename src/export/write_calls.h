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
#include "timeline/run.h"
#include "trace/trace.h"

namespace latecomer::perfetto {

/// Holds what an analysis knows of the calls of a run.
struct CallFindings {
  const timeline::Run& run;
  MessageEnds messages;
  uint64_t first_flow = 0;  ///< Is the flow number of the first message.
};

struct WrittenCalls {
  uint64_t calls = 0;
  std::vector<std::string> problems;  ///< Lists the problems with reading the trace, a line each.
};

/// Writes the calls of all locations as slices of their threads. With findings, there is an instant in its
/// call for each end of a message, with an arrow from one to the other, calls of collective operations say
/// which one they belong to, and times are corrected as those of the findings are.
Result<WrittenCalls> write_calls(const trace::Trace& trace, const CallFindings* findings, TimelineFile& out,
                                 Progress& progress);

}  // namespace latecomer::perfetto
