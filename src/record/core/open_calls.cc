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

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <unwind.h>

#include <ranges>
#include <utility>

#include "record/core/process_state.h"
#include "record/core/recorder.h"
#include "record/core/threads.h"
#include "record/core/trouble.h"

namespace latecomer::record {

namespace {

enum class Place : uint8_t { in_call, left, elsewhere };

const link_map* module_at(uintptr_t address) noexcept {
  dl_find_object found{};
  return _dl_find_object(reinterpret_cast<void*>(address), &found) == 0 ? found.dlfo_link_map : nullptr;
}

bool is_of_recorder(uintptr_t address) noexcept {
  static const link_map* const recorder = module_at(reinterpret_cast<uintptr_t>(&module_at));
  return module_at(address) == recorder;
}

struct Walk {
  uintptr_t frame;
  uintptr_t asking;     // frame of who asks: what is within it is not looked at
  uintptr_t code = 0;   // where the function inside of the frame at hand is
  uintptr_t above = 0;  // the frame that was passed last
  Place found = Place::elsewhere;
};

// `context` says of a function where it is, and the frame of the one that it has called.
_Unwind_Reason_Code pass_frame(_Unwind_Context* context, void* given) {
  Walk& walk = *static_cast<Walk*>(given);
  const uintptr_t frame = _Unwind_GetCFA(context);
  const uintptr_t code = std::exchange(walk.code, _Unwind_GetIP(context));
  if (frame <= walk.asking) return _URC_NO_REASON;
  const bool on_same_stack = frame > walk.above;
  walk.above = frame;
  if (frame == walk.frame && is_of_recorder(code))
    walk.found = Place::in_call;
  else if (frame > walk.frame && on_same_stack)
    walk.found = Place::left;
  else
    return _URC_NO_REASON;
  return _URC_END_OF_STACK;
}

Place place_of(const void* asking, const OpenCall& call) noexcept {
  if (asking >= call.frame) {
    const OpenCalls& calls = *this_thread.calls;
    const bool same_stack = asking == call.frame || (calls.on_stack(asking) && calls.on_stack(call.frame));
    return same_stack ? Place::left : Place::elsewhere;
  }
  Walk walk{reinterpret_cast<uintptr_t>(call.frame), reinterpret_cast<uintptr_t>(asking)};
  walk.above = walk.asking;
  _Unwind_Backtrace(pass_frame, &walk);
  return walk.found;
}

// It will not return.
void end_unreturned(OpenCall& call, Ticks time) noexcept {
  if (std::exchange(call.is_out, false)) --this_thread.depth;
  if (const auto left = std::exchange(call.left, nullptr)) left(call.room.data(), time);
}

void end_innermost(Ticks time) noexcept {
  OpenCall& call = this_thread.calls->innermost();
  end_unreturned(call, time);
  close_call(call, time);
}

// Where nothing is recorded of the thread, but the recorders of other processes wait for what it says.
OpenCalls* calls_for_once() noexcept {
  return this_thread.calls = harmless([] { return new OpenCalls; });
}

}  // namespace

void OpenCalls::begin_thread() noexcept {
  count_ = 0;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* address = nullptr;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &address, &size);
  pthread_attr_destroy(&attributes);
  stack_begin_ = reinterpret_cast<uintptr_t>(address);
  stack_end_ = stack_begin_ + size;
}

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
  if (calls->size() > 1) {
    call.test = this_thread.test;
    this_thread.test = {};
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
  if (&call == this_thread.calls->all().data()) [[likely]]
    return record_leave(region, time);
  if (has_log()) require_room(this_thread.log->append_leave(region, time));
  this_thread.test = call.test;
  this_thread.test.number = 1;  // what it has stored is not the last any more
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
    const Place place = place_of(frame, this_thread.calls->innermost());
    if (place != Place::left) return place == Place::in_call;
    end_innermost(now());
  }
  return false;
}

void leave_open_calls() noexcept {
  if (this_thread.calls == nullptr) return;
  const Ticks time = now();
  for (OpenCall& call : std::views::reverse(this_thread.calls->all())) {
    end_unreturned(call, time);
    leave_call(call, time);
  }
}

}  // namespace latecomer::record
