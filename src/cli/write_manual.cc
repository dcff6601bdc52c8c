// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: latecomer_manual PAGE COMPLETION
// Part of the build: writes the manual page and what bash completes to these files. Both are made of what
// --help prints, so that there is one description of the command line.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "cli/command_line.h"
#include "cli/put_out.h"

namespace latecomer::cli {
namespace {

/// Returns text as troff prints it: no character is an instruction.
std::string escaped(std::string_view text) {
  std::string to;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (to.empty() || to.back() == '\n')) to += "\\&";
    if (c == '\\')
      to += "\\e";
    else if (c == '-')
      to += "\\-";
    else
      to += c;
  }
  return to;
}

/// Returns text with line breaks where it has them.
std::string lines_of(const std::string& text) {
  std::istringstream in(text);
  std::string lines;
  for (std::string line; std::getline(in, line);)
    lines += (lines.empty() ? "" : ".br\n") + escaped(line) + "\n";
  return lines;
}

/// Returns text as it is laid out, examples for instance.
std::string verbatim(const std::string& text) {
  return text.empty() ? "" : ".PP\n.nf\n" + escaped(text) + "\n.fi\n";
}

std::string items(const CLI::App& app) {
  const CLI::Formatter formatter;
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    const bool is_positional = option->get_positional();
    text += fmt::format(".TP\n\\fB{}\\fR{}\n{}", escaped(formatter.make_option_name(option, is_positional)),
                        escaped(formatter.make_option_opts(option)), lines_of(option->get_description()));
  }
  return text;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); });
}

/// Returns a command's section, then those of its own commands. `name` is all that calls it.
std::string section(const CLI::App& command, const std::string& name) {
  // "Usage: latecomer show [OPTIONS] REPORT"
  std::string usage = CLI::Formatter().make_usage(&command, name);
  usage = usage.substr(std::string_view("Usage: ").size());
  usage.erase(usage.find_last_not_of('\n') + 1);
  std::string text =
      fmt::format(".SS \"{}\"\n{}.PP\n\\fB{}\\fR\n{}{}", escaped(name), lines_of(command.get_description()),
                  escaped(usage), items(command), verbatim(command.get_footer()));
  for (const CLI::App* inner : commands_of(command)) text += section(*inner, name + " " + inner->get_name());
  return text;
}

/// Returns the manual page latecomer(1), for troff with the macros of man.
std::string manual_page(const CLI::App& app) {
  std::string text = fmt::format(".TH LATECOMER 1 \"\" \"{}\" \"User Commands\"\n", app.version());
  text += fmt::format(".SH NAME\nlatecomer \\- {}\n", escaped(app.get_description()));
  text += ".SH SYNOPSIS\n\\fBlatecomer\\fR COMMAND [OPTIONS] ...\n";
  text += ".SH DESCRIPTION\n" + items(app) + verbatim(app.get_footer());
  text += ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app))
    text += section(*command, "latecomer " + command->get_name());
  text +=
      ".SH EXIT STATUS\n"
      ".TP\n0\ndone\n"
      ".TP\n1\nthe input is unusable; one line says what, where, and what to do\n"
      ".TP\n2\nwrong usage\n"
      ".TP\n3\na condition of \\fBlatecomer compare \\-\\-fail\\-if\\fR is met\n"
      ".PP\n\\fBlatecomer record\\fR ends with the exit status of the program that it records.\n";
  return text;
}

/// Returns the words in lower case that the type of an option consists of: those of "auto|interpolate|off"
/// and of "TEXT:{mpich,openmpi}". There are none where it is a placeholder such as "FACTOR".
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

std::string names_of(const std::vector<const CLI::App*>& commands) {
  std::string names;
  for (const CLI::App* command : commands) names += command->get_name() + " ";
  return names;
}

/// Returns a case of the script for each option that has a few values, and one for all options. `name` is the
/// command's, or "report-diff" where it is a command's own.
std::string cases(const CLI::App& command, const std::string& name) {
  std::string text;
  for (const CLI::App* inner : commands_of(command)) text += cases(*inner, name + "-" + inner->get_name());
  for (const CLI::Option* option : command.get_options()) {
    const std::string values = values_of(*option);
    if (values.empty()) continue;
    for (const std::string& option_name : option->get_lnames())
      text += fmt::format("    \"{} --{} \"*) words=\"{}\" ;;\n", name, option_name, values);
  }
  text += fmt::format("    \"{} \"*\" -\"*) words=\"{}\" ;;\n", name, option_names(command));
  if (const std::string inner = names_of(commands_of(command)); !inner.empty())
    text += fmt::format("    \"{0} {0} \"*) words=\"{1}\" ;;\n", name, inner);
  return text;
}

/// Returns what bash completes: commands, their options, and the values of options that have a few. All else
/// is completed as file names.
std::string bash_completion(const CLI::App& app) {
  std::string all_cases;
  std::string outer;  // commands that have commands of their own
  for (const CLI::App* command : commands_of(app)) {
    all_cases += cases(*command, command->get_name());
    if (!commands_of(*command).empty()) outer += (outer.empty() ? "" : "|") + command->get_name();
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
  local command=${{COMP_WORDS[1]}}
  # A command of "report" is two words.
  case "$command" in
    {3}) [ "$COMP_CWORD" -gt 2 ] && command=$command-${{COMP_WORDS[2]}} ;;
  esac
  case "$command $before $word" in
    "help help "*) words="{0}" ;;
{2}  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _latecomer latecomer
)",
      names_of(commands_of(app)), option_names(app), all_cases, outer);
}

int write(const char* page_file, const char* completion_file) {
  CLI::App app;
  int exit_code = 0;
  define_command_line(app, exit_code);
  std::ofstream page(page_file);
  page << manual_page(app) << std::flush;
  std::ofstream completion(completion_file);
  completion << bash_completion(app) << std::flush;
  return page && completion ? 0 : 1;
}

}  // namespace
}  // namespace latecomer::cli

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  return latecomer::cli::guarded([&] { return latecomer::cli::write(argv[1], argv[2]); });
}
