// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/ticks.h"
#include "kernel/node_trace.h"

namespace latecomer::kernel {

enum class EventKind : uint8_t {
  core_switch,      ///< The core goes from `thread`, which is in `state`, to `next`.
  waking,           ///< `thread` is being woken, to run on `target`.
  wakeup,           ///< `thread` is among those that can run on `target`.
  first_wakeup,     ///< Likewise, for the first time.
  fork,             ///< `thread` is made by `parent`.
  exec,             ///< `thread` runs another program; it had the number `old_thread`.
  migration,        ///< `thread` is moved to `target`.
  interrupt_begin,  ///< The core deals with `interrupt`.
  interrupt_end,
  softirq_raise,  ///< `source` is to be dealt with in a softirq.
  device_done,    ///< A request to a disk is completed, or a packet is received: `source`.
  page_fault,     ///< Of the core's thread, in its own code.
  call_begin,     ///< The core's thread enters the kernel.
  call_end,
  task,  ///< `thread` exists.
  lost,  ///< Events of the core are missing until `lost_until`.
};

/// Says in which state a thread leaves its core.
enum class LeftState : uint8_t { runnable, blocked, dead };

/// Says what the core does at an event.
enum class Context : uint8_t {
  unknown,  ///< Only begins and ends of interrupts say it.
  thread,
  softirq,
  interrupt,
};

/// Names an interrupt: that of a line, of a vector of softirqs, or of a timer or another processor.
struct InterruptName {
  enum class Kind : uint8_t { line, softirq, vector } kind = Kind::line;
  uint32_t number = 0;

  friend auto operator<=>(const InterruptName&, const InterruptName&) = default;
};

/// Is a thread that an event names.
struct NamedThread {
  uint32_t id = 0;
  std::string_view name;  ///< Empty: not said.
};

/// Is an event of the scheduler, whoever recorded it. Names are valid while it is looked at.
struct SchedulerEvent {
  Ticks time;
  uint32_t core = 0;
  EventKind kind = EventKind::core_switch;
  Context context = Context::unknown;
  std::optional<uint32_t> current;  ///< The core's thread, if the event itself says so.
  uint32_t current_process = 0;     ///< Its process; 0: not said.

  NamedThread thread;
  NamedThread next;
  NamedThread parent;
  uint32_t old_thread = 0;
  uint32_t process = 0;       ///< Of `thread`; 0: not said.
  bool is_of_kernel = false;  ///< `thread` is one of the kernel's own.
  LeftState state = LeftState::runnable;
  uint32_t target = 0;
  InterruptName interrupt;
  EndedBy source = EndedBy::other;  ///< timer, disk, network or other
  bool is_futex = false;            ///< The call waits for a futex or wakes who does.
  Ticks lost_until;
  bool lost_on_all = false;  ///< Of all cores.
  uint64_t lost_events = 0;
  uint64_t lost_packets = 0;
};

}  // namespace latecomer::kernel
