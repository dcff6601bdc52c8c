// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Functions in which a thread sleeps for a time or waits for the operating system (descriptors, disks, other
// processes), in front of the C library's. What a thread does between two looks at something, or instead of
// working, is known by these: it has no core then, and no samples. Those that return at once are left out:
//
//     poll(fds, n, 0)      poll(fds, n, 100)           fsync(file)
//     is only a look       recorded, with its stack    recorded, unless posix-io.so does so
//
// Sleeps after an unsuccessful test of MPI are left out as well, so that those of a program that polls with
// pauses stay one call (core/polling.cc).
//
// Cost: 0.1 microseconds a call.

#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "record/libc/posix_io.h"
#include "record/libc/real_functions.h"
#include "record/pthread/call.h"

namespace latecomer::record::pthread {

namespace {

struct BlockingCall {
  Call call;
};

template <class Real, class... Arguments>
int record_blocking(Function function, const void* caller, Real& blocking, Arguments... arguments) {
  if (!between_calls() || !is_thread_of_program() || !is_of_program(caller))
    return static_cast<int>(blocking(arguments...));
  BlockingCall call{Call(function, caller)};
  return call_cancellable(call, blocking, arguments...);
}

template <class Real, class... Arguments>
int record_sleep(Function function, const void* caller, Real& sleep, Arguments... arguments) {
  if (!between_calls() || !may_be_polling() || !is_of_program(caller))
    return record_blocking(function, caller, sleep, arguments...);
  const Ticks begin = now();
  const int outcome = static_cast<int>(sleep(arguments...));
  slept_since_test(now() - begin);
  return outcome;
}

// Waits for descriptors; without any, for a time only.
template <class Real, class... Arguments>
int record_select(Function function, const void* caller, uint64_t descriptors, bool only_looks, Real& select,
                  Arguments... arguments) {
  if (only_looks) return select(arguments...);
  return descriptors == 0 ? record_sleep(function, caller, select, arguments...)
                          : record_blocking(function, caller, select, arguments...);
}

bool is_zero(const timespec* time) {
  return time != nullptr && time->tv_sec == 0 && time->tv_nsec == 0;
}

bool is_zero(const timeval* time) {
  return time != nullptr && time->tv_sec == 0 && time->tv_usec == 0;
}

template <class Real, class... Arguments>
int record_flush(Function function, const void* caller, Real& flush, Arguments... arguments) {
  if (latecomer::record::records_file_access()) return flush(arguments...);
  return record_blocking(function, caller, flush, arguments...);
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

int poll(pollfd* descriptors, nfds_t count, int milliseconds) {
  return record_select(Function::poll, __builtin_return_address(0), count, milliseconds == 0, real.poll,
                       descriptors, count, milliseconds);
}

int __poll_chk(pollfd* descriptors, nfds_t count, int milliseconds, size_t bytes) {
  return record_select(Function::poll, __builtin_return_address(0), count, milliseconds == 0,
                       real.poll_checked, descriptors, count, milliseconds, bytes);
}

int ppoll(pollfd* descriptors, nfds_t count, const timespec* time, const sigset_t* mask) {
  return record_select(Function::ppoll, __builtin_return_address(0), count, is_zero(time), real.ppoll,
                       descriptors, count, time, mask);
}

int __ppoll_chk(pollfd* descriptors, nfds_t count, const timespec* time, const sigset_t* mask, size_t bytes) {
  return record_select(Function::ppoll, __builtin_return_address(0), count, is_zero(time), real.ppoll_checked,
                       descriptors, count, time, mask, bytes);
}

int select(int count, fd_set* to_read, fd_set* to_write, fd_set* exceptional, timeval* time) {
  return record_select(Function::select, __builtin_return_address(0), static_cast<uint64_t>(count),
                       is_zero(time), real.select, count, to_read, to_write, exceptional, time);
}

int pselect(int count, fd_set* to_read, fd_set* to_write, fd_set* exceptional, const timespec* time,
            const sigset_t* mask) {
  return record_select(Function::pselect, __builtin_return_address(0), static_cast<uint64_t>(count),
                       is_zero(time), real.pselect, count, to_read, to_write, exceptional, time, mask);
}

int epoll_wait(int set, epoll_event* events, int most, int milliseconds) {
  return record_select(Function::epoll_wait, __builtin_return_address(0), 1, milliseconds == 0,
                       real.epoll_wait, set, events, most, milliseconds);
}

int epoll_pwait(int set, epoll_event* events, int most, int milliseconds, const sigset_t* mask) {
  return record_select(Function::epoll_pwait, __builtin_return_address(0), 1, milliseconds == 0,
                       real.epoll_pwait, set, events, most, milliseconds, mask);
}

int fsync(int file) {
  return record_flush(Function::fsync, __builtin_return_address(0), real.fsync, file);
}

int fdatasync(int file) {
  return record_flush(Function::fdatasync, __builtin_return_address(0), real.fdatasync, file);
}

int flock(int file, int operation) noexcept {
  return record_blocking(Function::flock, __builtin_return_address(0), real.flock, file, operation);
}

pid_t wait(int* status) {
  return record_blocking(Function::wait, __builtin_return_address(0), real.wait, status);
}

pid_t waitpid(pid_t process, int* status, int options) {
  if ((options & WNOHANG) != 0) return real.waitpid(process, status, options);
  return record_blocking(Function::waitpid, __builtin_return_address(0), real.waitpid, process, status,
                         options);
}

int waitid(idtype_t kind, id_t process, siginfo_t* information, int options) {
  if ((options & WNOHANG) != 0) return real.waitid(kind, process, information, options);
  return record_blocking(Function::waitid, __builtin_return_address(0), real.waitid, kind, process,
                         information, options);
}

int system(const char* command) {
  return record_blocking(Function::system, __builtin_return_address(0), real.system, command);
}
}
