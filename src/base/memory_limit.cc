// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Keeps resident memory below a limit: every millisecond each thread looks how much there is, and drops parts
// of the spill heap when it comes near the limit.
//
//   limit        -------------------------------------------
//   high               /|       /|       /|
//                     / |      / |      / |  drop
//   low              /  |_____/  |_____/  |______ ...
//   resident   _____/
//
// Between two looks a thread brings back up to 20 MiB in a millisecond, where it reads here and there what
// was dropped: the kernel maps the pages around the one that is touched as well, and no advice turns that
// off. So looks have to be often, and must not wait for their turn where fewer cores than threads are free: a
// thread that watched would come tens of milliseconds late. Each thread that works has a timer of its own,
// whose signal interrupts that thread and no other; timers of processor time would fire at the ticks of the
// kernel's clock only, mostly 4 ms apart. Threads that are interrupted while another one drops wait until it
// has.
//
// What cannot be spilled: the program and its libraries; what these take from malloc (libotf2 while it reads
// definitions, about 8 MiB a thread; libdeflate and libarchive while the report is written); stacks; oneTBB's
// own bookkeeping; what existed before the limit. Files of events are read in blocks that lie in the spill
// heap.
//
// Cost: a look takes a few microseconds, dropping a gigabyte tens of milliseconds.

#include "base/memory_limit.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <oneapi/tbb/task_scheduler_observer.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>

#include "base/spill_heap.h"

namespace latecomer {

namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20U;
constexpr std::chrono::milliseconds kInterval(1);

/// What libraries will take that cannot be spilled.
uint64_t for_libraries(unsigned threads) {
  return 8 * kMiB * (1 + threads);
}

/// What threads may bring back between two looks.
uint64_t room_above(unsigned threads) {
  return 8 * kMiB * (2 + std::min(threads, std::thread::hardware_concurrency()));
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

// What the signal handler works on.
std::optional<ResidentReader> resident;
uint64_t high = 0;
uint64_t low = 0;
constinit std::mutex dropping;  // taken in the signal handler only, which does not interrupt itself

void drop_to_low() {
  const std::lock_guard lock(dropping);
  uint64_t now = resident->read().all;
  if (now <= high) return;  // another thread has just dropped enough
  uint64_t left = spill_heap::extent();
  while (now > low && left > 0) {
    const uint64_t part = std::min(left, std::max(now - low, kMiB));
    spill_heap::drop(part);
    left -= part;
    now = resident->read().all;
  }
}

void look(int) {
  const int saved = errno;
  const Resident now = resident->read();
  // If the rest of the program outgrows the limit, dropping everything all the time does not help.
  if (now.all > high && now.anonymous < high) drop_to_low();
  errno = saved;
}

void handle_signals(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGPROF, &action, nullptr);
}

/// Interrupts the thread that made it at regular intervals, as long as it lives.
class ThreadTimer {
 public:
  ThreadTimer() {
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGPROF;
    event._sigev_un._tid = gettid();  // the C library has no other name for it
    exists_ = timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
    constexpr timespec kTime{0, std::chrono::nanoseconds(kInterval).count()};
    const itimerspec regularly{kTime, kTime};
    if (exists_) timer_settime(timer_, 0, &regularly, nullptr);
  }
  ThreadTimer(const ThreadTimer&) = delete;
  ThreadTimer& operator=(const ThreadTimer&) = delete;
  ~ThreadTimer() {
    if (exists_) timer_delete(timer_);
  }

 private:
  timer_t timer_{};
  bool exists_ = false;
};

thread_local std::optional<ThreadTimer> timer;

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

/// Gives threads that join the work a timer, and those that leave it, to sleep, none.
class MemoryLimit::Observer : public oneapi::tbb::task_scheduler_observer {
 public:
  Observer() { observe(true); }
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  ~Observer() override { observe(false); }
  void on_scheduler_entry(bool) override {
    if (!timer) timer.emplace();
  }
  void on_scheduler_exit(bool is_worker) override {
    if (is_worker) timer.reset();
  }
};

MemoryLimit::MemoryLimit(uint64_t bytes, unsigned threads) {
  resident.emplace();
  high = bytes - std::max(bytes / 16, room_above(threads));
  low = high - stroke(bytes);
  handle_signals(look);
  timer.emplace();
  observer_ = std::make_unique<Observer>();
}

MemoryLimit::~MemoryLimit() {
  observer_.reset();
  timer.reset();
  handle_signals(SIG_IGN);
  spill_heap::close();
}

Result<std::unique_ptr<MemoryLimit>> MemoryLimit::hold(uint64_t bytes,
                                                       const std::filesystem::path& spill_directory,
                                                       unsigned threads) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return Error{"--memory: not available in this build, because sanitizers have a heap of their own"};
#endif
  const uint64_t unspillable = ResidentReader().read().all + for_libraries(threads);
  const uint64_t least = (unspillable + room_above(threads)) / 9 * 10;
  if (bytes < least) {
    return Error{
        fmt::format("--memory: {} MiB are too little: with {} threads the least that can be held is {} MiB",
                    bytes / kMiB, threads, (least + kMiB - 1) / kMiB)};
  }
  // Where files may not grow any more, that shall be an error and not the end.
  signal(SIGXFSZ, SIG_IGN);
  spilled_to = spill_directory.string();
  std::set_new_handler(end_without_space);
  TRY_STATUS(spill_heap::open(spill_directory));
  return std::unique_ptr<MemoryLimit>(new MemoryLimit(bytes, threads));
}

}  // namespace latecomer
