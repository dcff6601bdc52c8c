// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The clock of the trace that is written is the archive's, so that times are the same numbers:
//
//     clock       first - 1            first           ...
//     written     all definitions      first event     ...
//
// Where the first event is at 0, all are written a tick later: babeltrace2 warns of times before 0. Readers
// want times that do not go back, in nanoseconds that fit into 63 bits: other times are moved, which is
// counted.

#include "export/ctf_sink.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "ctf/writer.h"
#include "export/analysis_events.h"
#include "store/timeline_tables.h"

namespace latecomer::ctf {

namespace {

namespace fs = std::filesystem;
using trace::FieldValue;
using trace::RecordKind;

/// Keeps the time of the earliest record that comes first anywhere.
class FirstTime : public trace::RecordSink {
 public:
  bool take(size_t /*kind*/, uint64_t time, std::span<const FieldValue> /*values*/) override {
    first_ = std::min(first_, time);
    return false;
  }
  uint64_t first() const { return first_; }

 private:
  uint64_t first_ = UINT64_MAX;
};

/// Returns the time of the first event; where there is none, when the run began.
uint64_t first_time(const trace::Definitions& definitions, const trace::RecordSource& records) {
  FirstTime sink;
  for (size_t l = 0; l < definitions.locations.size(); ++l) records.read_events(trace::LocationId(l), sink);
  return sink.first() < UINT64_MAX ? sink.first() : definitions.global_offset;
}

/// Turns times of the archive into those that are written.
class WrittenTimes {
 public:
  /// Takes the time of the first event, and when the run began in nanoseconds since 1970, if that is known.
  WrittenTimes(const trace::Definitions& definitions, uint64_t first, std::optional<uint64_t> begin_of_run)
      : first_(std::max<uint64_t>(first, 1)), shift_(first_ - first) {
    using Wide = __int128;
    constexpr Wide kSecond = 1'000'000'000;
    const Wide frequency = definitions.ticks_per_second;
    Wide zero = 0;
    if (begin_of_run) zero = Wide{*begin_of_run} * frequency / kSecond - Wide{definitions.global_offset};
    const Wide rest = (zero % frequency + frequency) % frequency;
    clock_ = {definitions.ticks_per_second, static_cast<int64_t>((zero - rest) / frequency),
              static_cast<uint64_t>(rest), begin_of_run.has_value()};
    const Wide seconds = INT64_MAX / kSecond - 1 - clock_.zero_seconds;
    last_ = static_cast<uint64_t>(std::clamp<Wide>(seconds * frequency, Wide{first_}, Wide{INT64_MAX}));
  }

  const Clock& clock() const { return clock_; }
  uint64_t of_definitions() const { return first_ - 1; }
  uint64_t of_event(uint64_t time) const { return std::clamp(time + shift_, first_, last_); }
  bool is_same(uint64_t time, uint64_t written) const { return written - shift_ == time; }

 private:
  uint64_t first_;
  uint64_t shift_;
  uint64_t last_ = 0;
  Clock clock_;
};

/// Returns how many bytes the files of a directory have.
uint64_t size_of(const fs::path& directory) {
  uint64_t bytes = 0;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, ignored))
    bytes += entry.file_size(ignored);
  return bytes;
}

/// Is the directory that is written. What is not complete lies in another one in it.
class OutputDirectory {
 public:
  explicit OutputDirectory(fs::path path) : path_(std::move(path)) {}
  OutputDirectory(OutputDirectory&& other) noexcept
      : path_(std::exchange(other.path_, fs::path())), is_ours_(other.is_ours_) {}
  OutputDirectory& operator=(OutputDirectory&&) = delete;
  ~OutputDirectory();

  /// Makes the directory, unless it is there and empty.
  Status make();
  const fs::path& path() const { return path_; }
  fs::path unfinished() const { return path_ / "unfinished"; }
  Status complete();

 private:
  fs::path path_;
  bool is_ours_ = false;
};

