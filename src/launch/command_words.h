// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The words of a command that starts programs, by a launcher such as mpiexec or without one.
namespace latecomer::launch {

/// Says what a word of a command is. A `starter` becomes, or starts, the program that follows it, such as
/// nice; `other` are options of launchers and starters and their values. What follows a program is its own.
enum class Role : uint8_t { starter, launcher, option, value, separator, other, program, argument };

/// Returns the role of each word from `first` on, the launcher, or what stands for it. Of each part between
/// colons, the first word that is an executable is its program, also where only the part's -wdir has it.
std::vector<Role> roles_of(const std::vector<std::string>& command, size_t first);

/// Returns the path of the program that is word `at` of the command.
std::string path_of_program(const std::vector<std::string>& command, const std::vector<Role>& roles,
                            size_t at);

bool is_starter(const std::string& word);
/// Returns the last part of a path.
std::string base_name(const std::string& path);
/// Returns an option's name with one dash, since launchers take it as well with two: "-x" of "--x".
std::string_view option_name(std::string_view word);

/// Says what `env` in a command does with its environment.
struct EnvWords {
  size_t end = 0;                      ///< Is the position of the word with which the started command begins.
  bool resets = false;                 ///< Says that `env` hands on nothing of the environment.
  std::optional<std::string> preload;  ///< Is LD_PRELOAD as `env` sets it; empty if it takes it away.
};
EnvWords read_env(const std::vector<std::string>& command, size_t at);

/// Returns the command with the parts that the file of Open MPI's --app FILE or MPICH's -configfile FILE has,
/// in its place. Returns nothing if the command has no such option, or the file cannot be read.
std::optional<std::vector<std::string>> with_file_read(const std::vector<std::string>& command,
                                                       size_t launcher_at);

}  // namespace latecomer::launch
