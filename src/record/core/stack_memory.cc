// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/stack_memory.h"

#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

namespace latecomer::record {

namespace {

// Sanitizers are not asked: a stack is looked at as a whole here, not variable by variable.
[[gnu::no_sanitize("address", "thread")]] uintptr_t load(uintptr_t address) noexcept {
  return *reinterpret_cast<const volatile uintptr_t*>(address);
}

// A system call that reads a set of signals, and then refuses what should be done with it: it says whether
// there is memory, without harm and without a file.
bool is_memory(uintptr_t address) noexcept {
  constexpr int kNoSuchAction = -1;
  const int before = errno;
  syscall(SYS_rt_sigprocmask, kNoSuchAction, address, nullptr, sizeof(uintptr_t));
  const bool there = errno == EINVAL;
  errno = before;
  return there;
}

}  // namespace

StackBounds own_stack() noexcept {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* lowest = nullptr;
  size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  pthread_attr_destroy(&attributes);
  const uintptr_t begin = reinterpret_cast<uintptr_t>(lowest);
  return known ? StackBounds{begin, begin + size} : StackBounds{};
}

bool same_words(std::span<const StackWord> words) noexcept {
  return std::ranges::all_of(words, [](const StackWord& word) { return load(word.address) == word.value; });
}

StackMemory::StackMemory(StackBounds own, size_t most) : own_(own), words_(most) {}

void StackMemory::begin(uintptr_t lowest) noexcept {
  lowest_ = lowest;
  readable_page_ = 0;
  all_own_ = true;
  count_ = 0;
}

std::optional<uintptr_t> StackMemory::read(uintptr_t address) noexcept {
  const bool own = own_.has_word(lowest_) && own_.has_word(address) && address >= lowest_;
  if (address % sizeof(uintptr_t) != 0 || count_ == words_.size()) return std::nullopt;
  if (!own && !readable(address)) return std::nullopt;
  all_own_ = all_own_ && own;
  const StackWord word{address, load(address)};
  words_[count_++] = word;
  return word.value;
}

bool StackMemory::readable(uintptr_t address) noexcept {
  constexpr uintptr_t kPage = 4096;  // or a part of one
  const uintptr_t page = address / kPage;
  if (page == readable_page_) return true;
  if (!is_memory(address)) return false;
  readable_page_ = page;
  return true;
}

}  // namespace latecomer::record
