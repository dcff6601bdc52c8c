// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>

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

/// Writes the calls of locations as slices of their threads. With findings, there is an instant in its call
/// for each end of a message, with an arrow from one to the other, calls of collective operations say which
/// one they belong to, and times are corrected as those of the findings are.
class CallsWriter {
 public:
  /// Takes null as `findings` where there are none.
  CallsWriter(const trace::Trace& trace, const CallFindings* findings, TimelineFile& out);
  CallsWriter(const CallsWriter&) = delete;
  CallsWriter& operator=(const CallsWriter&) = delete;
  ~CallsWriter();

  /// Writes the calls of a location, as many as can be read of them.
  Result<trace::ReadOutcome> write(trace::LocationId location, Progress& progress);
  /// Writes what has to come after all calls. Returns how many of these there were.
  uint64_t finish();

 private:
  struct Parts;

  const trace::Trace& trace_;
  const CallFindings* findings_;
  TimelineFile& out_;
  std::unique_ptr<Parts> parts_;
  uint64_t calls_ = 0;
};

}  // namespace latecomer::perfetto
