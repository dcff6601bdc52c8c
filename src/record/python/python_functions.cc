// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Python keeps its active functions in a list, innermost first, through all evaluations. Each evaluation has
// a record on the stack that leads to its part of the list (3.11), or an entry of the list lies there (since
// 3.12):
//
//     stack    memmove | list_sort | evaluation (record) | sort | evaluation (record) | Py_RunMain | main
//     list                           key <---'             sorted_by -> step -> <module> <---'
//
// So the frame in which a record lies is the one that its functions stand for, whatever the evaluating
// function is called in this Python, and however it was compiled.
//
// When a thread calls MPI, its list is whole. A sample can meet it in the midst of a change: so what it says
// is not followed but asked for (careful_memory.h), and where it makes no sense it ends.
//
// Cost: 25 ns, and 4 ns a function; in a handler a microsecond or two for each page that they lie in.

#include "record/python/python_functions.h"

#include "record/python/position.h"

extern "C" void* __libc_stack_end;  // NOLINT: glibc's name for where the first thread's stack begins

namespace latecomer::record {

namespace {

constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
constexpr StackBounds kAll{4096, UINTPTR_MAX};  // is read as it lies there

// Where an interpreter counts that it collects, from its begin on.
constexpr size_t kNotSought = 0;
constexpr size_t kNotFound = 1;
constinit std::atomic<size_t> collection_flag{kNotSought};

// Until an object of the right type was found where the layout says, Python may be of another make.
constinit std::atomic<bool> is_layout_confirmed{false};

template <class T = uintptr_t>
[[gnu::no_sanitize_address]] T read_at(uintptr_t address) noexcept {
  return *reinterpret_cast<const T*>(address);
}

// What can be read as it lies there in a handler: all of a stack but the first thread's, which is mapped as
// far as it was used.
StackBounds mapped(const StackBounds& stack) noexcept {
  return stack.contains(reinterpret_cast<uintptr_t>(__libc_stack_end)) ? StackBounds() : stack;
}

// A thread that has a state has an interpreter. That one of its threads collects is known; it is the one that
// executes.
bool collects(const PythonInterpreter& python, uintptr_t thread_state) noexcept {
  const size_t flag = collection_flag.load(std::memory_order_relaxed);
  if (flag <= kNotFound || python.executing == nullptr) return false;
  const uintptr_t interpreter = read_at(thread_state + kPythonInterpreter);
  if (read_at<int>(interpreter + flag) == 0) return false;
  return reinterpret_cast<uintptr_t>(python.executing()) == thread_state;
}

}  // namespace

uint64_t PythonFunctions::look(const PythonInterpreter& python, bool interrupted,
                               const StackBounds& stack) noexcept {
  forget();
  const auto thread_state = reinterpret_cast<uintptr_t>(python.of_this_thread());
  if (thread_state == 0) return 0;
  if (!is_layout_confirmed.load(std::memory_order_relaxed)) {
    look(python, thread_state, true, stack);
    if (count_ == 0) return 0;
    uintptr_t type = 0;
    memory_.read(PythonPosition(words_[0]).code() + kPythonType, type);
    is_layout_confirmed = type == python.code_type;
    if (type != python.code_type) {
      if (!interrupted) python_interpreter = nullptr;
      forget();
      return 0;
    }
  }
  const uint64_t number = look(python, thread_state, interrupted, stack);
  if (!interrupted && collection_flag.load(std::memory_order_relaxed) == kNotSought) {
    memory_.begin({});
    const size_t flag = python_collection_flag(thread_state, memory_);
    collection_flag.store(flag == 0 ? kNotFound : flag, std::memory_order_relaxed);
  }
  is_collecting_ = collects(python, thread_state);
  return number ^ (is_collecting_ ? kSpread : 0);
}

uint64_t PythonFunctions::look(const PythonInterpreter& python, uintptr_t thread_state, bool interrupted,
                               const StackBounds& stack) noexcept {
  forget();
  memory_.begin(interrupted ? mapped(stack) : kAll);
  number_ = 0;
  is_cut_ = !follow(python, thread_state, interrupted);
  rewind();
  return count_ == 0 ? 0 : number_ | 1;
}

// False if the list does not come to its end.
bool PythonFunctions::follow(const PythonInterpreter& python, uintptr_t thread_state,
                             bool interrupted) noexcept {
  const PythonLayout& layout = *python.layout;
  uintptr_t record = read_at(thread_state + layout.innermost);
  uintptr_t entry = record;
  if (layout.has_records && !memory_.read(record + layout.record_innermost, entry)) return false;
  while (entry != 0) {
    alignas(uintptr_t) std::array<std::byte, kPythonFrameBytes> copy;
    uintptr_t content = entry;
    if (interrupted) {
      if (!memory_.read(entry, copy)) return false;
      content = reinterpret_cast<uintptr_t>(copy.data());
    }
    const bool is_end = read_at<uint8_t>(content + layout.kind) == layout.end_kind;
    if ((!is_end || layout.end_is_function) &&
        !add_function(python, read_at(content + layout.code), read_at(content + layout.instruction),
                      interrupted))
      return false;
    if (is_end && !add(layout.end_is_function ? record : entry)) return false;
    if (is_end && layout.end_is_function && !memory_.read(record + layout.record_previous, record))
      return false;
    entry = read_at(content + layout.previous);
  }
  return true;
}

// Where an object was, another one can be later, so the number depends on what this one has.
bool PythonFunctions::add_function(const PythonInterpreter& python, uintptr_t code, uintptr_t at,
                                   bool interrupted) noexcept {
  const PythonLayout& layout = *python.layout;
  const uintptr_t first = code + layout.instructions;
  const uint64_t instruction =
      at > first ? (at - first) / 2 : 0;  // one that has not begun is before the first
  if (!PythonPosition::fits(code, instruction)) return false;
  if (!interrupted) {
    if (read_at(code + kPythonType) != python.code_type) return false;
    number_ = (number_ ^ read_at(code + layout.name)) * kSpread ^ read_at(code + layout.lines);
  }
  return add(PythonPosition(code, instruction).word());
}

bool PythonFunctions::add(uintptr_t word) noexcept {
  if (count_ == words_.size()) return false;
  words_[count_++] = word;
  number_ = (number_ ^ word) * kSpread;
  return true;
}

void PythonFunctions::rewind() noexcept {
  next_ = 0;
  find_evaluation();
}

void PythonFunctions::find_evaluation() noexcept {
  size_t end = next_;
  while (end < count_ && PythonPosition::is(words_[end])) ++end;
  evaluation_ = end < count_ ? words_[end] : kNone;
}

size_t PythonFunctions::put(std::span<uintptr_t> room) noexcept {
  size_t count = 0;
  while (next_ < count_ && PythonPosition::is(words_[next_]) && count < room.size())
    room[count++] = words_[next_++];
  if (next_ < count_ && !PythonPosition::is(words_[next_])) {
    ++next_;
    find_evaluation();
  }
  return count;
}

}  // namespace latecomer::record
