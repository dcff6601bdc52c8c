// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "export/export_perfetto.h"

#include <optional>
#include <utility>

#include "base/progress.h"
#include "export/perfetto_file.h"
#include "export/row_numbers.h"
#include "export/timeline_file.h"
#include "export/write_findings.h"
#include "export/write_regions.h"

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

}  // namespace

Result<Exported> export_perfetto(const trace::Trace& trace, const store::FindingsStore* findings, Ticks begin,
                                 const std::filesystem::path& path) {
  const trace::Definitions& definitions = trace.definitions();
  TRY(PerfettoFile file, PerfettoFile::create(path));
  TimelineFile out{file, Nanoseconds(begin, definitions.ticks_per_second), add_threads(definitions, file)};
  Exported exported;
  std::optional<CallFindings> of_calls;
  if (findings != nullptr) {
    TRY_STATUS(write_findings(*findings, out));
    TRY(MessageEnds messages, MessageEnds::read(*findings));
    exported.waits = first_numbers<store::Wait>(*findings).back();
    exported.messages = messages.count();
    of_calls.emplace(CallFindings{*findings, std::move(messages), exported.waits + 1});
  }
  uint64_t events = 0;
  for (const trace::Location& location : definitions.locations) events += location.events;
  Progress progress("writing", events, true);
  TRY(WrittenRegions written, write_regions(trace, of_calls ? &*of_calls : nullptr, out, progress));
  TRY_STATUS(file.close());
  exported.calls = written.calls;
  exported.problems = std::move(written.problems);
  exported.bytes = file.size();
  return exported;
}

}  // namespace latecomer::perfetto
