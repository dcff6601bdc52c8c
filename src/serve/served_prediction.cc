// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/served_prediction.h"

#include <utility>

#include "report/unreadable.h"

namespace latecomer::serve {

namespace {

std::vector<ServedReport> served_reports(PredictedRun& run) {
  std::vector<ServedReport> reports;
  reports.push_back({run.file, std::move(run.recorded_timeline)});
  reports.push_back({run.file, std::move(run.predicted_timeline)});
  return reports;
}

}  // namespace

ServedPrediction::ServedPrediction(PredictedRun run, const std::string& version, size_t most_cached)
    : json_(std::move(run.json)),
      recorded_(std::move(run.recorded)),
      predicted_(std::move(run.predicted)),
      recorded_space_(*recorded_),
      predicted_space_(*predicted_),
      engine_({recorded_space_, &predicted_space_}, *comm_, most_cached),
      api_(engine_, served_reports(run), version),
      thread_([this] { engine_.run(); }) {}

ServedPrediction::~ServedPrediction() {
  engine_.stop();
  thread_.join();
}

Result<std::shared_ptr<ServedPrediction>> ServedPrediction::serve(PredictedRun run,
                                                                  const std::string& version,
                                                                  size_t most_cached) {
  try {
    return std::shared_ptr<ServedPrediction>(new ServedPrediction(std::move(run), version, most_cached));
  } catch (const report::Unreadable& problem) {
    return Error{problem.what()};
  }
}

AnswerPtr ServedPrediction::answer(std::string_view name, Parameters parameters, MemoryShare& memory) {
  return api_.answer(std::string(Api::kPrefix) + std::string(name), std::move(parameters), memory);
}

}  // namespace latecomer::serve
