// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Programs call MPI from the same few places again and again. So a stack is looked up as a whole, by its
// return addresses; only of one that is new it is asked which modules they are in:
//
//   wave+0x11aa   wave+0x1260   libm.so+0x30   wave+0x13f1      unwound
//                               no description                  its caller is not known: the stack begins
//                               here
//
// Cost: 5 ns a call, for finding and looking up.

#include "record/core/thread_stacks.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <ranges>

#include "record/core/own_stack.h"

namespace latecomer::record {

namespace {

constexpr size_t kOwnCalls = 16;  // the recorder's, from an MPI function inwards; more than there are
constexpr size_t kMostAddresses = size_t{1} << 16;

// While it lives, signal handlers see `busy`.
class Busy {
 public:
  explicit Busy(bool& busy) : busy_(busy) {
    busy_ = true;
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  ~Busy() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    busy_ = false;
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  bool& busy_;
};

}  // namespace

size_t ThreadStacks::Hash::operator()(std::span<const uintptr_t> addresses) const noexcept {
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
  uint64_t hash = addresses.size();
  for (const uintptr_t address : addresses) hash = (hash ^ address) * kSpread;
  return hash >> 16;
}

bool ThreadStacks::Equal::operator()(std::span<const uintptr_t> a,
                                     std::span<const uintptr_t> b) const noexcept {
  return std::ranges::equal(a, b);
}

ThreadStacks::ThreadStacks(StackLog& log, LoadedModules& modules, size_t depth)
    : log_(log), modules_(modules), room_(depth + kOwnCalls), generation_(modules.generation()) {}

void ThreadStacks::forget() noexcept {
  known_.clear();
  known_addresses_ = 0;
}

StackId ThreadStacks::at(const void* first, const Frame& here, Unwinder& unwinder) {
  const Busy busy(busy_);
  const UnwoundStack all = unwinder.unwind(here, false, room_);
  const size_t depth = room_.size() - kOwnCalls;
  const auto begin = std::ranges::find(all.return_addresses, reinterpret_cast<uintptr_t>(first));
  UnwoundStack stack{{begin, all.return_addresses.end()}, all.cut};
  stack.cut = stack.cut || stack.return_addresses.size() > depth;
  stack.return_addresses = stack.return_addresses.first(std::min(stack.return_addresses.size(), depth));
  return find_or_add(stack);
}

StackId ThreadStacks::find_or_add(UnwoundStack stack) {
  if (const uint32_t generation = modules_.generation(); generation != generation_) [[unlikely]] {
    forget();
    generation_ = generation;
  }
  const auto known = known_.find(stack.return_addresses);
  return known == known_.end() ? on_own_stack([&] { return add(stack); }) : known->second;
}

StackId ThreadStacks::add(UnwoundStack stack) {
  const std::span<const uintptr_t> all = stack.return_addresses;
  StackId id = stack.cut || all.empty() ? log_.call({}, {}) : StackId();
  for (const uintptr_t address : std::views::reverse(all)) {
    const std::optional<ModuleAddress> call = modules_.find_or_add(address - 1);  // within the call
    id = call ? log_.call(id, *call) : log_.call({}, {});  // who calls from nowhere is not known
    if (!id.valid()) return id;
  }
  if (known_addresses_ + all.size() > kMostAddresses) forget();
  known_addresses_ += all.size();
  known_.emplace(std::vector(all.begin(), all.end()), id);
  return id;
}

}  // namespace latecomer::record
