// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/result.h"
#include "timeline/run.h"
#include "trace/trace.h"

namespace latecomer::exporting {

/// Counts what was exported.
struct Exported {
  struct Count {
    uint64_t number;
    const char* noun;  ///< Is "call", for example.
  };
  std::vector<Count> counts;
  uint64_t bytes = 0;                 ///< Is the size of what was written.
  std::vector<std::string> problems;  ///< Lists the problems with reading the trace, a line each.
};

/// Is a format that a run is exported to. Its functions are called in their order, `write_events` once for
/// each location.
class Sink {
 public:
  virtual ~Sink() = default;
  /// Writes what the events refer to and, where the trace was analyzed, what was found out; `run` is null
  /// otherwise. The run has to stay there.
  virtual Status begin(const timeline::Run* run) = 0;
  /// Writes the location's events. The outcome is that of reading them.
  virtual Result<trace::ReadOutcome> write_events(trace::LocationId location, Progress& progress) = 0;
  /// Completes what was written.
  virtual Result<Exported> finish() = 0;
};

/// Exports a trace with these definitions.
Result<Exported> export_to(Sink& sink, const trace::Definitions& definitions, const timeline::Run* run);

}  // namespace latecomer::exporting
