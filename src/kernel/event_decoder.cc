// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// LTTng and perf both record the kernel's tracepoints, but with other names:
//
//     LTTng   sched_switch        prev_tid next_tid   irq_softirq_entry vec x86_irq_vectors_local_timer_entry
//     perf    sched:sched_switch  prev_pid next_pid   irq:softirq_entry vec    irq_vectors:local_timer_entry
//
// perf's events have fields of their own besides: which thread the core ran (common_pid) and whether it dealt
// with an interrupt or a softirq (common_flags). What LTTng calls pid is a process, what the kernel and perf
// call so is a thread. Names of fields are looked up once for each kind of event.

#include "kernel/event_decoder.h"

#include <algorithm>
#include <initializer_list>

namespace latecomer::kernel {

namespace {

using Kind = InterruptName::Kind;

EventMeaning vector_begin(uint32_t number, EndedBy source = EndedBy::other) {
  return {.kind = EventKind::interrupt_begin, .interrupt = Kind::vector, .number = number, .source = source};
}

EventMeaning vector_end(uint32_t number) {
  return {.kind = EventKind::interrupt_end, .interrupt = Kind::vector, .number = number};
}

EventMeaning device_done(EndedBy source) {
  return {.kind = EventKind::device_done, .source = source};
}

/// Names without what perf and LTTng write before them.
const std::unordered_map<std::string_view, EventMeaning>& meanings() {
  static const std::unordered_map<std::string_view, EventMeaning> kMeanings{
      {"sched_switch", {.kind = EventKind::core_switch}},
      {"sched_waking", {.kind = EventKind::waking}},
      {"sched_wakeup", {.kind = EventKind::wakeup}},
      {"sched_wakeup_new", {.kind = EventKind::first_wakeup}},
      {"sched_process_fork", {.kind = EventKind::fork}},
      {"sched_process_exec", {.kind = EventKind::exec}},
      {"sched_migrate_task", {.kind = EventKind::migration}},
      {"lttng_statedump_process_state", {.kind = EventKind::task}},
      {"irq_handler_entry", {.kind = EventKind::interrupt_begin}},
      {"irq_handler_exit", {.kind = EventKind::interrupt_end}},
      {"softirq_entry", {.kind = EventKind::interrupt_begin, .interrupt = Kind::softirq}},
      {"softirq_exit", {.kind = EventKind::interrupt_end, .interrupt = Kind::softirq}},
      {"softirq_raise", {.kind = EventKind::softirq_raise, .interrupt = Kind::softirq}},
      {"local_timer_entry", vector_begin(1, EndedBy::timer)},
      {"local_timer_exit", vector_end(1)},
      {"hrtimer_expire_entry", vector_begin(2, EndedBy::timer)},
      {"hrtimer_expire_exit", vector_end(2)},
      {"reschedule_entry", vector_begin(3)},
      {"reschedule_exit", vector_end(3)},
      {"call_function_entry", vector_begin(4)},
      {"call_function_exit", vector_end(4)},
      {"call_function_single_entry", vector_begin(5)},
      {"call_function_single_exit", vector_end(5)},
      {"irq_work_entry", vector_begin(6)},
      {"irq_work_exit", vector_end(6)},
      {"block_rq_complete", device_done(EndedBy::disk)},
      {"block_bio_complete", device_done(EndedBy::disk)},
      {"netif_receive_skb", device_done(EndedBy::network)},
      {"netif_receive_skb_entry", device_done(EndedBy::network)},
      {"netif_receive_skb_internal_entry", device_done(EndedBy::network)},
      {"page_fault_user", {.kind = EventKind::page_fault}},
  };
  return kMeanings;
}

/// Takes away what begins a text, if it does.
bool remove_begin(std::string_view& text, std::string_view begin) {
  if (!text.starts_with(begin)) return false;
  text.remove_prefix(begin.size());
  return true;
}

EventMeaning call_begin(std::string_view call) {
  return {.kind = EventKind::call_begin, .is_futex = call.starts_with("futex")};
}

std::optional<EventMeaning> call_of_perf(std::string_view name) {
  if (name == "raw_syscalls:sys_enter")
    return EventMeaning{.kind = EventKind::call_begin, .has_call_number = true};
  if (name == "raw_syscalls:sys_exit") return EventMeaning{.kind = EventKind::call_end};
  if (remove_begin(name, "syscalls:sys_enter_")) return call_begin(name);
  if (remove_begin(name, "syscalls:sys_exit_")) return EventMeaning{.kind = EventKind::call_end};
  return std::nullopt;
}

/// Before 2.6 LTTng called the begin of a call sys_<name> and each call's end exit_syscall.
std::optional<EventMeaning> call_of_lttng(std::string_view name) {
  remove_begin(name, "compat_");
  if (remove_begin(name, "syscall_entry_") || remove_begin(name, "sys_")) return call_begin(name);
  if (name == "exit_syscall" || name.starts_with("syscall_exit_"))
    return EventMeaning{.kind = EventKind::call_end};
  return std::nullopt;
}

/// Returns what a vector of softirqs is for, as linux/interrupt.h numbers them.
EndedBy source_of_softirq(uint64_t vector) {
  switch (vector) {
    case 1:  // TIMER_SOFTIRQ
    case 8:
      return EndedBy::timer;  // HRTIMER_SOFTIRQ
    case 2:                   // NET_TX_SOFTIRQ
    case 3:
      return EndedBy::network;  // NET_RX_SOFTIRQ
    case 4:                     // BLOCK_SOFTIRQ
    case 5:
      return EndedBy::disk;  // IRQ_POLL_SOFTIRQ
    default:
      return EndedBy::other;
  }
}

/// The kernel has had other numbers of the higher states over time, but the lower ones stayed: what has none
/// of these can run. 0x10 and 0x20 are those of threads that have ended.
LeftState left_state(uint64_t state) {
  if ((state & 0xffU) == 0) return LeftState::runnable;
  return (state & 0x30U) != 0 ? LeftState::dead : LeftState::blocked;
}

/// As the kernel's trace_events.h numbers the flags that perf hands on.
Context context_of(uint64_t common_flags) {
  constexpr uint64_t kInterrupt = 0x08, kSoftirq = 0x10, kNonMaskable = 0x40;
  if ((common_flags & (kInterrupt | kNonMaskable)) != 0) return Context::interrupt;
  return (common_flags & kSoftirq) != 0 ? Context::softirq : Context::thread;
}

/// Returns the number of the system call futex.
uint64_t futex_number(std::string_view machine) {
  if (machine == "x86_64") return 202;
  if (machine == "aarch64" || machine == "riscv64") return 98;
  if (machine == "ppc64le" || machine == "ppc64") return 221;
  return UINT64_MAX;
}

uint64_t find_member(const bt_field_class* fields, std::initializer_list<const char*> names) {
  if (fields == nullptr || bt_field_class_get_type(fields) != BT_FIELD_CLASS_TYPE_STRUCTURE)
    return UINT64_MAX;
  const uint64_t count = bt_field_class_structure_get_member_count(fields);
  for (const std::string_view name : names) {
    for (uint64_t i = 0; i < count; ++i) {
      const bt_field_class_structure_member* const member =
          bt_field_class_structure_borrow_member_by_index_const(fields, i);
      if (name == bt_field_class_structure_member_get_name(member)) return i;
    }
  }
  return UINT64_MAX;
}

std::optional<uint64_t> integer(const bt_field* structure, uint64_t member) {
  if (structure == nullptr || member == UINT64_MAX) return std::nullopt;
  const bt_field* const field = bt_field_structure_borrow_member_field_by_index_const(structure, member);
  const bt_field_class_type type = bt_field_get_class_type(field);
  if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER))
    return bt_field_integer_unsigned_get_value(field);
  if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_SIGNED_INTEGER))
    return static_cast<uint64_t>(bt_field_integer_signed_get_value(field));
  return std::nullopt;
}

