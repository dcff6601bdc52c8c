// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Keeps resident memory below a limit: a timer looks how much there is, and drops parts of the spill heap
// when it comes near the limit.
//
//   limit        -------------------------------------------
//   high               /|       /|       /|
//                     / |      / |      / |  drop
//   low              /  |_____/  |_____/  |______ ...
//   resident   _____/
//
// Resident memory grows only while the program runs, so the timer counts processor time, and its signal
// interrupts a thread that runs at the moment. A thread that watched would come too late: where there are
// fewer cores than threads that want to run it waits for its turn, tens of milliseconds, in which others can
// fill 100 MB. The kernel looks at such timers at its clock's ticks, mostly 4 ms apart. Threads that are
// interrupted while another one drops wait until it has.
//
// Cost: a signal and reading the resident size take microseconds, dropping a gigabyte tens of milliseconds.

#include "base/memory_limit.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <new>
#include <optional>
#include <string>

#include "base/spill_heap.h"

namespace latecomer {

namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20U;

// What cannot be spilled: the program as it is when the limit begins, and from then on buffers of libraries
// and what threads are working on at the moment.
constexpr uint64_t kForLibraries = 24 * kMiB;
constexpr uint64_t kForThread = 8 * kMiB;

/// What threads may bring back between two signals: where a page is touched, the kernel maps those around it
/// as well if they are in the page cache.
uint64_t room_above(uint64_t limit, unsigned threads) {
  constexpr uint64_t kAtLeast = 48 * kMiB;
  return std::max(limit / 100 * 15, kAtLeast + threads * kForThread);
}

/// How much is dropped at a time.
uint64_t stroke(uint64_t limit) {
  return limit / 10;
}

/// Resident memory in bytes.
struct Resident {
  uint64_t all = 0;
  uint64_t anonymous = 0;  ///< what is of no file, so that it cannot be dropped
};

/// Reads how much of this process is resident.
class ResidentReader {
 public:
  ResidentReader() : file_(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC)) {}
  ResidentReader(const ResidentReader&) = delete;
  ResidentReader& operator=(const ResidentReader&) = delete;
  ~ResidentReader() { ::close(file_); }

  Resident read() const {
    char text[128];
    const ssize_t length = ::pread(file_, text, sizeof text, 0);
    uint64_t pages[3] = {};  // of all addresses, resident, of files
    const char* at = text;
    const char* const end = text + std::max<ssize_t>(length, 0);
    for (uint64_t& number : pages) at = std::min(end, std::from_chars(at, end, number).ptr + 1);
    const uint64_t page = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
    return {pages[1] * page, (pages[1] - pages[2]) * page};
  }

 private:
  int file_;
};

// For the handler of new, which gets no argument.
std::string spilled_to;

[[noreturn]] void end_without_space() {
  std::fprintf(stderr,
               "latecomer: %s: no space left for memory that is spilled (%s); name another directory with "
               "--spill-dir\n",
               spilled_to.c_str(), std::strerror(errno));
  std::_Exit(1);
}

}  // namespace

namespace {

// What the signal handler works on.
std::optional<ResidentReader> resident;
uint64_t high = 0;
uint64_t low = 0;
constinit std::mutex dropping;  // taken in the signal handler only, which does not interrupt itself

void drop_to_low() {
  const std::lock_guard lock(dropping);
  uint64_t now = resident->read().all;
  if (now <= high) return;  // another thread has just dropped enough
  constexpr uint64_t kPart = kMiB;
  uint64_t left = spill_heap::extent();
  while (now > low && left > 0) {
    const uint64_t part = std::min(left, std::max(now - low, kPart));
    spill_heap::drop(part);
    left -= part;
    now = resident->read().all;
  }
}

void on_timer(int) {
  const int saved = errno;
  const Resident now = resident->read();
  // If the rest of the program outgrows the limit, dropping everything all the time does not help.
  if (now.all > high && now.anonymous < high) drop_to_low();
  errno = saved;
}

void set_timer(std::chrono::microseconds interval) {
  timeval time{};
  time.tv_usec = interval.count();
  const itimerval timer{time, time};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void handle_timer(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGPROF, &action, nullptr);
}

}  // namespace

MemoryLimit::MemoryLimit(uint64_t bytes, unsigned threads) {
  resident.emplace();
  high = bytes - room_above(bytes, threads);
  low = high - stroke(bytes);
  handle_timer(on_timer);
  set_timer(std::chrono::milliseconds(1));
}

MemoryLimit::~MemoryLimit() {
  set_timer({});
  handle_timer(SIG_IGN);
  spill_heap::close();
}

Result<std::unique_ptr<MemoryLimit>> MemoryLimit::hold(uint64_t bytes,
                                                       const std::filesystem::path& spill_directory,
                                                       unsigned threads) {
  const uint64_t unspillable = ResidentReader().read().all + kForLibraries + kForThread * threads;
  const uint64_t least = (unspillable + room_above(0, threads)) / 9 * 10;
  if (bytes < std::max(least, unspillable + room_above(bytes, threads) + stroke(bytes))) {
    return Error{
        fmt::format("a limit of {} MiB is too small: with {} threads the least that can be held is {} MiB",
                    bytes / kMiB, threads, (least + kMiB - 1) / kMiB)};
  }
  // Where files may not grow any more, that shall be an error and not the end.
  signal(SIGXFSZ, SIG_IGN);
  spilled_to = spill_directory.string();
  std::set_new_handler(end_without_space);
  TRY_STATUS(spill_heap::open(spill_directory));
  return std::unique_ptr<MemoryLimit>(new MemoryLimit(bytes, threads));
}

uint64_t MemoryLimit::peak() {
  // Not getrusage: its figure includes what the process was before it became this program.
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word && word != "VmHWM:") {
  }
  uint64_t kibibytes = 0;
  status >> kibibytes;
  constexpr uint64_t kUnit = 1024;
  return kibibytes * kUnit;
}

}  // namespace latecomer
