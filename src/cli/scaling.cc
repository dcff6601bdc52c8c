// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/scaling.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/open_reports.h"
#include "cli/put_out.h"
#include "cli/width_option.h"
#include "report/locations.h"
#include "text/scaling_text.h"

namespace latecomer::cli {

namespace {

struct ScalingOptions {
  std::vector<std::string> reports;
  bool is_weak = false;
  bool json = false;
};

Status show_scaling(const ScalingOptions& options) {
  using findings::ScalingKind;
  const ScalingKind kind = options.is_weak ? ScalingKind::weak : ScalingKind::strong;
  TRY(RunsTogether together, bring_together(options.reports, options.reports, kind));
  TRY(const findings::Scaling scaling, std::move(together.scaling));
  put_out(options.json ? to_json(scaling) : text::scaling_text(scaling));
  return {};
}

/// Returns which report has the most threads; of several the first one.
size_t with_most_threads(const OpenReports& open) {
  size_t largest = 0;
  for (size_t i = 1; i < open.reports.size(); ++i)
    if (report::count_threads(open.reports[i]) > report::count_threads(open.reports[largest])) largest = i;
  return largest;
}

}  // namespace

Result<RunsTogether> bring_together(const std::vector<std::string>& names,
                                    const std::vector<std::string>& reports, findings::ScalingKind kind) {
  OpenReports open;
  TRY_STATUS(open.open(reports));
  std::vector<findings::NamedRun> runs;
  for (size_t i = 0; i < names.size(); ++i) runs.push_back({printable_line(names[i]), open.pointers[i]});
  Result<findings::Scaling> scaling = findings::scaling_of(runs, kind);
  const size_t largest = scaling ? scaling->runs.back().given : with_most_threads(open);
  return RunsTogether{std::move(scaling), largest};
}

void add_scaling_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<ScalingOptions> options = std::make_shared<ScalingOptions>();
  CLI::App* command = app.add_subcommand(
      "scaling", "Say how a program scales: runs with more and more ranks, and what larger ones would have");
  command
      ->add_option("REPORTS", options->reports,
                   "Reports of runs with different numbers of ranks, each a .cubex file or a directory with "
                   "report.cubex")
      ->required()
      ->type_name("");
  command->add_flag("--weak", options->is_weak,
                    "The work grew with the number of ranks; else it is the same in all runs");
  command->add_flag("--json", options->json, "Print everything as JSON: docs/json.md says what each key is");
  add_width_option(*command);
  command->footer(
      "Larger runs, of up to 16 times as many ranks, are extrapolated from three runs or more,\n"
      "and from four or more also how far off that is.\n"
      "Examples:\n"
      "  latecomer scaling run8 run16 run32 run64\n"
      "  latecomer scaling --weak small8 medium16 large32 --json");
  run_when_called(*command, exit_code, [options]() -> Status {
    if (options->reports.size() < 2)
      throw CLI::ValidationError("scaling is seen in two runs or more, with different numbers of ranks");
    return show_scaling(*options);
  });
}

}  // namespace latecomer::cli
