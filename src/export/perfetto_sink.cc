// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "export/perfetto_sink.h"

#include <optional>
#include <utility>

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

class PerfettoSink : public exporting::Sink {
 public:
  PerfettoSink(const trace::Trace& trace, PerfettoFile file) : trace_(trace), file_(std::move(file)) {}

  Status begin(const timeline::Run* run) override;
  Result<trace::ReadOutcome> write_events(trace::LocationId location, Progress& progress) override {
    return calls_->write(location, progress);
  }
  Result<exporting::Exported> finish() override;

 private:
  const trace::Trace& trace_;
  PerfettoFile file_;
  std::optional<TimelineFile> out_;
  std::optional<CallFindings> findings_;
  std::optional<CallsWriter> calls_;
  uint64_t waits_ = 0;
};

Status PerfettoSink::begin(const timeline::Run* run) {
  const trace::Definitions& definitions = trace_.definitions();
  const Ticks begin =
      run != nullptr ? run->clock().begin() : Ticks(static_cast<int64_t>(definitions.global_offset));
  out_.emplace(
      TimelineFile{file_, Nanoseconds(begin, definitions.ticks_per_second), add_threads(definitions, file_)});
  if (run != nullptr) {
    TRY_STATUS(write_findings(run->store(), *out_));
    TRY(MessageEnds messages, MessageEnds::read(run->store()));
    waits_ = first_numbers<store::Wait>(run->store()).back();
    findings_.emplace(CallFindings{*run, std::move(messages), waits_ + 1});
  }
  calls_.emplace(trace_, findings_ ? &*findings_ : nullptr, *out_);
  return {};
}

Result<exporting::Exported> PerfettoSink::finish() {
  const uint64_t calls = calls_->finish();
  TRY_STATUS(file_.close());
  const uint64_t messages = findings_ ? findings_->messages.count() : 0;
  return exporting::Exported{
      {{calls, "call"}, {waits_, "wait state"}, {messages, "message"}}, file_.size(), {}};
}

}  // namespace

Result<std::unique_ptr<exporting::Sink>> perfetto_sink(const trace::Trace& trace,
                                                       const std::filesystem::path& path) {
  TRY(PerfettoFile file, PerfettoFile::create(path));
  return std::unique_ptr<exporting::Sink>(std::make_unique<PerfettoSink>(trace, std::move(file)));
}

}  // namespace latecomer::perfetto