/// Returns the low half, in which a number of a thread or core is.
uint32_t number(const bt_field* structure, uint64_t member) {
  return static_cast<uint32_t>(integer(structure, member).value_or(0));
}

std::string_view text(const bt_field* structure, uint64_t member) {
  if (structure == nullptr || member == UINT64_MAX) return {};
  const bt_field* const field = bt_field_structure_borrow_member_field_by_index_const(structure, member);
  if (bt_field_get_class_type(field) != BT_FIELD_CLASS_TYPE_STRING) return {};
  return {bt_field_string_get_value(field), bt_field_string_get_length(field)};
}

void note(Recorded& recorded, const EventMeaning& meaning) {
  switch (meaning.kind) {
    case EventKind::core_switch:
      recorded.switches = true;
      return;
    case EventKind::waking:
      recorded.waking = true;
      return;
    case EventKind::wakeup:
      recorded.wakeups = true;
      return;
    case EventKind::call_end:
      recorded.calls = true;
      return;
    case EventKind::page_fault:
      recorded.page_faults = true;
      return;
    case EventKind::interrupt_begin:
      if (meaning.source == EndedBy::timer) recorded.timers = true;
      if (meaning.interrupt == Kind::softirq) recorded.interrupts = true;
      return;
    default:
      return;
  }
}

}  // namespace

