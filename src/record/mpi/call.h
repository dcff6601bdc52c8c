// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cerrno>
#include <optional>
#include <string_view>
#include <type_traits>

#include "api_functions.h"  // generated from mpi_api.txt
#include "record/core/recorder.h"
#include "record/mpi/tested.h"

namespace latecomer::record::mpi {

/// The region of one MPI function; defined at its first call, so that only called functions appear in the
/// archive.
trace::RegionId region_of(Function function) noexcept;

/// An event with nothing set but its kind.
inline trace::Event event_of(trace::EventKind kind) {
  trace::Event event;
  event.kind = kind;
  return event;
}

/// The time of the calling thread's events. A moment begins where a recorded call begins, and whenever the
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
/// Also while recording is off: the end of what began while it was on.
inline void write_even_if_off(const trace::Event& event) noexcept {
  record_even_if_off(event, moment);
}
/// That the open call waits for members of the communicator, whose id lives as long as the call.
void may_wait_for_members(const trace::CommId& comm) noexcept;

/// What a caller passed the address of; nothing at all where it passed none, which is for MPI to refuse.
template <class T>
T value_at(const T* address) {
  return address == nullptr ? T() : *address;
}

inline std::string_view text_at(const char* text) {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

/// Keeps the thread from recording what the MPI library itself calls. At its end a moment begins.
class InsideLibrary {
 public:
  InsideLibrary() noexcept { ++depth_; }
  ~InsideLibrary() noexcept {
    --depth_;
    begin_moment();
  }
  InsideLibrary(const InsideLibrary&) = delete;
  InsideLibrary& operator=(const InsideLibrary&) = delete;
  static bool active() noexcept { return depth_ > 0; }

 private:
  RecursionGuard guard_;
  [[gnu::tls_model("initial-exec")]] static constinit inline thread_local int depth_ = 0;
};

/// Whether the wrapper of a function that makes the recorders of several processes agree on something has to
/// do so: even if this process had to stop recording, since the others wait for it.
inline bool taking_part() noexcept {
  return !InsideLibrary::active();
}

/// One recorded call of an MPI function: `enter` at construction, `leave` at destruction. The program sees
/// errno as the real function left it. `called` is set once the real function was called.
class Call {
 public:
  /// `caller` is where the wrapper returns to, since this is made there: the call's stack begins with it.
  /// Without a caller it has none.
  [[gnu::always_inline]] Call(Function function, bool& called,
                              const void* caller = __builtin_return_address(0)) noexcept
      : region_(region_of(function)), called_(called) {
    enter(caller);
  }
  /// The same of a test or probe that does not wait: `tested` stands for what it tests.
  [[gnu::always_inline]] Call(Function function, bool& called, Tested tested,
                              const void* caller = __builtin_return_address(0)) noexcept
      : region_(region_of(function)), called_(called) {
    if (const std::optional<Ticks> time = begin_test(region_, caller, tested.number))
      moment = *time;
    else
      enter(caller);
  }
  ~Call() noexcept {
    leave();
    errno = errno_;
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Calls the MPI library's own function. What that calls in turn is not recorded.
  template <class Real, class... Arguments>
  std::invoke_result_t<Real, Arguments...> real(Real function, Arguments... arguments) noexcept {
    const InsideLibrary inside;
    const ErrnoKeeper keeper{errno_};
    const WaitingEnd end;
    called_ = true;
    return function(arguments...);
  }

  /// Leaves before the wrapper ends; for MPI_Finalize, whose own end cannot be recorded.
  void leave() noexcept {
    if (left_) return;
    left_ = true;
    record_leave(region_, moment);
  }

 private:
  struct WaitingEnd {
    ~WaitingEnd() { waits_no_longer(); }
  };
  struct ErrnoKeeper {
    int& kept;
    ~ErrnoKeeper() { kept = errno; }
  };

  [[gnu::always_inline]] void enter(const void* caller) noexcept {
    const trace::CallingContextId stack = stack_at(caller);
    begin_moment();
    record_enter(region_, stack, moment);
  }

  trace::RegionId region_;
  bool& called_;
  bool left_ = false;
  int errno_ = errno;
};

}  // namespace latecomer::record::mpi
