// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/thread_room.h"

#include <pthread.h>

#include <algorithm>
#include <utility>

namespace latecomer::record {

namespace {

/// Is the thread's memory, used from its begin on, and free again when nothing of it is used. It is plain
/// data: a thread may still call MPI while its thread-local objects are destroyed.
struct Memory {
  std::byte* data;
  size_t size;
  size_t used;
  size_t users;
  size_t wanted;       // since it was free
  size_t most_wanted;  // in such a time
};
[[gnu::tls_model("initial-exec")]] constinit thread_local Memory memory{};

void free_memory(void* data) {
  delete[] static_cast<std::byte*>(data);
  memory = {};
}

pthread_key_t at_thread_exit() {
  static const pthread_key_t key = [] {
    pthread_key_t made{};
    pthread_key_create(&made, free_memory);
    return made;
  }();
  return key;
}

void grow_to(size_t bytes) {
  constexpr size_t kLeast = 4096;
  const size_t size = std::max(kLeast, bytes);
  std::unique_ptr<std::byte[]> grown(new std::byte[size]);
  delete[] memory.data;
  memory.data = grown.release();
  memory.size = size;
  pthread_setspecific(at_thread_exit(), memory.data);
}

// Calls need several arrays. While one of them is in use the memory cannot grow: it does so when the next
// call of that kind comes.
void want(size_t bytes) {
  if (memory.users == 0) memory.wanted = 0;
  memory.wanted += bytes;
  memory.most_wanted = std::max(memory.most_wanted, memory.wanted);
  if (memory.users == 0 && memory.size < memory.most_wanted) grow_to(memory.most_wanted);
}

}  // namespace

ThreadRoom::ThreadRoom(size_t bytes) {
  take(bytes);
}

ThreadRoom::~ThreadRoom() {
  give_back();
}

void* ThreadRoom::take(size_t bytes) {
  give_back();
  bytes = (bytes + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) * alignof(std::max_align_t);
  want(bytes);
  is_of_thread_ = memory.size - memory.used >= bytes;
  if (is_of_thread_) {
    data_ = memory.data + std::exchange(memory.used, memory.used + bytes);
    ++memory.users;
  } else {
    own_.reset(new std::byte[bytes]);
    data_ = own_.get();
  }
  return data_;
}

void ThreadRoom::give_back() noexcept {
  if (std::exchange(is_of_thread_, false) && --memory.users == 0) memory.used = 0;
}

}  // namespace latecomer::record
