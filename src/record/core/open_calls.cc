// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Whether an open call was left. Its wrapper's frame is known; stacks grow downwards:
//
//     main                         main
//     MPI_Send  <- frame           compute
//     (the library)                MPI_Barrier  <- who asks
//     error handler
//     MPI_Barrier  <- who asks
//
// Who asks at this frame or above it, on the same stack, shows that the call is gone. Below it, the stack is
// unwound until it comes to the frame, or is past it. The frame alone would not do: main calls `compute` with
// the stack pointer with which it called MPI_Send. So it also has to be one of the recorder's.
//
// Cost: none while no call is open, which is so for all calls outside of callbacks; else a microsecond.

#include "record/core/open_calls.h"

#include <utility>

#include "record/core/code_mapping.h"
#include "record/core/own_stack.h"
#include "record/core/process_state.h"
#include "record/core/recorder.h"
#include "record/core/threads.h"
#include "record/core/trouble.h"

namespace latecomer::record {

namespace {

enum class Whereabouts : uint8_t { in_call, past_call, unknown };

bool are_on_stack_of_thread(uintptr_t a, uintptr_t b) noexcept {
  const StackBounds& stack = this_thread.own_stack->unwinder.stack();
  return stack.contains(a) && stack.contains(b);
}

// A frame begins where the stack pointer of the function is that has called it.
Whereabouts find_below(uintptr_t asking, uintptr_t of_call, Frame frame) noexcept {
  Unwinder& unwinder = unwinder_of_this_thread();
  unwinder.begin(frame);
  uintptr_t passed = asking;
  for (uintptr_t code = frame.program_counter; unwinder.go_to_caller(frame); code = frame.program_counter) {
    if (frame.stack_pointer <= asking) continue;  // within who asks
    if (frame.stack_pointer == of_call && is_in_recorder(reinterpret_cast<const void*>(code)))
      return Whereabouts::in_call;
    const bool is_same_stack = frame.stack_pointer > passed;
    if (is_same_stack && frame.stack_pointer > of_call) return Whereabouts::past_call;
    passed = frame.stack_pointer;
  }
  return Whereabouts::unknown;
}

Whereabouts whereabouts_of(const void* asking_frame, const OpenCall& call, const Frame& here) noexcept {
  const auto asking = reinterpret_cast<uintptr_t>(asking_frame);
  const auto of_call = reinterpret_cast<uintptr_t>(call.frame);
  if (asking < of_call) return find_below(asking, of_call, here);
  const bool is_same_stack = asking == of_call || are_on_stack_of_thread(asking, of_call);
  return is_same_stack ? Whereabouts::past_call : Whereabouts::unknown;
}

// It will not return.
void end_unreturned(OpenCall& call, Ticks time) noexcept {
  waits_no_longer();
  if (std::exchange(call.is_out, false)) --this_thread.depth;
  if (const auto left = std::exchange(call.left, nullptr)) left(call.room.data(), time);
}

void end_innermost(Ticks time) noexcept {
  OpenCall& call = this_thread.calls->innermost();
  if (call.seen_left != Ticks()) time = call.seen_left;
  end_unreturned(call, time);
  close_call(call, time);
}

// Where nothing is recorded of the thread, but the recorders of other processes wait for what it says.
OpenCalls* calls_for_once() noexcept {
  return this_thread.calls = on_own_stack([] { return new OpenCalls; });
}

}  // namespace

OpenCall* open_call(trace::RegionId region, const void* frame) noexcept {
  has_log();  // makes it, and room for calls
  OpenCalls* const calls = this_thread.calls == nullptr ? calls_for_once() : this_thread.calls;
  if (calls == nullptr || calls->full()) return nullptr;
  OpenCall& call = calls->add();
  call.region = region;
  call.frame = frame;
  call.left = nullptr;
  call.is_out = false;
  call.by_binding = false;
  call.seen_left = Ticks();
  if (calls->size() > 1) {
    call.test = this_thread.test;
    this_thread.test = {};
    call.waiting = this_thread.waiting;
    waits_no_longer();
  }
  return &call;
}

void go_out(OpenCall& call) noexcept {
  call.is_out = true;
  ++this_thread.depth;
}

bool come_back(OpenCall& call, const void* frame) noexcept {
  OpenCalls* const calls = this_thread.calls;
  if (calls == nullptr || !calls->has(call, frame) || !call.is_out) [[unlikely]]
    return false;
  while (&calls->innermost() != &call) [[unlikely]] end_innermost(now());
  call.is_out = false;
  --this_thread.depth;
  return true;
}

void leave_call(OpenCall& call, Ticks time) noexcept {
  const trace::RegionId region = std::exchange(call.region, {});
  if (!region.valid()) return;
  if (&call == this_thread.calls->all().data()) [[likely]] {
    if (has_log() && !this_thread.test.unsuccessful) end_call(time);
    return record_leave(region, time);
  }
  if (has_log()) require_room(this_thread.log->append_leave(region, time));
  this_thread.test = call.test;
  this_thread.test.number = 1;  // what it has stored is not the last any more
  this_thread.waiting = call.waiting;
  this_thread.computing_since = time;
}

void close_call(OpenCall& call, Ticks time) noexcept {
  leave_call(call, time);
  OpenCalls& calls = *this_thread.calls;
  calls.remove_innermost();
  if (this_thread.files != nullptr || !calls.empty()) [[likely]]
    return;
  delete &calls;
  this_thread.calls = nullptr;
}

bool is_in_open_call(const void* frame) noexcept {
  while (this_thread.calls != nullptr && !this_thread.calls->empty()) {
    if (this_thread.depth != this_thread.calls->size()) return false;
    const Frame here = LATECOMER_CALLER_FRAME();
    const Whereabouts found = whereabouts_of(frame, this_thread.calls->innermost(), here);
    if (found != Whereabouts::past_call) return found == Whereabouts::in_call;
    end_innermost(now());
  }
  return false;
}

bool is_past_open_call(uintptr_t stack_pointer) noexcept {
  if (this_thread.calls == nullptr || this_thread.calls->empty()) return false;
  OpenCall& call = this_thread.calls->innermost();
  const auto of_call = reinterpret_cast<uintptr_t>(call.frame);
  if (!call.is_out || stack_pointer < of_call || !are_on_stack_of_thread(stack_pointer, of_call))
    return false;
  if (call.seen_left == Ticks()) call.seen_left = now();
  return true;
}

void leave_open_calls() noexcept {
  if (this_thread.calls == nullptr) return;
  const std::span<OpenCall> calls = this_thread.calls->all();
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    const Ticks time = call->seen_left == Ticks() ? now() : call->seen_left;
    end_unreturned(*call, time);
    leave_call(*call, time);
  }
}

}  // namespace latecomer::record
