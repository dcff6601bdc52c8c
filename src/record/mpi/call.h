// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cerrno>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "api_functions.h"  // generated from mpi_api.txt
#include "record/core/open_calls.h"
#include "record/core/recorder.h"
#include "record/mpi/tested.h"

namespace latecomer::record::mpi {

/// Returns the region of one MPI function, defined at its first call, so that only called functions appear in
/// the archive.
trace::RegionId region_of(Function function) noexcept;

/// Returns an event with nothing set but its kind.
inline trace::Event event_of(trace::EventKind kind) {
  trace::Event event;
  event.kind = kind;
  return event;
}

/// Is the time of the calling thread's events. A moment begins where a recorded call begins, and whenever the
/// thread comes back from the MPI library. So enter and what is written before the real call (a send, the
/// begin of a collective) are one moment, and what the call has brought about (a receive, a completion) and
/// leave are another, for one look at the clock each.
[[gnu::tls_model("initial-exec")]] constinit inline thread_local Ticks moment;
inline void begin_moment() noexcept {
  moment = now();
}

inline void write(const trace::Event& event) noexcept {
  record(event, moment);
}
/// Records the end of what began while recording was on, also while it is off.
inline void write_even_if_off(const trace::Event& event) noexcept {
  record_even_if_off(event, moment);
}
/// Says that the open call waits for members of the communicator, whose id lives as long as the call.
void may_wait_for_members(const trace::CommId& comm) noexcept;

/// Returns the value at an address that a caller passed; an empty one for nullptr, which MPI may refuse.
template <class T>
T value_at(const T* address) {
  return address == nullptr ? T() : *address;
}

inline std::string_view text_at(const char* text) {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

/// Keeps the thread from recording what the MPI library does for the recorder itself. At its end a moment
/// begins.
class InsideLibrary {
 public:
  InsideLibrary() noexcept = default;
  ~InsideLibrary() noexcept { begin_moment(); }
  InsideLibrary(const InsideLibrary&) = delete;
  InsideLibrary& operator=(const InsideLibrary&) = delete;

 private:
  RecursionGuard guard_;
};

/// Says by which of its names a function is called.
enum class Name : uint8_t {
  mpi,        ///< The caller uses MPI_X.
  profiling,  ///< The caller uses PMPI_X, as other tools and wrappers of the program do.
  binding     ///< The caller uses the name of a Fortran procedure.
};

/// Identifies a call of a wrapper: the wrapper's frame, and where it returns to.
struct Origin {
  const void* frame;
  const void* caller;
  Name name;
};

/// Makes the Origin of the wrapper in which it is used.
#define LATECOMER_ORIGIN(name) \
  (::latecomer::record::mpi::Origin{__builtin_dwarf_cfa(), __builtin_return_address(0), name})

/// Decides is_recorded for a call within another one, or while nothing is recorded.
bool is_recorded_inside(const Origin& origin, bool agrees) noexcept;

/// Returns whether a wrapper does more than to pass the call on. `agrees` says that it makes the recorders of
/// several processes agree on something, which it has to do even if this process had to stop recording, since
/// the others wait for it.
template <bool agrees>
[[gnu::always_inline]] inline bool is_recorded(const Origin& origin) noexcept {
  return recording() || is_recorded_inside(origin, agrees);
}

// A recorded call is: begin_call; prepare, which runs the helpers; the real function; finish, which runs the
// helpers again. The real function may never return, or return by an exception or longjmp: what the program
// has linked handles those, with its own copy of the runtime library, so the wrapper itself has nothing to be
// destroyed and catches nothing. What the helpers throw ends in prepare and finish.

/// Begins a recorded call by its `enter`. Returns nullptr if the call cannot be recorded.
OpenCall* begin_call(Function function, const Origin& origin) noexcept;
/// Begins a call of a test or probe that does not wait: `tested` stands for what it tests.
OpenCall* begin_test_call(Function function, const Origin& origin, Tested tested) noexcept;

/// Keeps what a call's helpers need from before the real function to after it. It stays where it is if the
/// call does not return.
template <class Value>
class Kept {
 public:
  Kept() noexcept {}  // NOLINT: nothing is there yet
  template <class... Arguments>
  Value& make(Arguments&&... arguments) {
    return *new (bytes_) Value{std::forward<Arguments>(arguments)...};
  }
  Value& value() noexcept { return *std::launder(reinterpret_cast<Value*>(bytes_)); }
  void destroy() noexcept { std::destroy_at(&value()); }

 private:
  alignas(Value) std::byte bytes_[sizeof(Value)];
};

/// Returns where `Wrapped`, a generated class, keeps the arguments of the call and what is Kept.
template <class Wrapped>
void* room_of(OpenCall& open) noexcept {
  static_assert(sizeof(Wrapped) <= OpenCall::kRoom && alignof(Wrapped) <= alignof(OpenCall));
  static_assert(std::is_trivially_destructible_v<Wrapped>);
  return open.room.data();
}

template <class Wrapped>
void end_unreturned(void* room, Ticks time) noexcept {
  moment = time;
  try {
    static_cast<Wrapped*>(room)->left();
  } catch (...) {
    helper_failed();
  }
}

template <class Wrapped>
[[gnu::noinline]] void prepare(OpenCall& open, Wrapped& wrapped) noexcept {
  try {
    wrapped.before();
    open.left = end_unreturned<Wrapped>;
  } catch (...) {
    helper_failed();
  }
  go_out(open);
}

/// Ends a call: `outcome` is what the real function returned, with errno as it left it.
template <class Wrapped>
[[gnu::noinline]] void finish(OpenCall& open, const void* frame, Wrapped& wrapped, int outcome) noexcept {
  waits_no_longer();
  const int kept = errno;
  if (!come_back(open, frame)) return;
  begin_moment();
  if (std::exchange(open.left, nullptr) != nullptr) {
    try {
      wrapped.after(outcome);
    } catch (...) {
      helper_failed();
    }
  }
  close_call(open, moment);
  errno = kept;
}

/// Ends the innermost call of the thread before its wrapper does; for MPI_Finalize, whose own end cannot be
/// recorded.
void leave_early() noexcept;

/// Is an artificial call: only enter, leave and what is written while it lives are recorded.
class CallOfNobody {
 public:
  explicit CallOfNobody(Function function) noexcept;
  ~CallOfNobody() noexcept;
  CallOfNobody(const CallOfNobody&) = delete;
  CallOfNobody& operator=(const CallOfNobody&) = delete;

 private:
  trace::RegionId region_;
};

}  // namespace latecomer::record::mpi
