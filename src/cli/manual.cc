// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/manual.h"

#include <fmt/format.h>

#include <sstream>
#include <string_view>

namespace latecomer::cli {

namespace {

/// Text as troff prints it: no character is an instruction.
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

/// With line breaks where `text` has them.
std::string lines_of(const std::string& text) {
  std::istringstream in(text);
  std::string lines;
  for (std::string line; std::getline(in, line);)
    lines += (lines.empty() ? "" : ".br\n") + escaped(line) + "\n";
  return lines;
}

/// As it is laid out, examples for instance.
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

std::string section(const CLI::App& command) {
  const std::string name = "latecomer " + command.get_name();
  // "Usage: latecomer show [OPTIONS] REPORT"
  std::string usage = CLI::Formatter().make_usage(&command, name);
  usage = usage.substr(std::string_view("Usage: ").size());
  usage.erase(usage.find_last_not_of('\n') + 1);
  return fmt::format(".SS \"{}\"\n{}.PP\n\\fB{}\\fR\n{}{}", escaped(name),
                     lines_of(command.get_description()), escaped(usage), items(command),
                     verbatim(command.get_footer()));
}

}  // namespace

std::string manual_page(const CLI::App& app) {
  std::string text = fmt::format(".TH LATECOMER 1 \"\" \"{}\" \"User Commands\"\n", app.version());
  text += fmt::format(".SH NAME\nlatecomer \\- {}\n", escaped(app.get_description()));
  text += ".SH SYNOPSIS\n\\fBlatecomer\\fR COMMAND [OPTIONS] ...\n";
  text += ".SH DESCRIPTION\n" + items(app) + verbatim(app.get_footer());
  text += ".SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    text += section(*command);
  text +=
      ".SH EXIT STATUS\n"
      ".TP\n0\ndone\n"
      ".TP\n1\nthe input is unusable; one line says what, where, and what to do\n"
      ".TP\n2\nwrong usage\n"
      ".PP\n\\fBlatecomer record\\fR ends with the exit status of the program that it records.\n";
  return text;
}

}  // namespace latecomer::cli
