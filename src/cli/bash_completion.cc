// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/manual.h"

namespace latecomer::cli {

namespace {

/// The words in lower case that the type of an option consists of: those of "auto|interpolate|off" and of
/// "TEXT:{mpich,openmpi}". None where it is a placeholder such as "FACTOR".
std::string values_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type.find_first_of("|{") == std::string::npos) return "";
  std::string values;
  for (size_t begin = 0; begin < type.size();) {
    const size_t end = std::min(type.find_first_of("|{},:[]", begin), type.size());
    const std::string_view word = std::string_view(type).substr(begin, end - begin);
    const bool is_value = std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (!word.empty() && is_value) values.append(values.empty() ? "" : " ").append(word);
    begin = end + 1;
  }
  return values;
}

std::string option_names(const CLI::App& command) {
  std::string names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_snames()) names += "-" + name + " ";
    for (const std::string& name : option->get_lnames()) names += "--" + name + " ";
  }
  return names;
}

/// A case of the script for each option that has a few values, and one for all options.
std::string cases(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    const std::string values = values_of(*option);
    if (values.empty()) continue;
    for (const std::string& name : option->get_lnames())
      text += fmt::format("    \"{} --{} \"*) words=\"{}\" ;;\n", command.get_name(), name, values);
  }
  return text +
         fmt::format("    \"{} \"*\" -\"*) words=\"{}\" ;;\n", command.get_name(), option_names(command));
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::string names;
  std::string all_cases;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names += command->get_name() + " ";
    all_cases += cases(*command);
  }
  return fmt::format(
      R"(# bash completion of latecomer; made of what latecomer --help prints

_latecomer() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words="" i
  COMPREPLY=()
  # What is recorded is another program's command.
  for ((i = 2; i < COMP_CWORD; ++i)); do
    [ "${{COMP_WORDS[i]}}" = -- ] || continue
    [ "$before" = -- ] && COMPREPLY=($(compgen -c -- "$word"))
    return
  done
  # --clocks=off is three words.
  if [ "$word" = = ]; then
    word=""
  elif [ "$before" = = ]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  [ "$COMP_CWORD" = 1 ] && words="{0}help {1}"
  case "${{COMP_WORDS[1]}} $before $word" in
    "help help "*) words="{0}" ;;
{2}  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _latecomer latecomer
)",
      names, option_names(app), all_cases);
}

}  // namespace latecomer::cli
