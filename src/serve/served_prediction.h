// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/result.h"
#include "comm/comm.h"
#include "query/space.h"
#include "report/report.h"
#include "serve/api.h"
#include "serve/engine.h"
#include "serve/timeline_answers.h"

namespace latecomer::serve {

/// Is what a prediction says, with the reports of the recorded run and the predicted one.
struct PredictedRun {
  std::string json;            ///< Is what `latecomer whatif --json` prints.
  std::filesystem::path file;  ///< Is the recorded run's report, which stands for both.
  std::unique_ptr<const report::Report> recorded;
  std::unique_ptr<const report::Report> predicted;
  TimelineAnswers recorded_timeline;
  TimelineAnswers predicted_timeline;
};

/// Serves a predicted run as the second report beside the recorded one, by a thread of its own.
class ServedPrediction {
 public:
  /// Keeps at most `most_cached` bytes of answers. The error says which report cannot be read.
  static Result<std::shared_ptr<ServedPrediction>> serve(PredictedRun run, const std::string& version,
                                                         size_t most_cached);
  ServedPrediction(const ServedPrediction&) = delete;
  ServedPrediction& operator=(const ServedPrediction&) = delete;
  ~ServedPrediction();

  const std::string& json() const { return json_; }
  /// Answers a request as the server of two reports does. Any thread may call it.
  AnswerPtr answer(std::string_view name, Parameters parameters, MemoryShare& memory);

 private:
  ServedPrediction(PredictedRun run, const std::string& version, size_t most_cached);

  const std::string json_;
  const std::unique_ptr<const report::Report> recorded_;
  const std::unique_ptr<const report::Report> predicted_;
  const std::unique_ptr<Comm> comm_ = serial_comm();
  const query::Space recorded_space_;
  const query::Space predicted_space_;
  Engine engine_;
  Api api_;
  std::thread thread_;
};

}  // namespace latecomer::serve
