// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: std_threads mutex|condition|join|free
// Threads of C++ without MPI, which make others wait for 0.2 s: a worker in lock() for the main thread, the
// main thread for a worker's notification, or in join(). With `free`, each has mutexes of its own.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string_view>
#include <thread>

namespace {

constexpr std::chrono::milliseconds kLong(200);
std::mutex mutex;
std::condition_variable condition;
bool is_ready = false;

void wait_for_mutex() {
  std::unique_lock lock(mutex);
  std::thread worker([] { const std::scoped_lock own(mutex); });
  std::this_thread::sleep_for(kLong);
  lock.unlock();
  worker.join();
}

void wait_for_notification() {
  std::thread worker([] {
    std::this_thread::sleep_for(kLong);
    const std::scoped_lock lock(mutex);
    is_ready = true;
    condition.notify_all();
  });
  std::unique_lock lock(mutex);
  condition.wait(lock, [] { return is_ready; });
  lock.unlock();
  worker.join();
}

void wait_for_end() {
  std::thread([] { std::this_thread::sleep_for(kLong); }).join();
}

void lock_what_is_free() {
  const auto lock_often = [] {
    std::mutex own;
    long sum = 0;
    for (int i = 0; i < 1000; ++i) {
      const std::scoped_lock lock(own);
      sum += i;
    }
    std::printf("%ld\n", sum);
  };
  std::thread worker(lock_often);
  lock_often();
  worker.join();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "mutex") wait_for_mutex();
  if (what == "condition") wait_for_notification();
  if (what == "join") wait_for_end();
  if (what == "free") lock_what_is_free();
  return 0;
}
