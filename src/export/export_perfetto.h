// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "timeline/run.h"
#include "trace/trace.h"

namespace latecomer::perfetto {

/// Counts what was exported into a file for Perfetto.
struct Exported {
  uint64_t calls = 0;
  uint64_t waits = 0;
  uint64_t messages = 0;
  uint64_t bytes = 0;                 ///< Is the size of the file in bytes.
  std::vector<std::string> problems;  ///< Lists the problems with reading the trace, a line each.
};

/// Writes a run into a file that Perfetto's user interface and trace_processor open: a process for each
/// location group, a thread for each location, and calls as slices; wait states and what led to them,
/// messages, and the critical path; all at the times of the report. The run has to have its trace.
Result<Exported> export_perfetto(const timeline::Run& run, const std::filesystem::path& path);

/// Writes a trace that was not analyzed: only calls, at recorded times.
Result<Exported> export_perfetto(const trace::Trace& trace, const std::filesystem::path& path);

}  // namespace latecomer::perfetto
