// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "generate/generate.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/put_out.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace text;

namespace {

struct GenerateOptions {
  generate::Settings settings;
  std::string imbalance = "random:0.5";
  std::string output;
};

Status run(GenerateOptions& options) {
  TRY_STATUS(generate::parse_imbalance(options.imbalance, options.settings));
  TRY(const generate::Generated made, generate::generate(options.settings, options.output));
  const std::string directory = printable_line(options.output);
  put_out(fmt::format(
      "Trace    {}\n         {} of {}, {}\nAnswer   {}/answer.tsv\n(next: latecomer analyze {})\n", directory,
      count_of(made.events, "event"), count_of(options.settings.locations(), "location"),
      count_of(made.iterations, "iteration"), directory, printable_line(shell_word(options.output))));
  return {};
}

std::string describe_patterns() {
  std::string text = "Patterns:\n";
  for (const generate::PatternName& each : generate::pattern_names())
    text += wrapped(each.description, fmt::format("  {:<14} ", each.name));
  return text;
}

generate::Pattern parse_pattern(const std::string& name) {
  std::string names;
  for (const generate::PatternName& each : generate::pattern_names()) {
    if (each.name == name) return each.pattern;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", each.name);
  }
  throw CLI::ValidationError("pattern", fmt::format("{}: not a pattern; one of {}", name, names));
}

}  // namespace

void add_generate_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<GenerateOptions> options = std::make_shared<GenerateOptions>();
  generate::Settings& settings = options->settings;
  CLI::App* command = app.add_subcommand(
      "generate", "Make the trace of a simulated program, and what there is to find in it");
  command
      ->add_option_function<std::string>(
          "pattern", [&settings](const std::string& name) { settings.pattern = parse_pattern(name); },
          "Who communicates with whom, see below")
      ->required()
      ->option_text("PATTERN");
  command
      ->add_option("-o,--output", options->output,
                   "Directory for the archive and answer.tsv: has to be empty, or is made")
      ->required();
  command->add_option("--ranks", settings.ranks, "Processes")->capture_default_str();
  command->add_option("--threads", settings.threads, "Threads of each process, for hybrid")
      ->capture_default_str();
  CLI::Option* events = command->add_option("--events", settings.events, "Events of all together, about")
                            ->capture_default_str();
  command->add_option("--iterations", settings.iterations, "Iterations, instead of as many as make --events")
      ->check(CLI::Range(1u, UINT32_MAX - 1))
      ->excludes(events);
  command->add_option("--functions", settings.functions, "Function calls for each communication operation")
      ->capture_default_str();
  command->add_option("--depth", settings.depth, "How deep these calls are nested")->capture_default_str();
  command
      ->add_option("--imbalance", options->imbalance,
                   "Who computes longer: none, linear, random or hotspot, and by how much at most "
                   "(random:0.5: up to half as long again)")
      ->capture_default_str();
  command
      ->add_option("--bytes", settings.bytes,
                   "Bytes of a message; beyond 65536, sends wait for their receive")
      ->capture_default_str();
  command->add_option("--seed", settings.seed, "For all that is random, and for the place of the hotspot")
      ->capture_default_str();
  command->footer(describe_patterns() +
                  "\nExamples:\n"
                  "  latecomer generate halo2d -o halo\n"
                  "  latecomer generate alltoall -o hot --ranks 256 --imbalance hotspot:2\n"
                  "  latecomer generate halo3d -o large --ranks 65536 --events 20000000\n"
                  "  latecomer generate hybrid -o hybrid --ranks 16 --threads 8 --iterations 100\n\n"
                  "answer.tsv has the exact values that latecomer analyze has to find:\n"
                  "docs/generate.md.");
  run_when_called(*command, exit_code, [options] { return run(*options); });
}

}  // namespace latecomer::cli
