// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A location at a time, its events become slices as they are read; nothing is kept of them. The ends of
// messages, which are known by their times, are put in between: those of an earlier time before an enter or
// leave, those of the same time once the event comes that stands for them, since many calls may have one time
// where clocks are coarse.
//
// A message that arrives when it was sent, as a correction of clocks often has it, has an arrow the wrong way
// if its arrival comes first in the file (write_findings.cc): such arrivals are written last.

#include "export/write_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "export/report_texts.h"

namespace latecomer::perfetto {

namespace {

using report::LocationId;
using store::CollectivePart;
using trace::CallingContextId;
using trace::RegionId;

/// Knows regions as they are in the file.
class Regions {
 public:
  Regions(const trace::Trace& trace, PerfettoFile& file)
      : trace_(trace), file_(file), known_(trace.definitions().regions.size()) {}

  struct Region {
    NameId name;
    SourceId source;  ///< Is the function's source location, invalid where it is not known.
  };
  const Region& operator[](RegionId id) {
    Region& region = id.index() < known_.size() ? known_[id.index()] : programs_[id.index()];
    if (!region.name.valid()) region = describe(trace_.region(id));
    return region;
  }
  /// Returns the function that made a call, and where in it; invalid where there is none.
  TextId caller(CallingContextId id) {
    const trace::Definitions& definitions = trace_.definitions();
    if (!id.valid() || id.index() >= definitions.calling_contexts.size()) return {};
    TextId& text = callers_[id.index()];
    if (text.valid()) return text;
    const trace::CallingContext& context = definitions.calling_contexts[id.index()];
    std::string caller = context.region.valid() ? trace_.region(context.region).name : "?";
    if (context.location.valid()) {
      const trace::SourceLocation& where = definitions.source_locations[context.location.index()];
      caller += fmt::format(" ({}{})", where.file, where.line > 0 ? fmt::format(":{}", where.line) : "");
    }
    return text = file_.text(caller);
  }

 private:
  Region describe(const trace::Region& region) {
    const NameId name = file_.name(region.name);
    if (region.file.empty() || region.begin_line == 0) return {name, SourceId()};
    return {name, file_.source(region.file, region.begin_line, region.name)};
  }

  const trace::Trace& trace_;
  PerfettoFile& file_;
  std::vector<Region> known_;
  std::unordered_map<size_t, Region> programs_;  ///< Has regions which only events name.
  std::unordered_map<size_t, TextId> callers_;
};

/// Writes the ends of messages.
class MessageWriter {
 public:
  MessageWriter(const CallFindings& findings, TimelineFile& out)
      : findings_(findings),
        out_(out),
        texts_(findings.run.report(), out.file),
        send_(out.file.name("send")),
        receive_(out.file.name("receive")) {}

  void write(LocationId location, const MessageEnd& end) {
    const bool may_be_first = !end.is_send && end.peer > location;
    if (may_be_first && out_.times.at(end.time) == out_.times.at(end.other_time))
      late_.emplace_back(location, end);
    else
      put(location, end);
  }
  void finish() {
    for (const auto& [location, end] : late_) put(location, end);
    late_.clear();
  }

 private:
  void put(LocationId location, const MessageEnd& end) {
    details_.clear();
    details_.add_flow(findings_.first_flow + end.message);
    details_.add(Key::peer, texts_.location(end.peer));
    if (!end.is_send) details_.add(Key::bytes, static_cast<int64_t>(end.bytes));
    out_.file.instant(out_.threads[location.index()], out_.times.at(end.time), end.is_send ? send_ : receive_,
                      details_);
  }

  const CallFindings& findings_;
  TimelineFile& out_;
  ReportTexts texts_;
  NameId send_;
  NameId receive_;
  std::vector<std::pair<LocationId, MessageEnd>> late_;
  Details details_;  ///< Is kept to be used again for each slice.
};

/// Holds what is known of the calls of a location, in the order of time, and of its clock.
struct LocationFindings {
  std::vector<MessageEnd> ends;
  std::vector<CollectivePart> collectives;
  timeline::ClockMap clock{{}};
};

Result<LocationFindings> read_findings(const CallFindings& findings, LocationId location) {
  LocationFindings of_location;
  TRY(of_location.ends, findings.messages.of(location));
  TRY(of_location.collectives, findings.run.store().read<CollectivePart>(location));
  std::ranges::stable_sort(of_location.collectives, {}, &CollectivePart::begin);
  TRY(of_location.clock, findings.run.clock_of(location));
  return of_location;
}

/// Writes the slices of one location.
class LocationWriter : public trace::EventSink {
 public:
  /// Takes null as `messages` where there are no findings; `findings` is empty then.
  LocationWriter(const trace::Trace& trace, LocationId location, const LocationFindings& findings,
                 const report::Report* report, Regions& regions, MessageWriter* messages, TimelineFile& out,
                 Progress& progress)
      : trace_(trace),
        location_(location),
        findings_(findings),
        report_(report),
        regions_(regions),
        messages_(messages),
        out_(out),
        track_(out.threads[location.index()]),
        progress_(progress),
        events_(trace.definitions().locations[location.index()].events) {}

