// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "kernel/ctf_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "ctf/message_source.h"
#include "kernel/event_decoder.h"

namespace latecomer::kernel {

namespace {

namespace fs = std::filesystem;

constexpr const char* kHowToRecord =
    "record all cores with perf record -a -k CLOCK_MONOTONIC -e 'sched:*,irq:*,block:*', or with LTTng";

/// Finds the directory that has the description of a trace. LTTng makes one for its kernel tracer and others
/// for that of programs.
Result<std::string> find_trace(const std::string& directory) {
  std::error_code problem;
  if (!fs::is_directory(directory, problem)) return Error{directory + ": no such directory"};
  if (fs::is_regular_file(fs::path(directory) / "metadata", problem)) return directory;
  constexpr int kDeepest = 4;
  std::vector<fs::path> found;
  for (fs::recursive_directory_iterator at(directory, problem), end; !problem && at != end;
       at.increment(problem)) {
    if (at.depth() >= kDeepest) at.disable_recursion_pending();
    if (at->path().filename() == "metadata" && at->is_regular_file(problem))
      found.push_back(at->path().parent_path());
  }
  if (found.empty())
    return Error{
        directory +
        ": no CTF trace, which has a file metadata; perf data convert --to-ctf makes one of what perf has "
        "recorded"};
  if (found.size() > 1)
    std::erase_if(found, [](const fs::path& path) { return path.filename() != "kernel"; });
  if (found.size() == 1) return found.front().string();
  return Error{directory + ": several CTF traces; name the one of the kernel of a node"};
}

std::string text_of(const bt_trace* trace, const char* name) {
  const bt_value* const value = bt_trace_borrow_environment_entry_value_by_name_const(trace, name);
  return value != nullptr && bt_value_is_string(value) ? printable_line(bt_value_string_get(value))
                                                       : std::string();
}

std::string text_of_uuid(bt_uuid uuid) {
  std::string text;
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", uuid[i]);
  }
  return text;
}

/// Makes the states of threads of the messages of a trace.
class Reader {
 public:
  explicit Reader(WantedThreads wanted) : wanted_(std::move(wanted)) {}

  void take(const bt_message* message, uint64_t time);
  bool has_switches() const { return has_switches_; }
  bool has_clock() const { return has_clock_; }
  NodeTrace finish() &&;

 private:
  void begin_stream(const bt_stream* stream);
  void begin_packet(const bt_packet* packet);
  void take_lost(const bt_message* message, uint64_t time, bool are_packets);
  Ticks nanoseconds(uint64_t ticks) const;
  ThreadStates& states();