std::optional<EventMeaning> meaning_of(std::string_view event_name) {
  const size_t colon = event_name.find(':');
  std::string_view name = event_name;
  if (colon == std::string_view::npos) {
    for (const std::string_view begin :
         {"x86_irq_vectors_", "x86_exceptions_", "irq_vectors_", "exceptions_"})
      remove_begin(name, begin);
    if (name.starts_with("irq_softirq_")) remove_begin(name, "irq_");
    if (name.starts_with("timer_hrtimer_")) remove_begin(name, "timer_");
  } else {
    name.remove_prefix(colon + 1);
  }
  const auto found = meanings().find(name);
  if (found != meanings().end()) return found->second;
  return colon == std::string_view::npos ? call_of_lttng(name) : call_of_perf(event_name);
}

std::optional<EventDecoder::Form> EventDecoder::form_of(const bt_event_class* event_class) {
  const char* const name = bt_event_class_get_name(event_class);
  const std::optional<EventMeaning> meaning = name == nullptr ? std::nullopt : meaning_of(name);
  if (!meaning) return std::nullopt;
  Form form{.meaning = *meaning};
  const bt_field_class* const fields = bt_event_class_borrow_payload_field_class_const(event_class);
  const bt_field_class* const context = bt_stream_class_borrow_event_common_context_field_class_const(
      bt_event_class_borrow_stream_class_const(event_class));
  form.core = find_member(fields, {"perf_cpu"});
  form.flags = find_member(fields, {"common_flags"});
  form.current = find_member(fields, {"common_pid"});
  form.current_process = find_member(fields, {"perf_pid"});
  form.context_thread = find_member(context, {"tid"});
  form.context_process = find_member(context, {"pid"});
  form.context_core = find_member(context, {"cpu_id"});
  switch (meaning->kind) {
    case EventKind::core_switch:
      form.thread = find_member(fields, {"prev_tid", "prev_pid"});
      form.thread_name = find_member(fields, {"prev_comm"});
      form.state = find_member(fields, {"prev_state"});
      form.next = find_member(fields, {"next_tid", "next_pid"});
      form.next_name = find_member(fields, {"next_comm"});
      if (form.thread == kNone || form.state == kNone || form.next == kNone) return std::nullopt;
      return form;
    case EventKind::waking:
    case EventKind::wakeup:
    case EventKind::first_wakeup:
    case EventKind::migration:
      form.thread_name = find_member(fields, {"comm"});
      form.target = find_member(fields, {"target_cpu", "dest_cpu"});
      [[fallthrough]];
    case EventKind::exec:
      form.thread = find_member(fields, {"tid", "pid"});
      form.old_thread = find_member(fields, {"old_tid", "old_pid"});
      break;
    case EventKind::fork:
      form.thread = find_member(fields, {"child_tid", "child_pid"});
      form.thread_name = find_member(fields, {"child_comm"});
      form.parent = find_member(fields, {"parent_tid", "parent_pid"});
      if (find_member(fields, {"child_tid"}) != kNone) form.process = find_member(fields, {"child_pid"});
      break;
    case EventKind::task:
      form.thread = find_member(fields, {"tid"});
      form.thread_name = find_member(fields, {"name"});
      form.process = find_member(fields, {"pid"});
      form.type = find_member(fields, {"type"});
      break;
    case EventKind::interrupt_begin:
    case EventKind::interrupt_end:
    case EventKind::softirq_raise:
      if (meaning->interrupt != Kind::vector) form.number = find_member(fields, {"irq", "vec"});
      form.name = find_member(fields, {"name"});
      return form;
    case EventKind::call_begin:
      if (meaning->has_call_number) form.number = find_member(fields, {"id"});
      return form;
    default:
      return form;
  }
  return form.thread == kNone ? std::nullopt : std::optional(form);
}

