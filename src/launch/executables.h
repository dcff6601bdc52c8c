// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace latecomer::launch {

/// Returns the path of an executable file, looked up as the shell does: by its path, else in PATH, else in
/// the working directory. It is empty if there is none.
std::string find_executable(const std::string& name);

/// Returns what a command prints on standard output; empty if it cannot be started. LD_PRELOAD is `preload`
/// for it, unless that is empty.
std::string output_of(const std::vector<std::string>& command, const std::string& preload = {});

/// Says what can be seen of an executable file without running it.
struct ProgramKind {
  bool script = false;      ///< Says that it is not a machine's program, but text for an interpreter.
  bool unreadable = false;  ///< Says that the file may be run, but not read.
  bool for_other_machine =
      false;  ///< Says that it is of another kind of processor than this program, or of another word size.
  bool checks_all_memory =
      false;  ///< Says that it is built with -fsanitize=memory, which takes all other code's writes for none.
  bool has_other_rights = false;  ///< < Says that it gets other rights than its user: no preloading.
  std::string libraries;  ///< Lists its shared libraries, as the dynamic loader does; empty if static.
};
Result<ProgramKind> examine_program(const std::string& path);

/// Has the symbols that an executable file or library takes from others, and those that it has for others.
struct DynamicSymbols {
  std::set<std::string> needed;
  std::set<std::string> defined;
};
Result<DynamicSymbols> dynamic_symbols(const std::string& path);

/// Lists those of the shared libraries of these names (between colons) that the dynamic loader finds, and
/// what they need, as it prints them.
std::string list_libraries(const std::string& names);

}  // namespace latecomer::launch
