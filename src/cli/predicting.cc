// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/predicting.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "base/file_content.h"
#include "cli/background_command.h"
#include "cli/open_report.h"
#include "cli/open_run.h"
#include "cli/serving.h"
#include "cli/temporary_directory.h"
#include "comm/mpi_loader.h"
#include "report/clocks.h"
#include "report/path_names.h"

namespace latecomer::cli {

namespace {

namespace fs = std::filesystem;

/// Names a run: its report, which lies in `file`, and the archive that this was made of.
struct Recorded {
  fs::path file;
  const report::Report& report;
  fs::path archive;
};

std::vector<std::string> command_for(const Recorded& run, const serve::PathChange& change,
                                     const fs::path& output) {
  const std::string path = report::PathNames(run.report).path(run.report, change.path);
  const std::string factor = change.option == "scale" ? fmt::format("={}", change.factor) : "";
  std::vector<std::string> words = own_command();
  words.insert(words.end(), {"whatif", fmt::format("--{}={}{}", change.option, path, factor), "--json",
                             "--output=" + output.string()});
  // The recorded run is to be the one of the report.
  if (const Result<report::ClockReport> clocks = report::read_clocks(run.report))
    words.push_back("--clocks=" + clocks->mode);
  words.push_back(fs::absolute(run.archive).string());
  return words;
}

Result<std::unique_ptr<const report::Report>> open_to_keep(const fs::path& file) {
  TRY(report::Report report, open_report(file.string()));
  return std::make_unique<const report::Report>(std::move(report));
}

Result<serve::PredictedRun> predict(const Recorded& run, const serve::PathChange& change,
                                    const std::stop_token& stop) {
  // What is opened of the directory stays readable when it is gone.
  const TemporaryDirectory directory;
  if (directory.path().empty())
    return Error{"there is no directory for the predicted report: TMPDIR says where one can be made"};
  const fs::path printed = directory.path() / "prediction.json";
  const fs::path report = directory.path() / "prediction.cubex";
  TRY_STATUS(run_in_background(command_for(run, change, report), printed, directory.path() / "errors", stop));
  TRY(std::string json, file_content(printed.string()));
  TRY(std::unique_ptr<const report::Report> recorded, open_to_keep(run.file));
  TRY(std::unique_ptr<const report::Report> predicted, open_to_keep(report));
  // The predicted report says how the recorded events are moved, so both timelines are of one trace.
  serve::TimelineAnswers recorded_timeline = open_timeline(run.file, *recorded);
  serve::TimelineAnswers predicted_timeline = open_timeline(run.file, *predicted);
  return serve::PredictedRun{.json = std::move(json),
                             .file = run.file,
                             .recorded = std::move(recorded),
                             .predicted = std::move(predicted),
                             .recorded_timeline = std::move(recorded_timeline),
                             .predicted_timeline = std::move(predicted_timeline)};
}

/// Returns why there can be no predictions of a report's run, whatever its trace is; empty: nothing says so.
std::string problem_with(const report::Report& report, const Comm& comm) {
  if (comm.size() > 1 || launching_mpi())
    return "predictions are made by one process: start latecomer without mpiexec";
  const auto creator = report.attributes.find("Creator");
  if (creator == report.attributes.end() || !creator->second.starts_with("latecomer"))
    return "predictions are made of what latecomer analyze has written";
  if (report.attributes.contains("latecomer.whatif.1"))
    return "this is a predicted run; predictions are made of the recorded one";
  return {};
}

}  // namespace

std::unique_ptr<serve::Predictions> predictions_of(const fs::path& file, const report::Report& report,
                                                   const Comm& comm) {
  std::string problem = problem_with(report, comm);
  if (!problem.empty()) return std::make_unique<serve::Predictions>(std::move(problem));
  const Result<fs::path> archive = archive_of(file, report);
  if (!archive)
    return std::make_unique<serve::Predictions>(
        archive.error().message + "; predictions replay the trace, so put it beside the report");
  return std::make_unique<serve::Predictions>(
      report,
      [run = Recorded{file, report, *archive}](const serve::PathChange& change, const std::stop_token& stop) {
        return predict(run, change, stop);
      },
      LATECOMER_VERSION);
}

}  // namespace latecomer::cli