  void on_event(const trace::Event& event) override {
    if (event.kind == trace::EventKind::enter) return enter(event.time, event.region, event.calling_context);
    if (event.kind == trace::EventKind::leave) return on_leave(event.time, event.region);
    advance_to(event.time);
    while (next_end_ < findings_.ends.size() && findings_.ends[next_end_].time <= latest_) write_end();
  }
  void on_enter(Ticks time, RegionId region) override { enter(time, region, CallingContextId()); }
  void on_leave(Ticks time, RegionId region) override;
  void on_progress(double part) override {
    advance_progress(static_cast<uint64_t>(part * static_cast<double>(events_)));
  }

  /// Leaves open what has not ended. Returns how many calls there were.
  uint64_t finish() {
    while (next_end_ < findings_.ends.size()) write_end();
    advance_progress(events_);
    return calls_;
  }

 private:
  void enter(Ticks time, RegionId region, CallingContextId caller);
  void add_collective(RegionId region);
  void advance_to(Ticks recorded) { latest_ = std::max(latest_, findings_.clock.corrected(recorded)); }
  void go_on_to(Ticks recorded) {
    advance_to(recorded);
    while (next_end_ < findings_.ends.size() && findings_.ends[next_end_].time < latest_) write_end();
  }
  void write_end() { messages_->write(location_, findings_.ends[next_end_++]); }
  void advance_progress(uint64_t events) {
    if (reported_ < events && events <= events_) progress_.advance(events - std::exchange(reported_, events));
  }

  const trace::Trace& trace_;
  LocationId location_;
  const LocationFindings& findings_;
  const report::Report* report_;
  Regions& regions_;
  MessageWriter* messages_;
  TimelineFile& out_;
  TrackId track_;
  Progress& progress_;
  uint64_t events_;
  uint64_t reported_ = 0;
  uint64_t calls_ = 0;
  Ticks latest_ = Ticks::min();  ///< Keeps times from going back.
  std::vector<RegionId> open_;
  size_t next_end_ = 0;
  size_t next_collective_ = 0;
  Details details_;  ///< Is kept to be used again for each slice.
};

void LocationWriter::enter(Ticks time, RegionId region, CallingContextId caller) {
  go_on_to(time);
  ++calls_;
  open_.push_back(region);
  const Regions::Region& known = regions_[region];
  details_.clear();
  if (known.source.valid()) details_.set_source(known.source);
  const TextId called_in = regions_.caller(caller);
  if (called_in.valid()) details_.add(Key::called_in, called_in);
  add_collective(region);
  out_.file.begin(track_, out_.times.at(latest_), known.name, details_);
}

/// Says which operation began with this call, if one did.
void LocationWriter::add_collective(RegionId region) {
  const std::vector<CollectivePart>& parts = findings_.collectives;
  while (next_collective_ < parts.size() && parts[next_collective_].begin < latest_) ++next_collective_;
  if (next_collective_ == parts.size() || parts[next_collective_].begin != latest_) return;
  const CollectivePart& part = parts[next_collective_];
  const report::RegionId its_region = report_->call_paths[part.path.index()].region;
  if (report_->regions[its_region.index()].name != trace_.region(region).name) return;
  ++next_collective_;
  // Communicators, windows and files have every third number.
  const auto group = static_cast<uint64_t>(part.group);
  details_.set_correlation(group << 32U | part.instance);
  details_.add(Key::operation, int64_t{part.instance});
  const std::vector<trace::Communicator>& communicators = trace_.definitions().communicators;
  if (group % 3 == 0 && group / 3 < communicators.size())
    details_.add(Key::communicator, out_.file.text(communicators[group / 3].name));
}

/// Ends what was entered in the region, too. A leave of what is not open does nothing.
void LocationWriter::on_leave(Ticks time, RegionId region) {
  go_on_to(time);
  const auto left = region.valid() ? std::find(open_.rbegin(), open_.rend(), region) : open_.rbegin();
  if (left == open_.rend()) return;
  const size_t outer = open_.size() - 1 - static_cast<size_t>(left - open_.rbegin());
  for (; open_.size() > outer; open_.pop_back()) out_.file.end(track_, out_.times.at(latest_));
}

}  // namespace

/// Holds what all locations share.
struct CallsWriter::Parts {
  Regions regions;
  std::optional<MessageWriter> messages;
};

CallsWriter::CallsWriter(const trace::Trace& trace, const CallFindings* findings, TimelineFile& out)
    : trace_(trace),
      findings_(findings),
      out_(out),
      parts_(std::make_unique<Parts>(Parts{Regions(trace, out.file), std::nullopt})) {
  if (findings != nullptr) parts_->messages.emplace(*findings, out);
}
CallsWriter::~CallsWriter() = default;

Result<trace::ReadOutcome> CallsWriter::write(trace::LocationId location, Progress& progress) {
  const LocationId id(location.index());
  LocationFindings of_location;
  if (findings_ != nullptr) {
    TRY(of_location, read_findings(*findings_, id));
  }
  LocationWriter writer(trace_, id, of_location, findings_ ? &findings_->run.report() : nullptr,
                        parts_->regions, parts_->messages ? &*parts_->messages : nullptr, out_, progress);
  trace::ReadOutcome outcome = trace_.read(location, writer);
  calls_ += writer.finish();
  return outcome;
}

uint64_t CallsWriter::finish() {
  if (parts_->messages) parts_->messages->finish();
  return calls_;
}

}  // namespace latecomer::perfetto
