// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Programs call MPI from the same places again and again, so most stacks were seen before. Unwinding is
// certain to have the same result if it reads the same words (stack_unwinder.cc), and to compare some twenty
// words takes some nanoseconds. Stacks are kept in lists by the frame's place and the return address; where a
// function is called in many ways, which only differ further out, a list has several.

#include "record/core/known_stacks.h"

#include <utility>

namespace latecomer::record {

namespace {

constexpr size_t kLongestList = 32;
constexpr size_t kMostWords = size_t{1} << 16;

}  // namespace

std::vector<KnownStacks::Known>& KnownStacks::list_of(uintptr_t frame, uintptr_t return_address) noexcept {
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
  return lists_[(frame / sizeof(uintptr_t) + return_address) * kSpread >> 56];
}

StackId KnownStacks::find(const void* frame) noexcept {
  const uintptr_t place = reinterpret_cast<uintptr_t>(frame);
  if (!own_.has_word(place)) return {};
  const uintptr_t return_address = static_cast<const uintptr_t*>(frame)[1];
  std::vector<Known>& list = list_of(place, return_address);
  for (size_t i = 0; i < list.size(); ++i) {
    const Known& known = list[i];
    if (known.frame != place || known.return_address != return_address || !same_words(known.words)) continue;
    const StackId stack = known.stack;
    if (i > 0) std::swap(list[i], list[i - 1]);
    return stack;
  }
  return {};
}

void KnownStacks::add(const void* frame, std::span<const StackWord> words, StackId stack) {
  if (words_ + words.size() > kMostWords) clear();
  const uintptr_t place = reinterpret_cast<uintptr_t>(frame);
  const uintptr_t return_address = static_cast<const uintptr_t*>(frame)[1];
  Known known{place, return_address, stack, {words.begin(), words.end()}};
  std::vector<Known>& list = list_of(place, return_address);
  if (list.size() == kLongestList) {
    words_ -= list.back().words.size();
    list.pop_back();
  }
  words_ += words.size();
  list.push_back(std::move(known));
}

void KnownStacks::clear() noexcept {
  for (std::vector<Known>& list : lists_) list.clear();
  words_ = 0;
}

}  // namespace latecomer::record