void EventDecoder::see_stream(const bt_stream* stream) {
  const bt_value* const machine =
      bt_trace_borrow_environment_entry_value_by_name_const(bt_stream_borrow_trace_const(stream), "machine");
  if (machine != nullptr && bt_value_is_string(machine))
    futex_number_ = futex_number(bt_value_string_get(machine));
  const bt_stream_class* const stream_class = bt_stream_borrow_class_const(stream);
  const uint64_t count = bt_stream_class_get_event_class_count(stream_class);
  for (uint64_t i = 0; i < count; ++i) {
    const bt_event_class* const event_class =
        bt_stream_class_borrow_event_class_by_index_const(stream_class, i);
    const auto [form, is_new] = forms_.try_emplace(event_class);
    if (!is_new) continue;
    form->second = form_of(event_class);
    if (form->second) note(recorded_, form->second->meaning);
  }
}

bool EventDecoder::decode(const bt_event* event, std::optional<uint32_t> core, SchedulerEvent& decoded) {
  const auto found = forms_.find(bt_event_borrow_class_const(event));
  if (found == forms_.end() || !found->second) return false;
  const Form& form = *found->second;
  const bt_field* const fields = bt_event_borrow_payload_field_const(event);
  const bt_field* const context = bt_event_borrow_common_context_field_const(event);
  decoded = {};
  decoded.kind = form.meaning.kind;
  decoded.core = core.value_or(0);
  if (const auto own = integer(fields, form.core)) decoded.core = static_cast<uint32_t>(*own);
  if (const auto own = integer(context, form.context_core)) decoded.core = static_cast<uint32_t>(*own);
  if (const auto flags = integer(fields, form.flags)) decoded.context = context_of(*flags);
  for (const auto& current : {integer(fields, form.current), integer(context, form.context_thread)})
    if (current) decoded.current = static_cast<uint32_t>(*current);
  // A thread that has ended has the process -1 for perf.
  for (const auto& process : {integer(fields, form.current_process), integer(context, form.context_process)})
    if (process && static_cast<int32_t>(*process) > 0)
      decoded.current_process = static_cast<uint32_t>(*process);

  decoded.thread = {.id = number(fields, form.thread), .name = text(fields, form.thread_name)};
  decoded.next = {.id = number(fields, form.next), .name = text(fields, form.next_name)};
  decoded.parent = {.id = number(fields, form.parent)};
  decoded.old_thread = number(fields, form.old_thread);
  decoded.process = number(fields, form.process);
  decoded.is_of_kernel = number(fields, form.type) == 1;
  if (const auto state = integer(fields, form.state)) decoded.state = left_state(*state);
  decoded.target = static_cast<uint32_t>(integer(fields, form.target).value_or(decoded.core));
  decoded.interrupt = {.kind = form.meaning.interrupt, .number = form.meaning.number};
  decoded.source = form.meaning.source;
  decoded.is_futex = form.meaning.is_futex;
  if (const auto of_event = integer(fields, form.number)) {
    decoded.interrupt.number = static_cast<uint32_t>(*of_event);
    if (form.meaning.interrupt == Kind::softirq) decoded.source = source_of_softirq(*of_event);
    if (form.meaning.has_call_number) decoded.is_futex = *of_event == futex_number_;
  }
  // Of machines on which the timer has a line.
  if (form.name != kNone && text(fields, form.name).find("timer") != std::string_view::npos)
    decoded.source = EndedBy::timer;
  return true;
}

}  // namespace latecomer::kernel
