// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <babeltrace2/babeltrace.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "kernel/node_trace.h"
#include "kernel/scheduler_event.h"

namespace latecomer::kernel {

/// Says what the name of an event means.
struct EventMeaning {
  EventKind kind = EventKind::core_switch;
  InterruptName::Kind interrupt = InterruptName::Kind::line;
  uint32_t number = 0;              ///< Of an interrupt whose event does not say one.
  EndedBy source = EndedBy::other;  ///< If the name says it.
  bool is_futex = false;
  bool has_call_number = false;  ///< Which says whether it is a futex.
};

/// Returns what an event of LTTng's kernel tracer or of perf means; nothing for those that are not looked at.
std::optional<EventMeaning> meaning_of(std::string_view event_name);

/// Makes events of the scheduler of those of a CTF trace.
class EventDecoder {
 public:
  /// Notes the events that a stream may have.
  void see_stream(const bt_stream* stream);
  const Recorded& recorded() const { return recorded_; }

  /// Returns whether the event is one that is looked at, and which one, but for its time. `core` is that of
  /// its packet.
  bool decode(const bt_event* event, std::optional<uint32_t> core, SchedulerEvent& decoded);

 private:
  static constexpr uint64_t kNone = UINT64_MAX;

  /// Says where an event has its fields. Those of no event are kNone.
  struct Form {
    EventMeaning meaning;
    uint64_t thread = kNone, thread_name = kNone, next = kNone, next_name = kNone, parent = kNone,
             old_thread = kNone, process = kNone, type = kNone, state = kNone, target = kNone, number = kNone,
             name = kNone, core = kNone, flags = kNone, current = kNone, current_process = kNone;
    uint64_t context_thread = kNone, context_process = kNone, context_core = kNone;
  };
  static std::optional<Form> form_of(const bt_event_class* event_class);

  std::unordered_map<const bt_event_class*, std::optional<Form>> forms_;
  Recorded recorded_;
  uint64_t futex_number_ = kNone;
};

}  // namespace latecomer::kernel
