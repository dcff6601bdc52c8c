// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A function's code is copied when it is met first: its name, its file, and which instruction is on which
// line. Its object can be freed later, and another one take its place. So whoever asks by an address has it
// looked at first whether the object there is still the one that was copied.
//
// Cost: 5 ns for a function that is active, a microsecond for one that may be gone, some for a new one.

#include "record/python/known_functions.h"

#include <array>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "record/python/line_table.h"

namespace latecomer::record {

namespace {

constexpr StackBounds kAll{4096, UINTPTR_MAX};  // is read as it lies there

// What is in no file, as Python's own way to import modules, and what packages make at run time, only leads
// from one function in a file to another. But a program can be given to Python as a text.
bool is_shown(std::string_view file) {
  return !file.starts_with('<') || file == "<string>" || file == "<stdin>";
}

}  // namespace

[[gnu::no_sanitize_address]] PythonCodeMark KnownPythonFunctions::mark_at(const PythonInterpreter& python,
                                                                          uintptr_t code,
                                                                          bool may_be_gone) noexcept {
  if (!may_be_gone) return mark_of(*python.layout, reinterpret_cast<const std::byte*>(code));
  std::array<std::byte, kPythonCodeBytes> object;
  return memory_.read(code, object) ? mark_of(*python.layout, object.data()) : PythonCodeMark();
}

bool KnownPythonFunctions::follow(std::span<const uintptr_t> calls, bool may_be_gone) {
  const PythonInterpreter* const python = python_interpreter.load(std::memory_order_acquire);
  if (python == nullptr) return true;
  memory_.begin(may_be_gone ? StackBounds() : kAll);
  if (known_.empty()) return true;
  bool is_same = true;
  for (const uintptr_t call : calls) {
    if (!PythonPosition::is(call)) continue;
    const uintptr_t code = PythonPosition(call).code();
    const auto known = known_.find(code);
    if (known == known_.end() || known->second.mark == mark_at(*python, code, may_be_gone)) continue;
    known_.erase(known);
    is_same = false;
  }
  return is_same;
}

std::optional<ModuleAddress> KnownPythonFunctions::find_or_add(PythonPosition position) {
  const PythonInterpreter* const python = python_interpreter.load(std::memory_order_acquire);
  if (position.word() == PythonPosition::collection().word()) return part_of_python("garbage collection");
  const auto found = known_.find(position.code());
  const Known* const known = found != known_.end() ? &found->second
                             : python != nullptr   ? add(*python, position.code())
                                                   : nullptr;
  if (known == nullptr || !known->function.valid()) return std::nullopt;
  return ModuleAddress{known->function, python_line(known->lines, known->first_line, position.instruction())};
}

ModuleAddress KnownPythonFunctions::itself() {
  return part_of_python("Python");
}

ModuleAddress KnownPythonFunctions::part_of_python(std::string name) {
  return {modules_.find_or_add({.path = "Python", .build_id = "", .function = std::move(name)}), 0};
}

KnownPythonFunctions::Known* KnownPythonFunctions::add(const PythonInterpreter& python, uintptr_t code) {
  const PythonCodeMark mark = mark_at(python, code, true);
  std::optional<PythonCode> read = read_python_code(python, code, memory_);
  if (!read) return nullptr;
  const ModuleId function = !is_shown(read->file) ? ModuleId()
                                                  : modules_.find_or_add({.path = std::move(read->file),
                                                                          .build_id = "",
                                                                          .function = std::move(read->name),
                                                                          .begin_line = read->first_line});
  Known known{mark, function, read->first_line, std::move(read->lines)};
  return &known_.insert_or_assign(code, std::move(known)).first->second;
}

}  // namespace latecomer::record
