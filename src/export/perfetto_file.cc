// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A trace is a message whose only field, a packet, is there any number of times, so a file is written a
// packet at a time. All packets are of one sequence: that is what texts are known in by their numbers. Fields
// and their numbers are those of Perfetto's protos/perfetto/trace/**/*.proto.

#include "export/perfetto_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace latecomer::perfetto {

namespace {

constexpr uint32_t kTracePacket = 1;

namespace packet {
constexpr uint32_t kTimestamp = 8;
constexpr uint32_t kSequence = 10;
constexpr uint32_t kTrackEvent = 11;
constexpr uint32_t kInternedData = 12;
constexpr uint32_t kSequenceFlags = 13;
constexpr uint32_t kTrackDescriptor = 60;
}  // namespace packet

constexpr uint64_t kSequenceId = 1;
constexpr uint64_t kNothingIsKnown = 1;  // of what the sequence interned before
constexpr uint64_t kUsesInterned = 2;

namespace track {
constexpr uint32_t kUuid = 1;
constexpr uint32_t kName = 2;
constexpr uint32_t kProcess = 3;
constexpr uint32_t kThread = 4;
constexpr uint32_t kParent = 5;
constexpr uint32_t kRank = 12;  // among its siblings
constexpr uint32_t kProcessOrdering = 19;
constexpr uint32_t kThreadOrdering = 20;
constexpr uint64_t kByRank = 1;
}  // namespace track

namespace process {
constexpr uint32_t kPid = 1;
constexpr uint32_t kName = 6;
}  // namespace process

namespace thread {
constexpr uint32_t kPid = 1;
constexpr uint32_t kTid = 2;
constexpr uint32_t kName = 5;
}  // namespace thread

namespace event {
constexpr uint32_t kAnnotation = 4;
constexpr uint32_t kType = 9;
constexpr uint32_t kName = 10;
constexpr uint32_t kTrack = 11;
constexpr uint32_t kSource = 34;
constexpr uint32_t kFlow = 47;
constexpr uint32_t kCorrelation = 52;
constexpr uint64_t kBegin = 1;
constexpr uint64_t kEnd = 2;
constexpr uint64_t kInstant = 3;
}  // namespace event

namespace annotation {
constexpr uint32_t kKey = 1;
constexpr uint32_t kNumber = 4;
constexpr uint32_t kText = 17;
}  // namespace annotation

namespace interned_data {
constexpr uint32_t kNames = 2;
constexpr uint32_t kKeys = 3;
constexpr uint32_t kSources = 4;
constexpr uint32_t kTexts = 29;
}  // namespace interned_data

namespace interned {
constexpr uint32_t kNumber = 1;
constexpr uint32_t kText = 2;  // of a source location, its file
constexpr uint32_t kFunction = 3;
constexpr uint32_t kLine = 4;
}  // namespace interned

/// Lists the names of all Keys, in their order.
constexpr std::array kKeys = {"metric",     "amount_ns",    "cause",           "call_path",      "direct_ns",
                              "further_ns", "excess_ns",    "other_excess_ns", "waited_ns",      "waits",
                              "location",   "from",         "wait_state",      "wait_call_path", "bytes",
                              "peer",       "communicator", "operation",       "called_in"};
static_assert(kKeys.size() == static_cast<size_t>(Key::called_in) + 1);

/// Returns the number of what is interned; 0 would be none.
uint64_t number_of(uint32_t position) {
  return uint64_t{position} + 1;
}

}  // namespace

void Details::add_flow(uint64_t flow) {
  fields_.add_fixed(event::kFlow, flow);
}

void Details::set_correlation(uint64_t correlation) {
  fields_.add(event::kCorrelation, correlation);
}

void Details::set_source(SourceId source) {
  fields_.add(event::kSource, number_of(source.value));
}

void Details::add(Key key, int64_t number) {
  Message annotation;
  annotation.add(annotation::kKey, number_of(static_cast<uint32_t>(key)));
  annotation.add(annotation::kNumber, static_cast<uint64_t>(number));
  fields_.add(event::kAnnotation, annotation);
}

void Details::add(Key key, TextId text) {
  Message annotation;
  annotation.add(annotation::kKey, number_of(static_cast<uint32_t>(key)));
  annotation.add(annotation::kText, number_of(text.value));
  fields_.add(event::kAnnotation, annotation);
}

Result<PerfettoFile> PerfettoFile::create(const std::filesystem::path& path) {
  std::FILE* const file = std::fopen(path.c_str(), "we");
  if (file == nullptr)
    return Error{fmt::format("{}: cannot be written: {}", path.string(), std::strerror(errno))};
  PerfettoFile created(path, file);
  created.start();
  return created;
}

PerfettoFile::PerfettoFile(const std::filesystem::path& path, std::FILE* file) : path_(path), file_(file) {
  constexpr size_t kBuffer = size_t{1} << 20U;
  std::setvbuf(file, nullptr, _IOFBF, kBuffer);
}

