// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/compare.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/conditions.h"
#include "cli/open_reports.h"
#include "cli/put_out.h"
#include "cli/width_option.h"
#include "findings/compare_json.h"
#include "text/compare_text.h"

namespace latecomer::cli {

using namespace text;

namespace {

using namespace findings;

struct CompareOptions {
  std::vector<std::string> base;
  std::vector<std::string> other;
  std::vector<std::string> fail_if;
  std::string metric;
  bool json = false;
  bool markdown = false;
  bool all = false;
};

Result<std::vector<Condition>> parse_conditions(const std::vector<std::string>& texts) {
  std::vector<Condition> conditions;
  for (const std::string& text : texts) {
    TRY(const Condition condition, parse_condition(text));
    conditions.push_back(condition);
  }
  return conditions;
}

/// Returns the position of the metric that is shown: if none is named the time or, without it, the first one.
Result<size_t> shown_metric(const Comparison& comparison, const std::string& wanted) {
  if (!wanted.empty()) return metric_position(comparison, wanted);
  const Result<size_t> time = metric_position(comparison, "time");
  return time ? *time : 0;
}

Status compare_reports(const CompareOptions& options, int& exit_code) {
  TRY(const std::vector<Condition> conditions, parse_conditions(options.fail_if));
  OpenReports base;
  OpenReports other;
  TRY_STATUS(base.open(options.base));
  TRY_STATUS(other.open(options.other));
  const Comparison comparison = compare(base.pointers, other.pointers);
  TRY(const std::vector<std::string> met, conditions_met(conditions, comparison));
  TRY(const size_t metric, shown_metric(comparison, options.metric));
  put_out(options.json ? to_json(comparison, options.base, options.other, met)
                       : comparison_text(comparison, metric,
                                         options.markdown ? Layout::markdown : Layout::text, options.all));
  for (const std::string& condition : met) put_error("--fail-if " + condition);
  if (!met.empty()) exit_code = 3;
  return {};
}

}  // namespace

void add_compare_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<CompareOptions> options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand(
      "compare", "Compare reports: what got slower, where, and whether that is more than noise");
  command
      ->add_option("REPORTS", options->base,
                   "The base and the other report, each a .cubex file or a directory with report.cubex; with "
                   "--with several runs of the base")
      ->required()
      ->type_name("");
  CLI::Option* with =
      command
          ->add_option("--with", options->other,
                       "Several runs to compare with the base; averages are compared, and the "
                       "runs' spread says what is noise")
          ->expected(1, 1 << 20)
          ->type_name("REPORT...");
  command->add_option("-m,--metric", options->metric,
                      "Show at which call paths this metric differs, instead of the time");
  command
      ->add_option(
          "--fail-if", options->fail_if,
          "Exit with code 3 if a metric grew by more than that and more than noise: METRIC>+NUMBER in "
          "its unit, or METRIC>+NUMBER%; can be given several times")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("CONDITION");
  CLI::Option* json = command->add_flag("--json", options->json,
                                        "Print everything as JSON: docs/json.md says what each key is");
  command->add_flag("--markdown", options->markdown, "Print tables in Markdown, for a merge request")
      ->excludes(json);
  command->add_flag("--all", options->all, "Also small differences");
  add_width_option(*command);
  command->footer(
      "Examples:\n"
      "  latecomer compare run1 run2             one run each: no word about noise\n"
      "  latecomer compare old1 old2 old3 --with new1 new2 new3\n"
      "  latecomer compare old new -m mpi_latesender --markdown\n"
      "  latecomer compare old new --fail-if 'time>+5%' --fail-if 'delay>+0.5'");
  run_when_called(*command, exit_code, [options, with, &exit_code]() -> Status {
    if (with->count() == 0) {
      if (options->base.size() != 2)
        throw CLI::ValidationError("two reports are compared, or several: compare A1 A2 --with B1 B2");
      options->other = {options->base.back()};
      options->base.pop_back();
    }
    return compare_reports(*options, exit_code);
  });
}

}  // namespace latecomer::cli
