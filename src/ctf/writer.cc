// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// libbabeltrace2 has components that are connected to graphs, and messages go from one to the next: the last
// one asks the one before for some, again and again. Its component sink.ctf.fs, in a plug-in, writes CTF.
// Ours before that has an empty queue until something is put, so the graph is run by us, a step at a time:
//
//     put -> queue_ -> (bt_graph_run_once) sink.ctf.fs asks for messages -> files
//
// The sink looks at each stream for itself. So streams come one after the other, though messages are
// expected in the order of time, and only one file is open at a time.

#include "ctf/writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>
#include <utility>

#include "ctf/library.h"

namespace latecomer::ctf {

namespace {

namespace fs = std::filesystem;
using trace::FieldType;
using trace::FieldValue;
using trace::RecordKind;

using Trace = Reference<bt_trace, bt_trace_put_ref>;
using StreamClass = Reference<bt_stream_class, bt_stream_class_put_ref>;
using EventClass = Reference<bt_event_class, bt_event_class_put_ref>;
using FieldClass = Reference<bt_field_class, bt_field_class_put_ref>;
using Stream = Reference<bt_stream, bt_stream_put_ref>;
using Packet = Reference<bt_packet, bt_packet_put_ref>;

/// Makes a file of a size that neither a description of events has, nor a part of a file by which the sink
/// lets it grow. The error names the directory.
Status reserve_room(const fs::path& path, const fs::path& directory) {
  constexpr off_t kRoom = off_t{512} << 10U;
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const int problem = file < 0 ? errno : ::posix_fallocate(file, 0, kRoom);
  if (file >= 0) ::close(file);
  if (problem == 0) return {};
  ::unlink(path.c_str());
  return Error{fmt::format("{}: cannot be written: {}", directory.string(), std::strerror(problem))};
}

}  // namespace

/// Hands messages to the sink.
class Writer::Implementation {
 public:
  Implementation(fs::path directory, const Clock& clock, const std::vector<RecordKind>& kinds)
      : directory_(std::move(directory)), reserve_(directory_.string() + ".reserve"), clock_(clock) {
    for (const RecordKind& kind : kinds) {
      types_.emplace_back();
      for (const trace::RecordField& field : kind.fields) types_.back().push_back(field.type);
    }
  }
  ~Implementation() { release(); }

  Status connect(const std::vector<RecordKind>& kinds);
  void begin_stream(const std::string& name);
  void put(size_t kind, uint64_t time, std::span<const FieldValue> values);
  void end_stream();
  bool has_failed() const { return !status_; }
  Status close();

 private:
  static bt_component_class_initialize_method_status initialize(bt_self_component_source* self,
                                                                bt_self_component_source_configuration*,
                                                                const bt_value*, void* data);
  static bt_message_iterator_class_initialize_method_status initialize_iterator(
      bt_self_message_iterator* self, bt_self_message_iterator_configuration*,
      bt_self_component_port_output*);
  static bt_message_iterator_class_next_method_status next(bt_self_message_iterator* self,
                                                           bt_message_array_const messages, uint64_t capacity,
                                                           uint64_t* count);

  Status add_components(const bt_component_class_sink* sink_class);
  void describe(const std::vector<RecordKind>& kinds);
  static FieldClass field_class(bt_trace_class* trace_class, FieldType type);
  static void append_field(bt_trace_class* trace_class, bt_field_class* payload,
                           const trace::RecordField& field);
  void begin_packet(uint64_t time);
  void end_packet();
  void push(const bt_message* message) { queue_.push_back(made(message)); }
  void flush();
  void run_once();
  void release();
  void give_up();
  Error cannot_be_written() const;

