// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/thread_room.h"

#include <pthread.h>

#include <algorithm>
#include <utility>

namespace latecomer::record {

namespace {

/// It is used from its begin on, and is free again when nothing of it is used. Plain data: a thread may still
/// call MPI while its thread-local objects are destroyed.
struct Memory {
  std::byte* data;
  size_t size;
  size_t used;
  size_t users;
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

// For some more than is asked for, since calls need several arrays.
void grow_to(size_t bytes) {
  constexpr size_t kLeast = 4096;
  const size_t size = std::max(kLeast, 3 * bytes);
  std::unique_ptr<std::byte[]> grown(new std::byte[size]);
  delete[] memory.data;
  memory = {grown.release(), size, 0, 0};
  pthread_setspecific(at_thread_exit(), memory.data);
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
  if (memory.users == 0 && memory.size < bytes) grow_to(bytes);
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
