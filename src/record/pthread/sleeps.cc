// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Functions in which a thread sleeps for a time, in front of the C library's. What a thread does between two
// looks at something, or instead of working, is known by these: it has no core then, and no samples. Sleeps
// after an unsuccessful test of MPI are left out, so that those of a program that polls with pauses stay one
// call (core/polling.cc).

#include <time.h>
#include <unistd.h>

#include "record/libc/real_functions.h"
#include "record/pthread/call.h"

namespace latecomer::record::pthread {

namespace {

struct SleepingCall {
  Call call;
};

template <class Real, class... Arguments>
int record_sleep(Function function, const void* caller, Real& sleep, Arguments... arguments) {
  if (!between_calls() || !is_of_program(caller)) return static_cast<int>(sleep(arguments...));
  if (may_be_polling()) {
    const Ticks begin = now();
    const int outcome = static_cast<int>(sleep(arguments...));
    slept_since_test(now() - begin);
    return outcome;
  }
  SleepingCall call{Call(function, caller)};
  return call_cancellable(call, sleep, arguments...);
}

}  // namespace

}  // namespace latecomer::record::pthread

extern "C" {

using namespace latecomer::record::pthread;
using latecomer::record::real;

unsigned sleep(unsigned seconds) {
  return static_cast<unsigned>(
      record_sleep(Function::sleep, __builtin_return_address(0), real.sleep, seconds));
}

int usleep(useconds_t microseconds) {
  return record_sleep(Function::usleep, __builtin_return_address(0), real.usleep, microseconds);
}

int nanosleep(const timespec* length, timespec* left) {
  return record_sleep(Function::nanosleep, __builtin_return_address(0), real.nanosleep, length, left);
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* length, timespec* left) {
  return record_sleep(Function::clock_nanosleep, __builtin_return_address(0), real.clock_nanosleep, clock,
                      flags, length, left);
}
}
