// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// libbabeltrace2 has components in a graph: source.ctf.fs, in a plug-in, has an output for each stream of a
// trace, and the last component asks for messages. It is ours, with an input for each output:
//
//     stream of core 0   5 7 9        -> input 0
//     stream of core 1   6 6 8 7 10   -> input 1   -> merged: 5 6 6 7 8 8 9 10
//
// The library's own component that merges streams gives up where the time of one runs backwards, as it does
// in some traces, by microseconds. Here such a message has the time of the one before it.
//
// Cost: the logarithm of the number of streams for each message.

#include "ctf/message_source.h"

#include <algorithm>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "ctf/library.h"

namespace latecomer::ctf {

namespace {

using SinkClass = Reference<bt_component_class_sink, bt_component_class_sink_put_ref>;
using Iterator = Reference<bt_message_iterator, bt_message_iterator_put_ref>;
using Message = Reference<const bt_message, bt_message_put_ref>;

using TakeMessage = std::function<void(const bt_message*, uint64_t)>;

/// Forgets the library's latest error in the end: with one it ends the process when it is used again.
struct ErrorsForgotten {
  ErrorsForgotten() = default;
  ErrorsForgotten(const ErrorsForgotten&) = delete;
  ErrorsForgotten& operator=(const ErrorsForgotten&) = delete;
  ~ErrorsForgotten() { bt_current_thread_clear_error(); }
};

/// Is one stream, of which some messages have been got from the library.
class Input {
 public:
  explicit Input(bt_self_component_port_input* port) : port_(port) {}

  bool open(bt_self_component_sink* component) {
    bt_message_iterator* iterator = nullptr;
    if (bt_message_iterator_create_from_sink_component(component, port_, &iterator) !=
        BT_MESSAGE_ITERATOR_CREATE_FROM_SINK_COMPONENT_STATUS_OK)
      return false;
    iterator_.reset(iterator);
    return true;
  }

  /// Goes to the next message; returns whether that could be done. None is there at the end.
  bool advance() {
    front_.reset();
    while (next_ == messages_.size()) {
      messages_.clear();
      next_ = 0;
      bt_message_array_const got = nullptr;
      uint64_t count = 0;
      const bt_message_iterator_next_status status = bt_message_iterator_next(iterator_.get(), &got, &count);
      if (status == BT_MESSAGE_ITERATOR_NEXT_STATUS_END) return true;
      if (status == BT_MESSAGE_ITERATOR_NEXT_STATUS_AGAIN) continue;
      if (status != BT_MESSAGE_ITERATOR_NEXT_STATUS_OK) return false;
      for (uint64_t i = 0; i < count; ++i) messages_.emplace_back(got[i]);
    }
    front_ = std::move(messages_[next_++]);
    time_ = std::max(time_, time_of(front_.get()));
    return true;
  }

  const bt_message* front() const { return front_.get(); }
  uint64_t time() const { return time_; }

 private:
  /// Returns nought for a message without a time, so that it comes with the one before it.
  static uint64_t time_of(const bt_message* message) {
    const bt_clock_snapshot* snapshot = nullptr;
    switch (bt_message_get_type(message)) {
      case BT_MESSAGE_TYPE_EVENT:
        if (bt_message_event_borrow_stream_class_default_clock_class_const(message) != nullptr)
          snapshot = bt_message_event_borrow_default_clock_snapshot_const(message);
        break;
      case BT_MESSAGE_TYPE_DISCARDED_EVENTS:
        if (bt_stream_class_discarded_events_have_default_clock_snapshots(bt_stream_borrow_class_const(
                bt_message_discarded_events_borrow_stream_const(message))) == BT_TRUE)
          snapshot = bt_message_discarded_events_borrow_beginning_default_clock_snapshot_const(message);
        break;
      case BT_MESSAGE_TYPE_DISCARDED_PACKETS:
        if (bt_stream_class_discarded_packets_have_default_clock_snapshots(bt_stream_borrow_class_const(
                bt_message_discarded_packets_borrow_stream_const(message))) == BT_TRUE)
          snapshot = bt_message_discarded_packets_borrow_beginning_default_clock_snapshot_const(message);
        break;
      default:
        break;
    }
    return snapshot == nullptr ? 0 : bt_clock_snapshot_get_value(snapshot);
  }

