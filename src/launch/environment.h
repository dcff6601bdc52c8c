// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "launch/launch.h"

// How a command hands variables of the environment on to the programs that it starts.
namespace latecomer::launch {

/// Describes a variable for the environment of the ranks.
struct Variable {
  std::string name;
  std::string value;
};

/// Lists paths of libraries that are loaded before and after those that the user preloads.
struct Preload {
  std::vector<std::string> before;
  std::vector<std::string> after;
};

/// Returns LD_PRELOAD of both. Runtimes of sanitizers, which have to come first, do.
std::string merged(const Preload& ours, std::string_view theirs);

/// Returns whether this library, by name or path, is the runtime of a sanitizer that refuses to run unless it
/// is the first in a program.
bool has_to_come_first(std::string_view library);

/// Returns the command that gives the ranks, and as far as the launcher can distinguish only them, LD_PRELOAD
/// and the variables. What the command, or this process, sets as LD_PRELOAD stays in it.
std::vector<std::string> command_with(const Launch& launch, const Preload& preload,
                                      const std::vector<Variable>& variables);

}  // namespace latecomer::launch
