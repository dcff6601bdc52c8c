// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/python/careful_memory.h"
#include "record/python/interpreter.h"

namespace latecomer::record {

/// Is what a function in Python consists of, as far as it can be shown.
struct PythonCode {
  std::string name;  ///< Is its name with those of the classes and functions that it is in.
  std::string file;
  uint32_t first_line = 0;
  std::vector<std::byte> lines;  ///< Is its table of lines.
};

/// Says which object is at an address: another one that follows it there differs in it.
struct PythonCodeMark {
  uintptr_t type = 0;
  uintptr_t name = 0;
  uintptr_t lines = 0;
  uint32_t first_line = 0;
  bool operator==(const PythonCodeMark&) const = default;
};

/// Returns what marks an object, of which these are the first kPythonCodeBytes.
PythonCodeMark mark_of(const PythonLayout& layout, const std::byte* object) noexcept;

/// Returns the function whose code is at an address; nothing if there is none any more.
std::optional<PythonCode> read_python_code(const PythonInterpreter& python, uintptr_t code,
                                           CarefulMemory& memory);

}  // namespace latecomer::record