  fs::path directory_;
  fs::path reserve_;  ///< Is a file that keeps room for the description.
  Clock clock_;
  Plugin plugin_;
  Graph graph_;
  bt_self_component* component_ = nullptr;
  bt_self_message_iterator* iterator_ = nullptr;
  Trace trace_;
  StreamClass stream_class_;
  std::vector<EventClass> event_classes_;
  std::vector<std::vector<FieldType>> types_;  ///< Has the types of each kind's fields.
  Stream stream_;
  Packet packet_;
  uint64_t events_in_packet_ = 0;
  uint64_t last_time_ = 0;
  std::vector<const bt_message*> queue_;
  size_t next_in_queue_ = 0;
  Status status_;
};

bt_component_class_initialize_method_status Writer::Implementation::initialize(
    bt_self_component_source* self, bt_self_component_source_configuration*, const bt_value*, void* data) {
  auto* const writer = static_cast<Implementation*>(data);
  writer->component_ = bt_self_component_source_as_self_component(self);
  bt_self_component_set_data(writer->component_, data);
  return bt_self_component_source_add_output_port(self, "out", nullptr, nullptr) ==
                 BT_SELF_COMPONENT_ADD_PORT_STATUS_OK
             ? BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK
             : BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
}

bt_message_iterator_class_initialize_method_status Writer::Implementation::initialize_iterator(
    bt_self_message_iterator* self, bt_self_message_iterator_configuration*, bt_self_component_port_output*) {
  auto* const writer = static_cast<Implementation*>(
      bt_self_component_get_data(bt_self_message_iterator_borrow_component(self)));
  writer->iterator_ = self;
  bt_self_message_iterator_set_data(self, writer);
  return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

bt_message_iterator_class_next_method_status Writer::Implementation::next(bt_self_message_iterator* self,
                                                                          bt_message_array_const messages,
                                                                          uint64_t capacity,
                                                                          uint64_t* count) {
  auto* const writer = static_cast<Implementation*>(bt_self_message_iterator_get_data(self));
  std::vector<const bt_message*>& queue = writer->queue_;
  *count = 0;
  while (*count < capacity && writer->next_in_queue_ < queue.size())
    messages[(*count)++] = queue[writer->next_in_queue_++];
  return *count > 0 ? BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_OK
                    : BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_AGAIN;
}

Status Writer::Implementation::connect(const std::vector<RecordKind>& kinds) {
  TRY(plugin_, find_plugin());
  // The sink ends the process where it cannot write the description, which it does last.
  TRY_STATUS(reserve_room(reserve_, directory_));
  graph_.reset(made(bt_graph_create(0)));
  TRY_STATUS(add_components(bt_plugin_borrow_sink_component_class_by_name_const(plugin_.get(), "fs")));
  run_once();  // makes the iterator
  if (status_) describe(kinds);
  return status_;
}

Status Writer::Implementation::add_components(const bt_component_class_sink* sink_class) {
  if (sink_class == nullptr) return Error{"babeltrace2's plug-in ctf has no component that writes CTF"};
  using IteratorClass = Reference<const bt_message_iterator_class, bt_message_iterator_class_put_ref>;
  using SourceClass = Reference<const bt_component_class_source, bt_component_class_source_put_ref>;
  using Values = Reference<const bt_value, bt_value_put_ref>;
  bt_message_iterator_class* const iterator_class = made(bt_message_iterator_class_create(next));
  const IteratorClass owned_iterator_class(iterator_class);
  bt_message_iterator_class_set_initialize_method(iterator_class, initialize_iterator);
  bt_component_class_source* const source_class =
      made(bt_component_class_source_create("latecomer", iterator_class));
  const SourceClass owned_source_class(source_class);
  bt_component_class_source_set_initialize_method(source_class, initialize);
  bt_value* const parameters = made(bt_value_map_create());
  const Values owned_parameters(parameters);
  bt_value_map_insert_string_entry(parameters, "path", directory_.c_str());
  bt_value_map_insert_bool_entry(parameters, "assume-single-trace", BT_TRUE);
  bt_value_map_insert_bool_entry(parameters, "quiet", BT_TRUE);

  const bt_component_source* source = nullptr;
  const bt_component_sink* sink = nullptr;
  const bool is_connected =
      bt_graph_add_source_component_with_initialize_method_data(
          graph_.get(), source_class, "records", nullptr, this, BT_LOGGING_LEVEL_NONE, &source) ==
          BT_GRAPH_ADD_COMPONENT_STATUS_OK &&
      bt_graph_add_sink_component(graph_.get(), sink_class, "files", parameters, BT_LOGGING_LEVEL_NONE,
                                  &sink) == BT_GRAPH_ADD_COMPONENT_STATUS_OK &&
      bt_graph_connect_ports(graph_.get(), bt_component_source_borrow_output_port_by_index_const(source, 0),
                             bt_component_sink_borrow_input_port_by_index_const(sink, 0),
                             nullptr) == BT_GRAPH_CONNECT_PORTS_STATUS_OK;
  if (is_connected) return {};
  return cannot_be_written();
}

/// Describes the trace and all kinds of events; the sink writes of these which there are.
void Writer::Implementation::describe(const std::vector<RecordKind>& kinds) {
  using TraceClass = Reference<bt_trace_class, bt_trace_class_put_ref>;
  using ClockClass = Reference<bt_clock_class, bt_clock_class_put_ref>;
  const TraceClass trace_class(made(bt_trace_class_create(component_)));
  const ClockClass clock_class(made(bt_clock_class_create(component_)));
  bt_clock_class_set_name(clock_class.get(), "default");
  bt_clock_class_set_frequency(clock_class.get(), clock_.ticks_per_second);
  bt_clock_class_set_offset(clock_class.get(), clock_.zero_seconds, clock_.zero_ticks);
  bt_clock_class_set_origin_is_unix_epoch(clock_class.get(), clock_.is_since_1970 ? BT_TRUE : BT_FALSE);

  stream_class_.reset(made(bt_stream_class_create(trace_class.get())));
  bt_stream_class_set_default_clock_class(stream_class_.get(), clock_class.get());
  bt_stream_class_set_supports_packets(stream_class_.get(), BT_TRUE, BT_TRUE, BT_TRUE);
  for (const RecordKind& kind : kinds) {
    event_classes_.emplace_back(made(bt_event_class_create(stream_class_.get())));
    bt_event_class_set_name(event_classes_.back().get(), kind.name.c_str());
    const FieldClass payload(made(bt_field_class_structure_create(trace_class.get())));
    for (const trace::RecordField& field : kind.fields) append_field(trace_class.get(), payload.get(), field);
    bt_event_class_set_payload_field_class(event_classes_.back().get(), payload.get());
  }
  trace_.reset(made(bt_trace_create(trace_class.get())));
  bt_trace_set_environment_entry_string(trace_.get(), "tracer_name", "otf2");
  bt_trace_set_environment_entry_integer(trace_.get(), "tracer_major", 3);
  bt_trace_set_environment_entry_integer(trace_.get(), "tracer_minor", 0);
}

FieldClass Writer::Implementation::field_class(bt_trace_class* trace_class, FieldType type) {
  const auto integer = [](bt_field_class* made_class, uint64_t bits) {
    bt_field_class_integer_set_field_value_range(made(made_class), bits);
    return FieldClass(made_class);
  };
  switch (type) {
    case FieldType::uint8:
      return integer(bt_field_class_integer_unsigned_create(trace_class), 8);
    case FieldType::uint16:
      return integer(bt_field_class_integer_unsigned_create(trace_class), 16);
    case FieldType::uint32:
      return integer(bt_field_class_integer_unsigned_create(trace_class), 32);
    case FieldType::uint64:
      return integer(bt_field_class_integer_unsigned_create(trace_class), 64);
    case FieldType::int8:
      return integer(bt_field_class_integer_signed_create(trace_class), 8);
    case FieldType::int16:
      return integer(bt_field_class_integer_signed_create(trace_class), 16);
    case FieldType::int32:
      return integer(bt_field_class_integer_signed_create(trace_class), 32);
    case FieldType::int64:
      return integer(bt_field_class_integer_signed_create(trace_class), 64);
    case FieldType::float32:
      return FieldClass(made(bt_field_class_real_single_precision_create(trace_class)));
    case FieldType::float64:
      return FieldClass(made(bt_field_class_real_double_precision_create(trace_class)));
    case FieldType::text:
      return FieldClass(made(bt_field_class_string_create(trace_class)));
    case FieldType::references:
      return field_class(trace_class, FieldType::uint32);
  }
  return nullptr;
}

/// A list comes after its length, which is a field, too.
void Writer::Implementation::append_field(bt_trace_class* trace_class, bt_field_class* payload,
                                          const trace::RecordField& field) {
  FieldClass of_field = field_class(trace_class, field.type);
  if (field.type == FieldType::references) {
    const FieldClass length = field_class(trace_class, FieldType::uint32);
    const std::string name = fmt::format("_{}_len", field.name);
    bt_field_class_structure_append_member(payload, name.c_str(), length.get());
    of_field.reset(made(bt_field_class_array_dynamic_create(trace_class, of_field.get(), length.get())));
  }
  bt_field_class_structure_append_member(payload, field.name.c_str(), of_field.get());
}

namespace {

void set_field(bt_field* field, FieldType type, const FieldValue& value) {
  switch (type) {
    case FieldType::uint8:
    case FieldType::uint16:
    case FieldType::uint32:
    case FieldType::uint64:
      bt_field_integer_unsigned_set_value(field, value.number);
      return;
    case FieldType::int8:
    case FieldType::int16:
    case FieldType::int32:
    case FieldType::int64:
      bt_field_integer_signed_set_value(field, static_cast<int64_t>(value.number));
      return;
    case FieldType::float32:
      bt_field_real_single_precision_set_value(field,
                                               static_cast<float>(std::bit_cast<double>(value.number)));
      return;
    case FieldType::float64:
      bt_field_real_double_precision_set_value(field, std::bit_cast<double>(value.number));
      return;
    case FieldType::text:
      if (bt_field_string_set_value(field, value.text) != BT_FIELD_STRING_SET_VALUE_STATUS_OK)
        throw std::bad_alloc();
      return;
    case FieldType::references:
      if (bt_field_array_dynamic_set_length(field, value.references.size()) !=
          BT_FIELD_DYNAMIC_ARRAY_SET_LENGTH_STATUS_OK)
        throw std::bad_alloc();
      for (size_t i = 0; i < value.references.size(); ++i)
        bt_field_integer_unsigned_set_value(bt_field_array_borrow_element_field_by_index(field, i),
                                            value.references[i]);
      return;
  }
}

}  // namespace

void Writer::Implementation::begin_stream(const std::string& name) {
  if (!status_) return;
  stream_.reset(made(bt_stream_create(stream_class_.get(), trace_.get())));
  bt_stream_set_name(stream_.get(), name.c_str());
  push(bt_message_stream_beginning_create(iterator_, stream_.get()));
  last_time_ = 0;
}

// Readers find a time by the packets before they look at events.
void Writer::Implementation::begin_packet(uint64_t time) {
  packet_.reset(made(bt_packet_create(stream_.get())));
  push(bt_message_packet_beginning_create_with_default_clock_snapshot(iterator_, packet_.get(), time));
  events_in_packet_ = 0;
}

void Writer::Implementation::end_packet() {
  if (!packet_) return;
  push(bt_message_packet_end_create_with_default_clock_snapshot(iterator_, packet_.get(), last_time_));
  packet_.reset();
}

void Writer::Implementation::put(size_t kind, uint64_t time, std::span<const FieldValue> values) {
  constexpr uint64_t kEventsOfPacket = uint64_t{1} << 15U;
  constexpr size_t kMostInQueue = 1024;
  if (!status_) return;
  if (events_in_packet_ == kEventsOfPacket) end_packet();
  if (!packet_) begin_packet(time);
  ++events_in_packet_;
  last_time_ = time;
  bt_message* const message = made(bt_message_event_create_with_packet_and_default_clock_snapshot(
      iterator_, event_classes_[kind].get(), packet_.get(), time));
  push(message);
  bt_field* const payload = bt_event_borrow_payload_field(bt_message_event_borrow_event(message));
  const std::vector<FieldType>& types = types_[kind];
  size_t member = 0;
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i] == FieldType::references)
      bt_field_integer_unsigned_set_value(bt_field_structure_borrow_member_field_by_index(payload, member++),
                                          values[i].references.size());
    set_field(bt_field_structure_borrow_member_field_by_index(payload, member++), types[i], values[i]);
  }
  if (queue_.size() >= kMostInQueue) flush();
}

