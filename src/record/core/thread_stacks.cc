// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Programs call MPI from the same few places again and again. So a stack is looked up as a whole, by its
// return addresses; only of one that is new it is asked which modules they are in:
//
//   wave+0x11aa   wave+0x1260   libm.so+0x30   wave+0x13f1      unwound
//                               no description                  its caller is not known: the stack begins
//                               here
//
// Where the program is at the same place as before, and its stack is seen to be the same (UnwindTrail), that
// is not even unwound.
//
// Cost: 5 ns a call of the stack, for finding and looking up; 1 ns where it is as before.

#include "record/core/thread_stacks.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <optional>
#include <ranges>

#include "record/core/code_mapping.h"
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

uint64_t with_module(uint64_t modules, uint64_t identity) noexcept {
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
  return (modules ^ identity) * kSpread;
}

}  // namespace

uint64_t modules_of(std::span<const uintptr_t> calls) noexcept {
  uint64_t modules = 0;
  for (const uintptr_t address : calls) {
    if (PythonPosition::is(address)) continue;
    const std::optional<CodeMapping> mapping = code_mapping_at(address - 1);
    if (!mapping) return 0;
    modules = with_module(modules, mapping->identity());
  }
  return modules;
}

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
    : log_(log),
      modules_(modules),
      python_(modules),
      room_(depth + kOwnCalls),
      generation_(modules.generation()) {}

// What is known of stacks is valid as long as no library is unloaded.
void ThreadStacks::follow_modules() noexcept {
  const uint32_t generation = modules_.generation();
  if (generation == generation_) [[likely]]
    return;
  forget();
  for (Remembered& each : remembered_) each.stack = {};
  generation_ = generation;
}

ThreadStacks::Remembered& ThreadStacks::remembered_at(const void* first, const Frame& here,
                                                      uint64_t python) noexcept {
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
  const uint64_t place = (reinterpret_cast<uintptr_t>(first) ^ here.stack_pointer ^ python) * kSpread;
  return remembered_[place >> (64 - kRememberedBits)];
}

void ThreadStacks::forget() noexcept {
  known_.clear();
  known_addresses_ = 0;
}

StackId ThreadStacks::at(const void* first, const Frame& here, Unwinder& unwinder) {
  const Busy busy(busy_);
  follow_modules();
  const uint64_t python = unwinder.look_at_python(false);
  Remembered& remembered = remembered_at(first, here, python);
  if (remembered.stack.valid() && remembered.first == first && remembered.python == python &&
      remembered.trail.leads_from(here, unwinder.stack())) [[likely]]
    return remembered.stack;
  remembered.stack = {};
  UnwoundStack all = unwinder.unwind(here, false, room_, &remembered.trail);
  if (all.cut && modules_.learn()) {  // it may have come to a library that was loaded since
    unwinder.forget();
    follow_modules();
    all = unwinder.unwind(here, false, room_, &remembered.trail);
  }
  const size_t depth = room_.size() - kOwnCalls;
  const auto begin = std::ranges::find(all.return_addresses, reinterpret_cast<uintptr_t>(first));
  UnwoundStack stack{{begin, all.return_addresses.end()}, all.cut};
  stack.cut = stack.cut || stack.return_addresses.size() > depth;
  stack.return_addresses = stack.return_addresses.first(std::min(stack.return_addresses.size(), depth));
  const StackId found = find_or_add_loaded(stack, false);
  remembered.first = first;
  remembered.python = python;
  if (remembered.trail.is_whole()) remembered.stack = found;
  return found;
}

std::optional<StackId> ThreadStacks::find_or_add(UnwoundStack stack, uint64_t modules) {
  const bool is_loaded = modules == 0 || modules_of(stack.return_addresses) == modules;
  if (is_loaded) [[likely]]
    return find_or_add_loaded(stack, true);
  return on_own_stack([&] { return add_unloaded(stack, modules); });
}

// The same addresses can be those of another stack, so this one is not remembered.
std::optional<StackId> ThreadStacks::add_unloaded(UnwoundStack stack, uint64_t modules) {
  uint64_t met = 0;
  std::vector<ModuleAddress> calls;
  for (const uintptr_t address : stack.return_addresses) {
    if (PythonPosition::is(address)) return std::nullopt;
    const std::optional<MetModule> call = modules_.find_met(address - 1);
    if (!call) return std::nullopt;
    met = with_module(met, call->identity);
    calls.push_back(call->address);
  }
  if (met != modules) return std::nullopt;
  StackId id = stack.cut ? log_.call({}, {}) : StackId();
  for (const ModuleAddress& call : std::views::reverse(calls)) {
    id = log_.call(id, call);
    if (!id.valid()) return id;
  }
  return id;
}

StackId ThreadStacks::find_or_add_loaded(UnwoundStack stack, bool may_be_gone) {
  follow_modules();
  if (!python_.follow(stack.return_addresses, may_be_gone)) [[unlikely]]
    forget();
  const auto known = known_.find(stack.return_addresses);
  return known == known_.end() ? on_own_stack([&] { return add(stack); }) : known->second;
}

// It is not shown how Python gets from one function in Python to the next. Where none is active, it begins or
// ends.
StackId ThreadStacks::add(UnwoundStack stack) {
  const std::span<const uintptr_t> all = stack.return_addresses;
  const bool has_functions = std::ranges::any_of(all, PythonPosition::is);
  const auto is_of_python = [](uintptr_t call) {
    return !PythonPosition::is(call) && belongs_to_python(call - 1);
  };
  const auto python = has_functions ? all.end() : std::ranges::find_if(all, is_of_python);
  StackId id = stack.cut || all.empty() ? log_.call({}, {}) : StackId();
  for (auto address = all.rbegin(); address != all.rend(); ++address) {
    std::optional<ModuleAddress> call;
    if (PythonPosition::is(*address)) {
      call = python_.find_or_add(PythonPosition(*address));
      if (!call) continue;
    } else {
      call = modules_.find_or_add(*address - 1);  // within the call
      if (std::prev(address.base()) == python)
        call = python_.itself();
      else if (is_of_python(*address))
        continue;
    }
    id = call ? log_.call(id, *call) : log_.call({}, {});  // who calls from nowhere is not known
    if (!id.valid()) return id;
  }
  if (!id.valid()) id = log_.call({}, python_.itself());
  if (known_addresses_ + all.size() > kMostAddresses) forget();
  known_addresses_ += all.size();
  known_.emplace(std::vector(all.begin(), all.end()), id);
  return id;
}

}  // namespace latecomer::record
