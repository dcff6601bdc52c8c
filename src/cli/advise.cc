// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "cli/commands.h"
#include "cli/open_report.h"
#include "cli/put_out.h"
#include "findings/findings_json.h"
#include "query/advice.h"
#include "text/advice_text.h"

namespace latecomer::cli {

using namespace text;

namespace {

struct AdviseOptions {
  std::string report;
  int ranks = 0;  ///< Is the number of ranks; 0: as advised.
  bool json = false;
};

Status advise(const AdviseOptions& options) {
  TRY(const report::Report report, open_report(options.report));
  const query::Advice advice =
      query::advise(report, options.ranks == 0 ? std::nullopt : std::optional(options.ranks));
  put_out(options.json ? findings::advice_json(report, advice) : advice_text(report, advice));
  return {};
}

}  // namespace

void add_advise_command(CLI::App& app, int& exit_code) {
  constexpr int kMostRanks = 4096;
  const std::shared_ptr<AdviseOptions> options = std::make_shared<AdviseOptions>();
  CLI::App* command =
      app.add_subcommand("advise", "Say how many ranks a report is worth, and how to divide it among them");
  command->add_option("REPORT", options->report, "A .cubex file, or the directory that contains report.cubex")
      ->required();
  command->add_option("--ranks", options->ranks, "Advise for so many ranks")
      ->check(CLI::Range(1, kMostRanks))
      ->type_name("N");
  command->add_flag("--json", options->json, "Print JSON, for scripts: docs/json.md says what each key is");
  command->footer(
      "Reads what the report consists of, and no value of it.\n\n"
      "Example:\n"
      "  latecomer advise profile.cubex --ranks 16");
  run_when_called(*command, exit_code, [options] { return advise(*options); });
}

}  // namespace latecomer::cli