OutputDirectory::~OutputDirectory() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(unfinished(), ignored);
  if (is_ours_) fs::remove(path_, ignored);  // unless it is complete, and so not empty
}

Status OutputDirectory::make() {
  std::error_code problem;
  is_ours_ = fs::create_directories(path_, problem);
  if (problem) return Error{fmt::format("{}: cannot be made: {}", path_.string(), problem.message())};
  if (fs::is_empty(path_, problem) && !problem) return {};
  Error error{fmt::format("{}: is not empty; name another directory, or one that is new", path_.string())};
  path_.clear();
  return error;
}

/// The description comes last: without it nobody takes the directory for a trace.
Status OutputDirectory::complete() {
  std::error_code problem;
  std::vector<fs::path> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(unfinished(), problem))
    names.push_back(entry.path().filename());
  std::ranges::sort(names, {}, [](const fs::path& name) { return std::pair(name == "metadata", name); });
  const fs::perms readable = fs::status(unfinished() / "metadata", problem).permissions();
  for (const fs::path& name : names) {
    if (!problem) fs::permissions(unfinished() / name, readable, problem);  // streams are not for all yet
    if (!problem) fs::rename(unfinished() / name, path_ / name, problem);
  }
  if (!problem) fs::remove(unfinished(), problem);
  if (problem) return Error{fmt::format("{}: cannot be written: {}", path_.string(), problem.message())};
  return {};
}

class CtfSink : public exporting::Sink {
 public:
  CtfSink(const trace::Definitions& definitions, const trace::RecordSource& records,
          OutputDirectory directory)
      : definitions_(definitions),
        records_(records),
        times_(definitions, first_time(definitions, records), records.begin_of_run()),
        directory_(std::move(directory)) {}

  Status begin(const timeline::Run* run) override;
  Result<trace::ReadOutcome> write_events(trace::LocationId location, Progress& progress) override;
  Result<exporting::Exported> finish() override;

 private:
  class Definitions;
  class Events;

  Status read_findings(const timeline::Run& run);

  const trace::Definitions& definitions_;
  const trace::RecordSource& records_;
  WrittenTimes times_;
  OutputDirectory directory_;
  std::unique_ptr<Writer> writer_;
  std::optional<AnalysisEvents> findings_;
  std::vector<uint8_t> is_event_;  ///< Says of each kind of records whether they are events, not parts.
  uint64_t events_ = 0;
  uint64_t waits_ = 0;
  std::vector<std::string> problems_;
};

class CtfSink::Definitions : public trace::RecordSink {
 public:
  explicit Definitions(CtfSink& sink) : sink_(sink) {}
  bool take(size_t kind, uint64_t /*time*/, std::span<const FieldValue> values) override {
    sink_.writer_->put(kind, sink_.times_.of_definitions(), values);
    return !sink_.writer_->has_failed();
  }

 private:
  CtfSink& sink_;
};

/// Writes the records of a location, and its findings among them: after what happened at the same time, so
/// that what begins in a call comes after the call's begin.
class CtfSink::Events : public trace::RecordSink {
 public:
  Events(CtfSink& sink, trace::LocationId location, Progress& progress)
      : sink_(sink), location_(sink.definitions_.locations[location.index()]), progress_(progress) {}

  bool take(size_t kind, uint64_t time, std::span<const FieldValue> values) override {
    while (sink_.findings_ && sink_.findings_->next_time() < Ticks(static_cast<int64_t>(time))) put_finding();
    const uint64_t written = in_order(time);
    if (!sink_.times_.is_same(time, written)) ++moved_;
    put(kind, written, values);
    if (sink_.is_event_[kind] != 0) count();
    return !sink_.writer_->has_failed();
  }

  void finish() {
    while (sink_.findings_ && sink_.findings_->next_time() < Ticks::max()) put_finding();
    if (has_begun_) sink_.writer_->end_stream();
    advance(std::max(events_, location_.events));
    sink_.events_ += events_;
    if (moved_ > 0)
      sink_.problems_.push_back(
          fmt::format("location {}: {} records are at other times than in the archive, because there their "
                      "times go back, or are later than readers of CTF take",
                      location_.reference, moved_));
  }

