// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "record/python/interpreter.h"

namespace latecomer::record {

/// Makes objects as a version of Python lays them out.
class FakePython {
 public:
  explicit FakePython(unsigned minor) {
    constexpr unsigned long kThree = 3UL << 24;
    python_.layout = python_layout(kThree | minor << 16);
    python_.code_type = object(16);
    python_.text_type = object(16);
    python_.bytes_type = object(16);
    thread_ = object(128);
    if (layout().has_records) set_record(object(32));
  }

  const PythonInterpreter& interpreter() const { return python_; }
  const PythonLayout& layout() const { return *python_.layout; }
  uintptr_t thread() const { return thread_; }

  uintptr_t object(size_t bytes) {
    memory_.push_back(std::make_unique<Block[]>(bytes / sizeof(Block) + 16));
    return reinterpret_cast<uintptr_t>(memory_.back().get());
  }
  template <class T>
  static void put(uintptr_t at, T value) {
    std::memcpy(reinterpret_cast<void*>(at), &value, sizeof value);
  }

  uintptr_t text(std::string_view ascii) {
    constexpr uint32_t kState = 1U << 2 | 1U << 5 | 1U << 6;  // a byte each, with its object, ASCII
    return text(ascii, ascii.size(), kState, layout().ascii_text);
  }
  uintptr_t text(std::u16string_view wide) {
    constexpr uint32_t kState = 2U << 2 | 1U << 5;
    const std::string_view bytes(reinterpret_cast<const char*>(wide.data()), 2 * wide.size());
    return text(bytes, wide.size(), kState, layout().other_text);
  }
  uintptr_t bytes(std::initializer_list<unsigned char> content) {
    const uintptr_t made = object(kPythonBytes + content.size());
    put(made + kPythonType, python_.bytes_type);
    put(made + kPythonSize, uint64_t{content.size()});
    std::ranges::copy(content, reinterpret_cast<unsigned char*>(made + kPythonBytes));
    return made;
  }

  uintptr_t code(uintptr_t name, uintptr_t file, uint32_t first_line, uintptr_t lines) {
    const uintptr_t made = object(256);
    put(made + kPythonType, python_.code_type);
    put(made + layout().first_line, first_line);
    put(made + layout().name, name);
    put(made + layout().file, file);
    put(made + layout().lines, lines);
    return made;
  }
  /// Makes a function on whose first line each of its instructions is, on as many lines.
  uintptr_t code(std::string_view name) {
    constexpr unsigned char kSame = 0x80U | 10U << 3;
    constexpr unsigned char kNext = 0x80U | 11U << 3;
    return code(text(name), text("late.py"), 10, bytes({kSame, 0, 0, kNext, 0, 0, kNext, 0, 0}));
  }

  /// Begins what is on the stack, innermost last.
  void call(uintptr_t code, uint64_t instruction, bool is_first_of_evaluation) {
    if (is_first_of_evaluation) begin_evaluation();
    const uintptr_t frame = object(kPythonFrameBytes);
    put(frame + layout().code, code);
    put(frame + layout().instruction, code + layout().instructions + 2 * instruction);
    put(frame + layout().previous, innermost_);
    if (layout().end_is_function) put(frame + layout().kind, static_cast<uint8_t>(is_first_of_evaluation));
    set_innermost(frame);
  }
  uintptr_t innermost() const { return innermost_; }
  /// Returns where the evaluations' records lie, innermost last.
  const std::vector<uintptr_t>& evaluations() const { return evaluations_; }

 private:
  struct alignas(16) Block {
    std::array<uint64_t, 2> words;
  };

  uintptr_t text(std::string_view bytes, size_t length, uint32_t state, size_t begin) {
    const uintptr_t made = object(begin + bytes.size());
    put(made + kPythonType, python_.text_type);
    put(made + kPythonSize, uint64_t{length});
    put(made + kPythonTextState, state);
    std::memcpy(reinterpret_cast<void*>(made + begin), bytes.data(), bytes.size());
    return made;
  }

  void begin_evaluation() {
    if (layout().has_records) {
      const uintptr_t record = object(32);
      put(record + layout().record_previous, record_);
      set_record(record);
    }
    evaluations_.push_back(record_);
    if (layout().end_is_function) return;
    const uintptr_t entry = object(kPythonFrameBytes);
    put(entry + layout().previous, innermost_);
    put(entry + layout().kind, layout().end_kind);
    evaluations_.back() = entry;
    set_innermost(entry);
  }
  void set_record(uintptr_t record) {
    record_ = record;
    put(thread_ + layout().innermost, record);
  }
  void set_innermost(uintptr_t frame) {
    innermost_ = frame;
    put(layout().has_records ? record_ + layout().record_innermost : thread_ + layout().innermost, frame);
  }

  PythonInterpreter python_;
  std::vector<std::unique_ptr<Block[]>> memory_;
  std::vector<uintptr_t> evaluations_;
  uintptr_t thread_ = 0;
  uintptr_t innermost_ = 0;
  uintptr_t record_ = 0;
};

}  // namespace latecomer::record