/// Says that nothing is interned, what keys are called, and how processes and threads are ordered.
void PerfettoFile::start() {
  Message keys;
  for (uint32_t i = 0; i < kKeys.size(); ++i) {
    Message key;
    key.add(interned::kNumber, number_of(i));
    key.add(interned::kText, kKeys[i]);
    keys.add(interned_data::kKeys, key);
  }
  packet_.clear();
  packet_.add(packet::kSequence, kSequenceId);
  packet_.add(packet::kSequenceFlags, kNothingIsKnown | kUsesInterned);
  packet_.add(packet::kInternedData, keys);
  put_packet();
  Message root;
  root.add(track::kUuid, uint64_t{0});
  root.add(track::kProcessOrdering, track::kByRank);
  root.add(track::kThreadOrdering, track::kByRank);
  describe(root);
}

TrackId PerfettoFile::add_process(std::string_view name) {
  const TrackId id(tracks_++);
  Message process;
  process.add(process::kPid, uuid(id));
  process.add(process::kName, name);
  Message descriptor;
  descriptor.add(track::kUuid, uuid(id));
  descriptor.add(track::kProcess, process);
  descriptor.add(track::kRank, uuid(id));
  describe(descriptor);
  return id;
}

TrackId PerfettoFile::add_thread(std::string_view name, TrackId process) {
  const TrackId id(tracks_++);
  const uint64_t number = ++threads_;
  Message thread;
  thread.add(thread::kPid, uuid(process));
  thread.add(thread::kTid, number);
  thread.add(thread::kName, name);
  Message descriptor;
  descriptor.add(track::kUuid, uuid(id));
  descriptor.add(track::kThread, thread);
  descriptor.add(track::kRank, number);
  describe(descriptor);
  return id;
}

TrackId PerfettoFile::add_track(std::string_view name, TrackId parent) {
  const TrackId id(tracks_++);
  Message descriptor;
  descriptor.add(track::kUuid, uuid(id));
  if (parent.valid()) descriptor.add(track::kParent, uuid(parent));
  descriptor.add(track::kName, name);
  describe(descriptor);
  return id;
}

void PerfettoFile::describe(const Message& descriptor) {
  packet_.clear();
  packet_.add(packet::kSequence, kSequenceId);
  packet_.add(packet::kTrackDescriptor, descriptor);
  put_packet();
}

uint32_t PerfettoFile::interned(Texts& texts, uint32_t field, const std::string& text, Message entry) {
  const auto [found, is_new] = texts.try_emplace(text, static_cast<uint32_t>(texts.size()));
  if (!is_new) return found->second;
  entry.add(interned::kNumber, number_of(found->second));
  Message data;
  data.add(field, entry);
  packet_.clear();
  packet_.add(packet::kSequence, kSequenceId);
  packet_.add(packet::kSequenceFlags, kUsesInterned);
  packet_.add(packet::kInternedData, data);
  put_packet();
  return found->second;
}

NameId PerfettoFile::name(std::string_view text) {
  Message entry;
  entry.add(interned::kText, text);
  return NameId(interned(names_, interned_data::kNames, std::string(text), std::move(entry)));
}

TextId PerfettoFile::text(std::string_view text) {
  Message entry;
  entry.add(interned::kText, text);
  return TextId(interned(texts_, interned_data::kTexts, std::string(text), std::move(entry)));
}

SourceId PerfettoFile::source(std::string_view file, uint32_t line, std::string_view function) {
  Message entry;
  entry.add(interned::kText, file);
  entry.add(interned::kFunction, function);
  entry.add(interned::kLine, uint64_t{line});
  const std::string key = entry.bytes();
  return SourceId(interned(sources_, interned_data::kSources, key, std::move(entry)));
}

void PerfettoFile::begin(TrackId track, uint64_t time, NameId name, const Details& details) {
  put_event(event::kBegin, track, time, name, &details);
}

void PerfettoFile::end(TrackId track, uint64_t time) {
  put_event(event::kEnd, track, time, NameId(), nullptr);
}

void PerfettoFile::instant(TrackId track, uint64_t time, NameId name, const Details& details) {
  put_event(event::kInstant, track, time, name, &details);
}

void PerfettoFile::put_event(uint64_t type, TrackId track, uint64_t time, NameId name,
                             const Details* details) {
  event_.clear();
  event_.add(event::kType, type);
  event_.add(event::kTrack, uuid(track));
  if (name.valid()) event_.add(event::kName, number_of(name.value));
  if (details != nullptr) event_.append(details->fields_);
  packet_.clear();
  packet_.add(packet::kTimestamp, time);
  packet_.add(packet::kSequence, kSequenceId);
  packet_.add(packet::kSequenceFlags, kUsesInterned);
  packet_.add(packet::kTrackEvent, event_);
  put_packet();
}

void PerfettoFile::put_packet() {
  framed_.clear();
  framed_.add(kTracePacket, packet_);
  size_ += framed_.bytes().size();
  if (std::fwrite(framed_.bytes().data(), framed_.bytes().size(), 1, file_.get()) != 1) fail();
}

void PerfettoFile::fail() {
  if (status_)
    status_ = Error{fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno))};
}

Status PerfettoFile::close() {
  if (file_ != nullptr && std::fclose(file_.release()) != 0) fail();
  return status_;
}

}  // namespace latecomer::perfetto
