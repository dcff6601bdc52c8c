// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "launch/command_words.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "launch/executables.h"

namespace latecomer::launch {

namespace {

// Launchers' options whose values could be mistaken for a program, and how many values they have.
struct OptionValues {
  std::string_view option;
  size_t values;
};
constexpr OptionValues kOptions[] = {{"-x", 1},
                                     {"-genv", 2},
                                     {"-env", 2},
                                     {"-genvlist", 1},
                                     {"-envlist", 1},
                                     {"-mca", 2},
                                     {"-gmca", 2},
                                     {"-host", 1},
                                     {"-hosts", 1},
                                     {"-H", 1},
                                     {"-launcher", 1},
                                     {"-rmk", 1},
                                     {"-bind-to", 1},
                                     {"-map-by", 1},
                                     {"-rank-by", 1},
                                     {"-wdir", 1},
                                     {"-wd", 1},
                                     {"-path", 1},
                                     {"-hostfile", 1},
                                     {"-f", 1},
                                     {"-machinefile", 1},
                                     {"-np", 1},
                                     {"-n", 1},
                                     {"-c", 1},
                                     {"-prefix", 1},
                                     {"-launcher-exec", 1},
                                     {"-output-filename", 1},
                                     {"-iface", 1},
                                     {"-profile", 1},
                                     {"-export", 1}};

// Programs that start the program that follows them.
constexpr std::string_view kStarters[] = {"env",    "nice",    "time",   "numactl", "taskset", "setarch",
                                          "stdbuf", "timeout", "ionice", "chrt",    "nohup",   "setsid"};

// MPICH takes a variable's name and value as one word, too.
size_t values_of(const std::string& option, const std::string& next) {
  const OptionValues* found = std::ranges::find(kOptions, option_name(option), &OptionValues::option);
  if (found == std::end(kOptions)) return 0;
  const bool is_assignment = option_name(option).ends_with("env") && next.find('=') != std::string::npos;
  return is_assignment ? 1 : found->values;
}

bool is_working_directory(const std::string& option) {
  return option_name(option) == "-wdir" || option_name(option) == "-wd";
}

// As the launcher finds it in the part's working directory.
std::string find_in(const std::string& directory, const std::string& word) {
  const bool is_relative =
      !directory.empty() && !word.starts_with('/') && word.find('/') != std::string::npos;
  const std::string there = is_relative ? find_executable(directory + "/" + word) : "";
  return there.empty() ? find_executable(word) : there;
}

// They are executable files, but not to be started.
bool is_shared_library(const std::string& word) {
  const std::string name = base_name(word);
  return name.ends_with(".so") || name.find(".so.") != std::string::npos;
}

}  // namespace

std::string base_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::string_view option_name(std::string_view word) {
  if (word.starts_with("--")) word.remove_prefix(1);
  return word;
}

bool is_starter(const std::string& word) {
  return std::ranges::find(kStarters, base_name(word)) != std::end(kStarters);
}

EnvWords read_env(const std::vector<std::string>& command, size_t at) {
  constexpr std::string_view kPreload = "LD_PRELOAD";
  EnvWords read;
  size_t i = at + 1;
  const auto unset = [&](const std::string& name) {
    if (name == kPreload) read.preload = "";
  };
  for (; i < command.size() && command[i].starts_with('-'); ++i) {
    const std::string& word = command[i];
    const bool has_value = word.starts_with("-u") || word.starts_with("-C");
    read.resets |= word == "-" || word == "--ignore-environment" ||
                   (!has_value && !word.starts_with("--") && word.find('i') != std::string::npos);
    if (word == "-u" && i + 1 < command.size()) unset(command[i + 1]);
    if (word.starts_with("-u")) unset(word.substr(2));
    if (word.starts_with("--unset=")) unset(word.substr(std::string_view("--unset=").size()));
    if (word == "-u" || word == "-C") ++i;
  }
  for (; i < command.size() && command[i].find('=') != std::string::npos; ++i) {
    const std::string& word = command[i];
    if (word.starts_with("LD_PRELOAD=")) read.preload = word.substr(kPreload.size() + 1);
  }
  read.end = std::min(i, command.size());
  return read;
}

std::vector<Role> roles_of(const std::vector<std::string>& command, size_t first) {
  std::vector<Role> roles(command.size(), Role::other);
  std::string directory;  // of the part
  bool found = false;
  for (size_t i = first; i < command.size(); ++i) {
    const std::string& word = command[i];
    if (i == first) {
      roles[i] = is_starter(word) ? Role::starter : Role::launcher;
    } else if (word == ":") {
      roles[i] = Role::separator;
      found = false;
      directory.clear();
    } else if (found) {
      roles[i] = Role::argument;
    } else if (word.starts_with('-')) {
      roles[i] = Role::option;
      const size_t values = i + 1 < command.size() ? values_of(word, command[i + 1]) : 0;
      if (values > 0 && is_working_directory(word)) directory = command[i + 1];
      for (size_t value = 0; value < values && i + 1 < command.size(); ++value) roles[++i] = Role::value;
    } else if (is_starter(word)) {
      roles[i] = Role::starter;
    } else if (!is_shared_library(word) && !find_in(directory, word).empty()) {
      roles[i] = Role::program;
      found = true;
    }
  }
  return roles;
}

std::string path_of_program(const std::vector<std::string>& command, const std::vector<Role>& roles,
                            size_t at) {
  std::string directory;
  for (size_t i = at; i-- > 0 && roles[i] != Role::separator;) {
    if (roles[i] == Role::option && is_working_directory(command[i])) directory = command[i + 1];
  }
  return find_in(directory, command[at]);
}

namespace {

// Words are apart by blanks, without quotes; the rest of a line behind # is a comment.
std::vector<std::string> words_of_line(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream stream(line);
  for (std::string word; stream >> word && !word.starts_with('#');) words.push_back(word);
  return words;
}

}  // namespace

std::optional<std::vector<std::string>> with_file_read(const std::vector<std::string>& command,
                                                       size_t launcher_at) {
  const auto is_file_option = [](const std::string& word) {
    return option_name(word) == "-app" || option_name(word) == "-configfile";
  };
  const auto option =
      std::find_if(command.begin() + static_cast<std::ptrdiff_t>(launcher_at), command.end(), is_file_option);
  if (command.end() - option < 2) return std::nullopt;
  const std::vector<Role> roles = roles_of(command, launcher_at);
  if (roles[static_cast<size_t>(option - command.begin())] != Role::option) return std::nullopt;
  std::ifstream file(*(option + 1));
  if (!file) return std::nullopt;

  // The launchers take the file's options for each part from the file alone, and those for all from both.
  std::vector<std::string> result(command.begin(), option);
  result.insert(result.end(), option + 2, command.end());
  bool is_first = true;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> words = words_of_line(line);
    if (words.empty()) continue;
    if (!is_first) result.emplace_back(":");
    result.insert(result.end(), words.begin(), words.end());
    is_first = false;
  }
  return result;
}

}  // namespace latecomer::launch
