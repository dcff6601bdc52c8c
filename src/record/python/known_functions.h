// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "record/core/loaded_modules.h"
#include "record/python/careful_memory.h"
#include "record/python/code_object.h"
#include "record/python/position.h"

namespace latecomer::record {

/// Knows functions in Python by where their code lies, also when it has been freed. One thread at a time
/// asks.
class KnownPythonFunctions {
 public:
  explicit KnownPythonFunctions(LoadedModules& modules) : modules_(modules) {}

  /// Looks whether these calls are of the functions that are known to lie there, and forgets others. Returns
  /// false if there were any: what is known of stacks does not hold any more. `may_be_gone` says that the
  /// functions need not be active.
  bool follow(std::span<const uintptr_t> calls, bool may_be_gone);
  /// Returns which function this is, and its line; nothing if it is gone, or in no file.
  std::optional<ModuleAddress> find_or_add(PythonPosition position);
  /// Returns what stands for Python where no function is active.
  ModuleAddress itself();

 private:
  struct Known {
    PythonCodeMark mark;
    ModuleId function;  // invalid: is not shown
    uint32_t first_line = 0;
    std::vector<std::byte> lines;
  };

  PythonCodeMark mark_at(const PythonInterpreter& python, uintptr_t code, bool may_be_gone) noexcept;
  ModuleAddress part_of_python(std::string name);
  Known* add(const PythonInterpreter& python, uintptr_t code);

  LoadedModules& modules_;
  CarefulMemory memory_;
  std::unordered_map<uintptr_t, Known> known_;  // by the address of their code
};

}  // namespace latecomer::record
