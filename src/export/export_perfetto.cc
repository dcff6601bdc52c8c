// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "export/export_perfetto.h"

#include <optional>
#include <utility>

#include "base/check.h"
#include "base/progress.h"
#include "export/perfetto_file.h"
#include "export/row_numbers.h"
#include "export/timeline_file.h"
#include "export/write_calls.h"
#include "export/write_findings.h"

namespace latecomer::perfetto {

namespace {

std::vector<TrackId> add_threads(const trace::Definitions& definitions, PerfettoFile& file) {
  std::vector<TrackId> processes;
  for (const trace::LocationGroup& group : definitions.location_groups)
    processes.push_back(file.add_process(group.name));
  std::vector<TrackId> threads;
  for (const trace::Location& location : definitions.locations)
    threads.push_back(file.add_thread(location.name, processes[location.group.index()]));
  return threads;
}

/// Writes the file; `run` is null where there is only the trace.
Result<Exported> write(const trace::Trace& trace, const timeline::Run* run, Ticks begin,
                       const std::filesystem::path& path) {
  const trace::Definitions& definitions = trace.definitions();
  TRY(PerfettoFile file, PerfettoFile::create(path));
  TimelineFile out{file, Nanoseconds(begin, definitions.ticks_per_second), add_threads(definitions, file)};
  Exported exported;
  std::optional<CallFindings> findings;
  if (run != nullptr) {
    TRY_STATUS(write_findings(run->store(), out));
    TRY(MessageEnds messages, MessageEnds::read(run->store()));
    exported.waits = first_numbers<store::Wait>(run->store()).back();
    exported.messages = messages.count();
    findings.emplace(CallFindings{*run, std::move(messages), exported.waits + 1});
  }
  uint64_t events = 0;
  for (const trace::Location& location : definitions.locations) events += location.events;
  Progress progress("writing", events, true);
  TRY(WrittenCalls written, write_calls(trace, findings ? &*findings : nullptr, out, progress));
  TRY_STATUS(file.close());
  exported.calls = written.calls;
  exported.problems = std::move(written.problems);
  exported.bytes = file.size();
  return exported;
}

}  // namespace

Result<Exported> export_perfetto(const timeline::Run& run, const std::filesystem::path& path) {
  CHECK(run.has_events());
  return write(run.trace(), &run, run.clock().begin(), path);
}

Result<Exported> export_perfetto(const trace::Trace& trace, const std::filesystem::path& path) {
  return write(trace, nullptr, Ticks(static_cast<int64_t>(trace.definitions().global_offset)), path);
}

}  // namespace latecomer::perfetto