 private:
  uint64_t in_order(uint64_t time) { return last_ = std::max(last_, sink_.times_.of_event(time)); }

  void put(size_t kind, uint64_t time, std::span<const FieldValue> values) {
    if (!has_begun_) sink_.writer_->begin_stream(std::to_string(location_.reference));
    has_begun_ = true;
    sink_.writer_->put(kind, time, values);
  }

  void put_finding() {
    AnalysisEvents& findings = *sink_.findings_;
    const uint64_t time = in_order(static_cast<uint64_t>(std::max(Ticks(), findings.next_time()).count));
    const size_t kind = findings.kind();
    if (kind == 0) ++sink_.waits_;
    put(sink_.is_event_.size() + kind, time, findings.take());
  }

  void count() {
    constexpr uint64_t kStep = 4096;
    if (++events_ % kStep == 0) advance(events_);
  }
  void advance(uint64_t events) {
    const uint64_t most = std::min(events, location_.events);
    if (reported_ < most) progress_.advance(most - std::exchange(reported_, most));
  }

  CtfSink& sink_;
  const trace::Location& location_;
  Progress& progress_;
  bool has_begun_ = false;
  uint64_t last_ = 0;
  uint64_t events_ = 0;
  uint64_t moved_ = 0;
  uint64_t reported_ = 0;
};

Status CtfSink::read_findings(const timeline::Run& run) {
  std::vector<uint64_t> references;
  for (const trace::Location& location : definitions_.locations) references.push_back(location.reference);
  findings_.emplace(run, std::move(references), [this](Ticks time) {
    return times_.of_event(static_cast<uint64_t>(std::max(Ticks(), time).count));
  });
  if (!run.store().entries(store::ClockCorrection::kTable).empty())
    problems_.emplace_back(
        "the analysis corrected clocks: events are at the archive's times, wait states and the critical "
        "path at corrected ones; to have all at these, export what latecomer correct writes, analyzed");
  return findings_->read_critical_path();
}

Status CtfSink::begin(const timeline::Run* run) {
  std::vector<RecordKind> kinds = records_.kinds();
  for (const RecordKind& kind : kinds) is_event_.push_back(kind.name.starts_with("Event_") ? 1 : 0);
  if (run != nullptr) {
    TRY_STATUS(read_findings(*run));
    for (RecordKind& kind : AnalysisEvents::kinds()) kinds.push_back(std::move(kind));
  }
  TRY(writer_, Writer::create(directory_.unfinished(), times_.clock(), kinds));
  writer_->begin_stream("global_def");
  Definitions definitions(*this);
  TRY_STATUS(records_.read_definitions(definitions));
  writer_->end_stream();
  return writer_->has_failed() ? writer_->close() : Status();
}

Result<trace::ReadOutcome> CtfSink::write_events(trace::LocationId location, Progress& progress) {
  if (findings_) TRY_STATUS(findings_->begin_location(report::LocationId(location.index())));
  Events events(*this, location, progress);
  trace::ReadOutcome outcome = records_.read_events(location, events);
  events.finish();
  if (writer_->has_failed()) return writer_->close().error();
  return outcome;
}

Result<exporting::Exported> CtfSink::finish() {
  TRY_STATUS(writer_->close());
  TRY_STATUS(directory_.complete());
  return exporting::Exported{
      {{events_, "event"}, {waits_, "wait state"}}, size_of(directory_.path()), std::move(problems_)};
}

}  // namespace

Result<std::unique_ptr<exporting::Sink>> ctf_sink(const trace::Definitions& definitions,
                                                  const trace::RecordSource& records,
                                                  const std::filesystem::path& directory) {
  OutputDirectory output(directory);
  TRY_STATUS(output.make());
  return std::unique_ptr<exporting::Sink>(std::make_unique<CtfSink>(definitions, records, std::move(output)));
}

}  // namespace latecomer::ctf