void Writer::Implementation::end_stream() {
  if (!status_) return;
  end_packet();
  push(bt_message_stream_end_create(iterator_, stream_.get()));
  stream_.reset();
  flush();
}

void Writer::Implementation::flush() {
  while (status_ && next_in_queue_ < queue_.size()) run_once();
  if (!status_) return;
  queue_.clear();
  next_in_queue_ = 0;
}

void Writer::Implementation::run_once() {
  const bt_graph_run_once_status status = bt_graph_run_once(graph_.get());
  if (status == BT_GRAPH_RUN_ONCE_STATUS_OK || status == BT_GRAPH_RUN_ONCE_STATUS_AGAIN) return;
  status_ = cannot_be_written();
}

/// The library does not say what the system said; what it says to another file, may be the same.
Error Writer::Implementation::cannot_be_written() const {
  const std::string said = take_library_error();
  const fs::path other = directory_.string() + ".other";
  if (const Status room = reserve_room(other, directory_); !room) return room.error();
  ::unlink(other.c_str());
  return Error{fmt::format("{}: babeltrace2 cannot write it: {}", directory_.string(), said)};
}

/// After a file could not grow, the sink unmaps memory once more that it has unmapped: it is left as it is
/// until the process ends.
void Writer::Implementation::give_up() {
  static auto* const given_up = new std::vector<std::pair<Graph, Trace>>;
  given_up->emplace_back(std::move(graph_), std::move(trace_));
}

