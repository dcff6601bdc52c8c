// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "base/result.h"
#include "report/report.h"
#include "serve/engine.h"
#include "serve/memory_budget.h"
#include "serve/parameters.h"
#include "serve/path_change.h"
#include "serve/served_prediction.h"

namespace latecomer::serve {

/// Computes what the run would be with a change, and gives up soon after it is asked to stop.
using Predict = std::function<Result<PredictedRun>(const PathChange&, const std::stop_token&)>;

/// Answers what clients ask of predictions, as docs/api.md says: one is computed at a time, in a thread that
/// keeps no other request waiting, and the latest ones are kept. Any thread may call it.
class Predictions {
 public:
  static constexpr std::string_view kName = "predictions";
  static constexpr size_t kMostKept = 8;

  /// Predicts for a report, which has to stay there. `version` is that of the program.
  Predictions(const report::Report& report, Predict predict, std::string version);
  /// Answers that there are no predictions; `problem` says why, in a line.
  explicit Predictions(std::string problem);
  Predictions(const Predictions&) = delete;
  Predictions& operator=(const Predictions&) = delete;
  /// Ends what is being computed.
  ~Predictions();

  bool are_possible() const { return report_ != nullptr; }
  /// Answers a request; `name` is "predictions", or is below it: "predictions/1/report".
  AnswerPtr answer(std::string_view name, Parameters parameters, MemoryShare& memory);

 private:
  enum class State : uint8_t { waiting, computing, done, failed, canceled };
  struct Prediction {
    size_t number;
    PathChange change;
    State state = State::waiting;
    std::string error;  ///< Says why there is none, of a failed one.
    std::shared_ptr<ServedPrediction> served;
    std::stop_source stop;
  };
  using PredictionPtr = std::shared_ptr<Prediction>;

  static Answer standing(const Prediction& prediction);
  static bool is_open(const Prediction& prediction) { return prediction.state <= State::computing; }
  Answer start(const Parameters& parameters);
  Answer cancel(Prediction& prediction);
  PredictionPtr find(size_t number);
  void forget_oldest();
  void compute_all();
  Result<std::shared_ptr<ServedPrediction>> compute(const Prediction& prediction) const;

  const report::Report* report_ = nullptr;  ///< Is null where there are no predictions.
  const std::string problem_;
  const Predict predict_;
  const std::string version_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<PredictionPtr> predictions_;  ///< Has the predictions that are known, the oldest first.
  size_t latest_ = 0;                      ///< Is the number of the latest prediction; the first one is 1.
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace latecomer::serve
