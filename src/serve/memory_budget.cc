// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/memory_budget.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>

#include "base/check.h"

/// Is a function of tcmalloc, where the program is linked with it.
extern "C" __attribute__((weak)) void MallocExtension_ReleaseFreeMemory();

namespace latecomer::serve {

namespace {

/// Is how many bytes are worth the time that getting them again takes.
constexpr uint64_t kWorthReleasing = uint64_t{32} << 20U;

uint64_t in_megabytes(uint64_t bytes) {
  constexpr uint64_t kMegabyte = 1'000'000;
  return (bytes + kMegabyte - 1) / kMegabyte;
}

}  // namespace

Status MemoryBudget::take(uint64_t bytes) {
  if (bytes > bytes_)
    return Error{fmt::format(
        "the answer needs about {} MB of memory, and all answers together may take {} MB: ask for less at "
        "once, or start the server with --memory={}MB",
        in_megabytes(bytes), in_megabytes(bytes_), in_megabytes(bytes))};
  std::unique_lock lock(mutex_);
  const auto mine = waiting_.insert(waiting_.end(), bytes);
  const bool is_there =
      changed_.wait_for(lock, patience_, [&] { return waiting_.begin() == mine && left_ >= bytes; });
  waiting_.erase(mine);
  changed_.notify_all();
  if (!is_there) return Error{"other answers take all the memory that the server may use: ask again later"};
  left_ -= bytes;
  most_taken_ = std::max(most_taken_, bytes_ - left_);
  return {};
}

void MemoryBudget::give_back(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  left_ += bytes;
  changed_.notify_all();
  if (left_ < bytes_) return;
  if (most_taken_ >= kWorthReleasing) release_free_memory();
  most_taken_ = 0;
}

Status MemoryShare::take(uint64_t bytes) {
  CHECK(bytes_ == 0);
  TRY_STATUS(budget_.take(bytes));
  bytes_ = bytes;
  return {};
}

void MemoryShare::shrink(uint64_t bytes) {
  if (bytes >= bytes_) return;
  budget_.give_back(bytes_ - bytes);
  bytes_ = bytes;
}

void release_free_memory() {
  if (MallocExtension_ReleaseFreeMemory != nullptr)
    MallocExtension_ReleaseFreeMemory();
  else
    malloc_trim(0);
}

}  // namespace latecomer::serve