void Writer::Implementation::release() {
  ::unlink(reserve_.c_str());
  if (!status_) give_up();
  for (; next_in_queue_ < queue_.size(); ++next_in_queue_) bt_message_put_ref(queue_[next_in_queue_]);
  queue_.clear();
  packet_.reset();
  stream_.reset();
  event_classes_.clear();
  stream_class_.reset();
  trace_.reset();
  graph_.reset();  // the sink writes the description now
}

Status Writer::Implementation::close() {
  flush();
  release();
  if (!status_) return status_;
  std::ifstream in(directory_ / "metadata", std::ios::binary);
  const std::string description{std::istreambuf_iterator<char>(in), {}};
  const size_t last = description.find_last_not_of(" \n");
  if (last == std::string::npos || description[last] != ';')
    return Error{fmt::format("{}: the description of the events could not be written", directory_.string())};
  return {};
}

Writer::Writer(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Writer::~Writer() = default;

Result<std::unique_ptr<Writer>> Writer::create(const fs::path& directory, const Clock& clock,
                                               const std::vector<RecordKind>& kinds) {
  auto implementation = std::make_unique<Implementation>(directory, clock, kinds);
  TRY_STATUS(implementation->connect(kinds));
  return std::unique_ptr<Writer>(new Writer(std::move(implementation)));
}

void Writer::begin_stream(const std::string& name) {
  implementation_->begin_stream(name);
}
void Writer::put(size_t kind, uint64_t time, std::span<const FieldValue> values) {
  implementation_->put(kind, time, values);
}
void Writer::end_stream() {
  implementation_->end_stream();
}
bool Writer::has_failed() const {
  return implementation_->has_failed();
}
Status Writer::close() {
  return implementation_->close();
}

}  // namespace latecomer::ctf