  WantedThreads wanted_;
  EventDecoder decoder_;
  std::optional<ThreadStates> states_;  ///< From the first event on: what may occur is known then.
  std::unordered_map<const bt_stream*, std::optional<uint32_t>> cores_;  ///< That of the stream's packet.
  std::string host_;
  std::string boot_id_;
  std::string clock_;
  uint64_t frequency_ = 1'000'000'000;
  bool has_switches_ = false;
  bool has_clock_ = false;
  SchedulerEvent event_;
};

void Reader::take(const bt_message* message, uint64_t time) {
  switch (bt_message_get_type(message)) {
    case BT_MESSAGE_TYPE_STREAM_BEGINNING:
      return begin_stream(bt_message_stream_beginning_borrow_stream_const(message));
    case BT_MESSAGE_TYPE_PACKET_BEGINNING:
      return begin_packet(bt_message_packet_beginning_borrow_packet_const(message));
    case BT_MESSAGE_TYPE_DISCARDED_EVENTS:
      return take_lost(message, time, false);
    case BT_MESSAGE_TYPE_DISCARDED_PACKETS:
      return take_lost(message, time, true);
    case BT_MESSAGE_TYPE_EVENT: {
      const bt_event* const event = bt_message_event_borrow_event_const(message);
      if (!decoder_.decode(event, cores_[bt_event_borrow_stream_const(event)], event_)) return;
      event_.time = nanoseconds(time);
      has_switches_ = has_switches_ || event_.kind == EventKind::core_switch;
      return states().take(event_);
    }
    default:
      return;
  }
}

void Reader::begin_stream(const bt_stream* stream) {
  decoder_.see_stream(stream);
  const bt_trace* const trace = bt_stream_borrow_trace_const(stream);
  host_ = text_of(trace, "hostname");
  if (host_.empty()) host_ = text_of(trace, "host");
  const bt_clock_class* const clock =
      bt_stream_class_borrow_default_clock_class_const(bt_stream_borrow_class_const(stream));
  if (clock == nullptr) return;
  has_clock_ = true;
  frequency_ = bt_clock_class_get_frequency(clock);
  if (const char* const name = bt_clock_class_get_name(clock)) clock_ = printable_line(name);
  // LTTng names a clock that begins when the system is started by that start.
  const bt_uuid uuid = bt_clock_class_get_uuid(clock);
  if (uuid != nullptr && text_of(trace, "tracer_name").starts_with("lttng")) boot_id_ = text_of_uuid(uuid);
}

void Reader::begin_packet(const bt_packet* packet) {
  const bt_field* const context = bt_packet_borrow_context_field_const(packet);
  const bt_field* const core =
      context == nullptr ? nullptr : bt_field_structure_borrow_member_field_by_name_const(context, "cpu_id");
  if (core != nullptr &&
      bt_field_class_type_is(bt_field_get_class_type(core), BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER))
    cores_[bt_packet_borrow_stream_const(packet)] =
        static_cast<uint32_t>(bt_field_integer_unsigned_get_value(core));
}

/// Packets name their core, so a stream of which no packet has come yet is of any.
void Reader::take_lost(const bt_message* message, uint64_t time, bool are_packets) {
  const bt_stream* const stream = are_packets ? bt_message_discarded_packets_borrow_stream_const(message)
                                              : bt_message_discarded_events_borrow_stream_const(message);
  const bt_stream_class* const stream_class = bt_stream_borrow_class_const(stream);
  uint64_t count = 0;
  const bt_property_availability counted = are_packets
                                               ? bt_message_discarded_packets_get_count(message, &count)
                                               : bt_message_discarded_events_get_count(message, &count);
  if (counted != BT_PROPERTY_AVAILABILITY_AVAILABLE) count = 1;
  const bool has_end = are_packets
                           ? bt_stream_class_discarded_packets_have_default_clock_snapshots(stream_class) != 0
                           : bt_stream_class_discarded_events_have_default_clock_snapshots(stream_class) != 0;
  const std::optional<uint32_t> core = cores_[stream];
  event_ = {};
  event_.kind = EventKind::lost;
  event_.time = nanoseconds(time);
  event_.lost_until = event_.time;
  if (has_end)
    event_.lost_until = std::max(
        event_.time,
        nanoseconds(bt_clock_snapshot_get_value(
            are_packets ? bt_message_discarded_packets_borrow_end_default_clock_snapshot_const(message)
                        : bt_message_discarded_events_borrow_end_default_clock_snapshot_const(message))));
  event_.core = core.value_or(0);
  event_.lost_on_all = !core;
  (are_packets ? event_.lost_packets : event_.lost_events) = count;
  states().take(event_);
}

/// Times beyond 146 years are none.
Ticks Reader::nanoseconds(uint64_t ticks) const {
  const auto exact =
      static_cast<unsigned __int128>(ticks) * 1'000'000'000U / std::max<uint64_t>(frequency_, 1);
  return Ticks(static_cast<int64_t>(std::min<unsigned __int128>(exact, INT64_MAX / 2)));
}

ThreadStates& Reader::states() {
  if (!states_) states_.emplace(decoder_.recorded(), std::move(wanted_));
  return *states_;
}

NodeTrace Reader::finish() && {
  NodeTrace node = std::move(states()).finish();
  node.host = host_;
  node.boot_id = boot_id_;
  node.clock = clock_;
  node.is_monotonic = clock_ == "monotonic";
  return node;
}

}  // namespace

Result<NodeTrace> read_ctf(const std::string& directory, WantedThreads wanted) {
  TRY(const std::string trace, find_trace(directory));
  Reader reader(std::move(wanted));
  TRY_STATUS(ctf::for_each_message(
      trace, [&](const bt_message* message, uint64_t time) { reader.take(message, time); }));
  if (!reader.has_switches())
    return Error{fmt::format("{}: has no events of the scheduler (sched_switch); {}", trace, kHowToRecord)};
  if (!reader.has_clock())
    return Error{trace + ": its events have no times; a tracer with a clock is needed"};
  return std::move(reader).finish();
}

}  // namespace latecomer::kernel
