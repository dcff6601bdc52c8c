// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Python is found by the symbols that it has for its extensions, in the program or in a library of its own.
//
// Whether garbage is being collected is no symbol. But what counts it is in the interpreter's state at a
// fixed distance from a pointer that leads back to just before itself, which nothing else does:
//
//     generations | ... | pointer to generations | ... | collecting
//     ^ a - 72            a                              a + 104
//
// In some releases of 3.13 the generations are aligned to 4 bytes and no more, and begin at a - 76.
//
// Cost: 2 microseconds for a search, at the first call of a process.

#include "record/python/interpreter.h"

#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "record/core/code_mapping.h"
#include "record/core/object_symbols.h"

namespace latecomer::record {

namespace {

uintptr_t address_of(const ObjectSymbols& symbols, std::string_view name) {
  return reinterpret_cast<uintptr_t>(symbols.function(name));
}

PythonInterpreter::ThreadState* thread_state_by(const ObjectSymbols& symbols, std::string_view name) {
  return reinterpret_cast<PythonInterpreter::ThreadState*>(symbols.function(name));
}

std::optional<PythonInterpreter> interpreter_in(const ObjectSymbols& symbols) {
  const auto* const version = static_cast<const unsigned long*>(symbols.function("Py_Version"));
  if (version == nullptr || symbols.function("_PyEval_EvalFrameDefault") == nullptr) return std::nullopt;
  PythonInterpreter found{.layout = python_layout(*version),
                          .of_this_thread = thread_state_by(symbols, "PyGILState_GetThisThreadState"),
                          .executing = thread_state_by(symbols, "_PyThreadState_UncheckedGet"),
                          .code_type = address_of(symbols, "PyCode_Type"),
                          .text_type = address_of(symbols, "PyUnicode_Type"),
                          .bytes_type = address_of(symbols, "PyBytes_Type")};
  if (found.executing == nullptr) found.executing = thread_state_by(symbols, "PyThreadState_GetUnchecked");
  if (found.layout == nullptr || found.of_this_thread == nullptr || found.code_type == 0 ||
      found.text_type == 0 || found.bytes_type == 0)
    return std::nullopt;
  return found;
}

uintptr_t begin_of_code_at(uintptr_t address) {
  const std::optional<CodeMapping> mapping = code_mapping_at(address);
  return mapping ? mapping->begin : 0;
}

// A program can have Python in it, and be for something else.
bool is_for_python() {
  std::array<char, 512> path;
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  if (length <= 0) return false;
  const std::string_view name(path.data(), static_cast<size_t>(length));
  return name.substr(name.rfind('/') + 1).find("python") != std::string_view::npos;
}

// Where code begins that only carries out Python: its own, and the executable's, unless that is for something
// else. 0: there is none.
struct OwnCode {
  explicit OwnCode(const PythonInterpreter& interpreter)
      : python(begin_of_code_at(reinterpret_cast<uintptr_t>(interpreter.of_this_thread))),
        executable(begin_of_code_at(getauxval(AT_ENTRY))) {
    if (is_for_python()) return;
    if (python == executable) python = 0;
    executable = 0;
  }
  uintptr_t python;
  uintptr_t executable;
};

}  // namespace

void look_for_python(const dl_phdr_info& object) noexcept {
  if (python_interpreter.load(std::memory_order_relaxed) != nullptr) return;
  const std::optional<PythonInterpreter> found = interpreter_in(ObjectSymbols(object));
  constinit static PythonInterpreter interpreter;
  constinit static std::atomic<bool> is_taken{false};
  if (!found || is_taken.exchange(true)) return;
  interpreter = *found;
  python_interpreter.store(&interpreter, std::memory_order_release);
}

void look_for_python() noexcept {
  dl_iterate_phdr(
      [](dl_phdr_info* object, size_t, void*) {
        look_for_python(*object);
        return 0;
      },
      nullptr);
}

// Modules of the standard library in C are in a directory of this name, wherever Python is; one of them calls
// what is in libraries by libffi.
bool belongs_to_python(uintptr_t address) {
  const PythonInterpreter* const interpreter = python_interpreter.load(std::memory_order_acquire);
  if (interpreter == nullptr) return false;
  const std::optional<CodeMapping> mapping = code_mapping_at(address);
  if (!mapping) return false;
  static const OwnCode own(*interpreter);
  if (mapping->begin == own.python || mapping->begin == own.executable) return true;
  const std::string_view path = mapping->name;
  constexpr std::array<std::string_view, 3> kParts = {"/lib-dynload/", "/libffi.", "/mpi4py/"};
  return std::ranges::any_of(kParts, [&](std::string_view part) { return path.find(part) != path.npos; });
}

uintptr_t python_collection_flag(uintptr_t thread_state, CarefulMemory& memory) noexcept {
  constexpr size_t kMost = size_t{16} << 10;
  constexpr std::array<size_t, 2> kBefore = {72, 76};
  constexpr size_t kBehind = 104;
  uintptr_t interpreter = 0;
  if (!memory.read(thread_state + kPythonInterpreter, interpreter)) return 0;
  for (size_t i = 0; i < kMost; i += sizeof(uintptr_t)) {
    uintptr_t value = 0;
    if (!memory.read(interpreter + i, value)) return 0;
    const uintptr_t here = interpreter + i;
    if (std::ranges::any_of(kBefore, [&](size_t before) { return value == here - before; }))
      return i + kBehind;
  }
  return 0;
}

}  // namespace latecomer::record
