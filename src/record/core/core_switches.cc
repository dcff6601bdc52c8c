// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The kernel's records of when a thread lost its core and got one again.
//
//     newest                                             oldest
//     [back 9.0] [preempted 8.5] [back 7.0] [blocked 3.0] ...      each record is before those that are older
//
// The kernel writes each record in front of the one before, and over the oldest ones when the memory is full,
// so the newest ones are always there, from `data_head` on. They are read by the thread that they are about:
// nothing is written for it but while it is not running, and what is then written is later than what is asked
// for.

#include "record/core/core_switches.h"

#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>

#include "record/core/errno_keeper.h"
#include "record/core/recorder.h"

namespace latecomer::record {

namespace {

constexpr size_t kRecordPages = 8;  // a power of two: 2,000 records in pages of 4 KiB

/// Is a record with its time.
struct SwitchRecord {
  perf_event_header header;
  uint64_t nanoseconds;
};
static_assert(sizeof(SwitchRecord) == 16);

perf_event_attr attributes() {
  perf_event_attr attributes{};
  attributes.size = sizeof(attributes);
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_DUMMY;
  attributes.sample_type = PERF_SAMPLE_TIME;
  attributes.sample_id_all = 1;
  attributes.context_switch = 1;
  attributes.use_clockid = 1;
  attributes.clockid = CLOCK_MONOTONIC;
  attributes.exclude_kernel = 1;  // without which it needs more rights
  attributes.exclude_hv = 1;
  attributes.write_backward = 1;
  return attributes;
}

size_t page_size() {
  return static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

void CoreSwitches::start_once() noexcept {
  if (std::exchange(asked_, true)) return;
  const ErrnoKeeper keeper;
  perf_event_attr wanted = attributes();
  const auto file = static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
  if (file < 0) return;
  // Memory that cannot be written to is what the kernel overwrites. The mapping keeps the event.
  void* const memory = mmap(nullptr, (1 + kRecordPages) * page_size(), PROT_READ, MAP_SHARED, file, 0);
  syscall(SYS_close, file);
  if (memory == MAP_FAILED) return;
  memory_ = memory;
  started_ = now();
  thread_ = syscall(SYS_gettid);
}

/// Returns whether the memory is there: no forked process has it, and not all of them are known to be forked.
bool CoreSwitches::is_here() const noexcept {
  return memory_ != nullptr && syscall(SYS_gettid) == thread_;
}

void CoreSwitches::stop() noexcept {
  const ErrnoKeeper keeper;
  if (is_here()) munmap(const_cast<void*>(memory_), (1 + kRecordPages) * page_size());
  memory_ = nullptr;
  asked_ = false;
  started_ = Ticks::max();
}

std::optional<TimeOffCore> CoreSwitches::between(Ticks begin, Ticks end) const noexcept {
  if (!is_here() || begin < started_) return std::nullopt;
  const auto* const page = static_cast<const perf_event_mmap_page*>(memory_);
  const auto* const records = static_cast<const char*>(memory_) + page_size();
  const size_t size = kRecordPages * page_size();
  const uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
  TimeOffCore off;
  Ticks later = end;  // when it had a core again, or what is asked for ends
  Ticks latest = Ticks::max();
  for (uint64_t at = head; at != 0; at += sizeof(SwitchRecord)) {
    SwitchRecord record;
    if (at - head >= size) return std::nullopt;
    std::memcpy(&record, records + (at & (size - 1)), sizeof(record));
    const Ticks time(static_cast<int64_t>(record.nanoseconds));
    const bool is_known = record.header.type == PERF_RECORD_SWITCH && record.header.size == sizeof(record);
    if (!is_known || time > latest) return std::nullopt;  // others are not asked for
    latest = time;
    if ((record.header.misc & PERF_RECORD_MISC_SWITCH_OUT) != 0) {
      const Ticks length = std::max(later - std::max(time, begin), Ticks());
      ((record.header.misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT) != 0 ? off.preempted : off.blocked) +=
          length;
    }
    if (time <= begin) break;
    later = std::min(time, end);
  }
  return off;
}

}  // namespace latecomer::record
