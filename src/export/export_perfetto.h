// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/ticks.h"
#include "store/findings_store.h"
#include "trace/trace.h"

namespace latecomer::perfetto {

/// What a file for Perfetto has.
struct Exported {
  uint64_t calls = 0;
  uint64_t waits = 0;
  uint64_t messages = 0;
  uint64_t bytes = 0;                 ///< of the file
  std::vector<std::string> problems;  ///< with reading the trace, a line each
};

/// Writes a run into a file that Perfetto's user interface and trace_processor open: a process for each
/// location group, a thread for each location, and regions as slices. With the findings of a report of that
/// trace also wait states and what led to them, messages, and the critical path; times have to be of the same
/// clocks. `begin`: of the run, from which times count.
Result<Exported> export_perfetto(const trace::Trace& trace, const store::FindingsStore* findings, Ticks begin,
                                 const std::filesystem::path& path);

}  // namespace latecomer::perfetto
