// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/thread_stacks.h"

#include <atomic>
#include <optional>
#include <ranges>

namespace latecomer::record {

namespace {

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

ThreadStacks::ThreadStacks(StackLog& log, LoadedModules& modules, size_t depth)
    : log_(log), modules_(modules), unwinder_(own_, depth), known_(own_), generation_(modules.generation()) {}

StackId ThreadStacks::known_at(const void* frame) noexcept {
  const Busy busy(busy_);
  if (const uint32_t generation = modules_.generation(); generation != generation_) [[unlikely]] {
    known_.clear();
    unwinder_.forget_code();
    generation_ = generation;
  }
  return known_.find(frame);
}

StackId ThreadStacks::at(const void* frame) {
  const StackId known = known_at(frame);
  if (known.valid()) return known;
  const Busy busy(busy_);
  return unwind(frame);
}

StackId ThreadStacks::unwind(const void* frame) {
  const UnwoundStack stack = unwinder_.unwind(frame);
  StackId id = stack.cut ? log_.call({}, {}) : StackId();
  for (const uintptr_t address : std::views::reverse(stack.addresses)) {
    const std::optional<ModuleAddress> call = modules_.find_or_add(address);
    id = call ? log_.call(id, *call) : log_.call({}, {});  // who calls from nowhere is not known
    if (!id.valid()) return id;
  }
  if (unwinder_.comparable()) known_.add(frame, unwinder_.words(), id);
  return id;
}

}  // namespace latecomer::record