  bt_self_component_port_input* port_;
  Iterator iterator_;
  std::vector<Message> messages_;
  size_t next_ = 0;
  Message front_;
  uint64_t time_ = 0;
};

/// Is what our component knows. The functions below are what the library calls; through it nothing is thrown
/// but what ends the program.
struct Merger {
  const TakeMessage& take;
  uint64_t streams = 0;
  std::vector<Input> inputs;
};

Merger& merger_of(bt_self_component_sink* component) {
  return *static_cast<Merger*>(
      bt_self_component_get_data(bt_self_component_sink_as_self_component(component)));
}

bt_component_class_initialize_method_status initialize(bt_self_component_sink* component,
                                                       bt_self_component_sink_configuration*, const bt_value*,
                                                       void* data) {
  Merger& merger = *static_cast<Merger*>(data);
  bt_self_component_set_data(bt_self_component_sink_as_self_component(component), data);
  for (uint64_t i = 0; i < merger.streams; ++i) {
    bt_self_component_port_input* port = nullptr;
    if (bt_self_component_sink_add_input_port(component, std::to_string(i).c_str(), nullptr, &port) !=
        BT_SELF_COMPONENT_ADD_PORT_STATUS_OK)
      return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
    merger.inputs.emplace_back(port);
  }
  return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

bt_component_class_sink_graph_is_configured_method_status configured(bt_self_component_sink* component) {
  for (Input& input : merger_of(component).inputs)
    if (!input.open(component)) return BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_ERROR;
  return BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_OK;
}

/// Hands on all messages.
bt_component_class_sink_consume_method_status consume(bt_self_component_sink* component) {
  const TakeMessage& take = merger_of(component).take;
  std::vector<Input>& inputs = merger_of(component).inputs;
  for (Input& input : inputs) {
    if (!input.advance()) return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_ERROR;
    if (input.front() != nullptr) take(input.front(), 0);  // it begins the stream
  }
  using Next = std::pair<uint64_t, size_t>;  // the time, and which input
  std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
  const auto advance = [&](size_t i) {
    if (!inputs[i].advance()) return false;
    if (inputs[i].front() != nullptr) queue.emplace(inputs[i].time(), i);
    return true;
  };
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!advance(i)) return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_ERROR;
  while (!queue.empty()) {
    const size_t i = queue.top().second;
    queue.pop();
    take(inputs[i].front(), inputs[i].time());
    if (!advance(i)) return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_ERROR;
  }
  return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_END;
}

SinkClass make_sink_class() {
  SinkClass sink(made(bt_component_class_sink_create("latecomer", consume)));
  bt_component_class_sink_set_initialize_method(sink.get(), initialize);
  bt_component_class_sink_set_graph_is_configured_method(sink.get(), configured);
  return sink;
}

Value source_parameters(const std::string& directory) {
  Value inputs(made(bt_value_array_create()));
  bt_value_array_append_string_element(inputs.get(), directory.c_str());
  Value parameters(made(bt_value_map_create()));
  bt_value_map_insert_entry(parameters.get(), "inputs", inputs.get());
  return parameters;
}

}  // namespace

Status for_each_message(const std::string& directory, const TakeMessage& take) {
  const auto unusable = [&] {
    return Error{directory + ": not usable as a CTF trace: " + take_library_error()};
  };
  const ErrorsForgotten errors;  // also of what is destroyed here
  TRY(const Plugin plugin, find_plugin());
  const bt_component_class_source* const source_class =
      bt_plugin_borrow_source_component_class_by_name_const(plugin.get(), "fs");
  if (source_class == nullptr) return Error{"babeltrace2's plug-in ctf has no component that reads CTF"};
  const Graph graph(made(bt_graph_create(0)));
  const bt_component_source* source = nullptr;
  if (bt_graph_add_source_component(graph.get(), source_class, "trace", source_parameters(directory).get(),
                                    BT_LOGGING_LEVEL_NONE, &source) != BT_GRAPH_ADD_COMPONENT_STATUS_OK)
    return unusable();
  Merger merger{.take = take, .streams = bt_component_source_get_output_port_count(source)};
  if (merger.streams == 0) return Error{directory + ": the CTF trace has no streams of events"};
  const bt_component_sink* sink = nullptr;
  if (bt_graph_add_sink_component_with_initialize_method_data(graph.get(), make_sink_class().get(), "events",
                                                              nullptr, &merger, BT_LOGGING_LEVEL_NONE,
                                                              &sink) != BT_GRAPH_ADD_COMPONENT_STATUS_OK)
    return unusable();
  for (uint64_t i = 0; i < merger.streams; ++i)
    if (bt_graph_connect_ports(graph.get(), bt_component_source_borrow_output_port_by_index_const(source, i),
                               bt_component_sink_borrow_input_port_by_index_const(sink, i),
                               nullptr) != BT_GRAPH_CONNECT_PORTS_STATUS_OK)
      return unusable();
  bt_graph_run_status status = BT_GRAPH_RUN_STATUS_AGAIN;
  while (status == BT_GRAPH_RUN_STATUS_AGAIN) status = bt_graph_run(graph.get());
  // All that is of the library has to go before what ours refers to.
  merger.inputs.clear();
  if (status != BT_GRAPH_RUN_STATUS_OK) return unusable();
  return {};
}

}  // namespace latecomer::ctf
