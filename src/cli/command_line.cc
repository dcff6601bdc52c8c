// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <sstream>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/kernel_states.h"
#include "cli/near_names.h"
#include "cli/put_out.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace text;

namespace {

/// Lays out help as CLI11 does, but for lines that are no longer than what else is printed.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    return item(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return item(command->get_display_name(true), command->get_description());
  }

 private:
  /// Returns `text` beside `name`, or below it if that is long.
  std::string item(const std::string& name, const std::string& text) const {
    std::istringstream in(text);
    std::string block;
    for (std::string line; std::getline(in, line);) {
      const size_t indent = column_width_ + std::min(line.find_first_not_of(' '), line.size());
      const bool fits = column_width_ + line.size() <= columns();
      block += fits ? std::string(column_width_, ' ') + line + "\n" : wrapped(line, std::string(indent, ' '));
    }
    const std::string head = "  " + name;
    if (head.size() > columns()) return wrapped(name, "  ") + block;
    if (head.size() >= column_width_ || block.empty()) return head + "\n" + block;
    return head + block.substr(head.size());
  }
};

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  if (app.get_parent() == nullptr) names.emplace_back("help");
  for (const CLI::App* command :
       app.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); }))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Returns "; did you mean analyze?", or nothing.
std::string suggestion(const std::string& wanted, const std::vector<std::string>& names) {
  const std::vector<std::string> near = near_names(wanted, names);
  return near.empty() ? "" : fmt::format("; did you mean {}?", near.front());
}

/// Describes the command that the first words name, which may be one of a command's own: "report diff".
struct Meant {
  const CLI::App* command;
  std::string name;
  size_t words;  ///< Counts the words that name it.

  bool needs_another_word() const { return command->get_require_subcommand_min() > 0; }
};

Meant meant_by(const CLI::App& app, const std::vector<std::string>& words) {
  Meant meant = {&app, "", 0};
  for (const std::string& word : words) {
    const auto inner =
        meant.command->get_subcommands([&](const CLI::App* each) { return each->get_name() == word; });
    if (inner.empty()) break;
    meant = {inner.front(), meant.name.empty() ? word : meant.name + " " + word, meant.words + 1};
  }
  return meant;
}

int wrong_usage(const std::string& what, const std::string& command) {
  put_note(fmt::format("{}({}{} --help says how to use it)\n", wrapped(printable_line(what), "latecomer: "),
                       command.empty() ? "latecomer" : "latecomer ", command));
  return 2;
}

/// Returns what CLI11 says, and which option may have been meant by one that does not exist.
std::string describe(const CLI::ParseError& error, const CLI::App& command,
                     const std::vector<std::string>& words) {
  std::string what = error.what();
  if (what == "A subcommand is required") what = "no command is given";
  const bool is_extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  if (!is_extra && command.get_parent() != nullptr) return what;
  const std::vector<std::string> names = option_names(command);
  for (const std::string& word : words) {
    if (word == "--") break;
    const std::string name = word.substr(0, word.find('='));
    if (name.starts_with("--") && !contains(names, name))
      return fmt::format("there is no option {}{}", name, suggestion(name, names));
  }
  return what;
}

}  // namespace

void define_command_line(CLI::App& app, int& exit_code) {
  constexpr size_t kNames = 28;  // columns
  const auto formatter = std::make_shared<HelpFormatter>();
  formatter->column_width(kNames);
  app.name("latecomer");
  app.description("Finds out why a parallel program waits, and who made it wait.");
  app.formatter(formatter);
  app.require_subcommand(1);
  app.set_version_flag("--version", "latecomer " LATECOMER_VERSION);
  app.footer(
      "A first session:\n"
      "  latecomer record -o run1 -- mpiexec -n 4 ./app\n"
      "  latecomer analyze run1\n"
      "  latecomer show run1\n\n"
      "latecomer COMMAND --help says more about each.");
  add_record_command(app, exit_code);
  add_analyze_command(app, exit_code);
  add_show_command(app, exit_code);
  add_advise_command(app, exit_code);
  add_report_command(app, exit_code);
  add_view_command(app, exit_code);
  add_serve_command(app, exit_code);
  add_compare_command(app, exit_code);
  add_scaling_command(app, exit_code);
  add_whatif_command(app, exit_code);
  add_rebalance_command(app, exit_code);
  add_correct_command(app, exit_code);
  add_print_command(app, exit_code);
  add_export_command(app, exit_code);
  add_query_command(app, exit_code);
  add_generate_command(app, exit_code);
  add_kernel_states_command(app, exit_code);
}

int run_command_line(std::vector<std::string> words) {
  CLI::App app;
  int exit_code = 0;
  define_command_line(app, exit_code);
  if (words.empty()) {
    put_out(app.help());
    return 0;
  }
  // "help analyze" is another way to say "analyze --help".
  if (words.front() == "help") {
    words.erase(words.begin());
    const Meant meant = meant_by(app, words);
    words.resize(std::min(words.size(), meant.words + (meant.needs_another_word() ? 1 : 0)));
    words.emplace_back("--help");
  }
  const Meant meant = meant_by(app, words);
  if (meant.needs_another_word() && meant.words < words.size() && !words[meant.words].starts_with("-")) {
    const std::string& wanted = words[meant.words];
    const std::string around = meant.name.empty() ? "" : meant.name + " ";
    return wrong_usage(fmt::format("there is no command '{}{}'{}", around, wanted,
                                   suggestion(wanted, command_names(*meant.command))),
                       meant.name);
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // as CLI11 takes them
  } catch (const CLI::Success& help_or_version) {
    std::ostringstream text;
    app.exit(help_or_version, text, text);
    put_out(text.str());
    return 0;
  } catch (const CLI::ParseError& error) {
    return wrong_usage(describe(error, *meant.command, words), meant.name);
  }
  return exit_code;
}

void run_when_called(CLI::App& command, int& exit_code, const std::function<Status()>& run) {
  command.callback([run, &exit_code] {
    const Status status = run();
    if (status) return;
    put_error(status.error().message);
    exit_code = 1;
  });
}

}  // namespace latecomer::cli
