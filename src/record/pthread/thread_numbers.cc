// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/pthread/thread_numbers.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>

#include "record/core/trouble.h"

namespace latecomer::record {

namespace {

struct Numbers {
  std::mutex mutex;
  std::map<pthread_t, uint64_t> of_threads;  // that nobody has joined
};

// Never destroyed, because threads may outlive main.
Numbers& numbers() {
  static auto* const all = new Numbers;
  return *all;
}

}  // namespace

uint64_t next_thread_number() noexcept {
  static constinit std::atomic<uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

void set_number(pthread_t thread, uint64_t number) noexcept {
  harmless([&] {
    const std::scoped_lock lock(numbers().mutex);
    uint64_t& last = numbers().of_threads[thread];
    last = std::max(last, number);
  });
}

uint64_t number_of(pthread_t thread) noexcept {
  return harmless([&]() -> uint64_t {
    const std::scoped_lock lock(numbers().mutex);
    const auto known = numbers().of_threads.find(thread);
    return known == numbers().of_threads.end() ? 0 : known->second;
  });
}

void forget_number(pthread_t thread, uint64_t number) noexcept {
  harmless([&] {
    const std::scoped_lock lock(numbers().mutex);
    const auto known = numbers().of_threads.find(thread);
    if (known != numbers().of_threads.end() && known->second == number) numbers().of_threads.erase(known);
  });
}

}  // namespace latecomer::record
