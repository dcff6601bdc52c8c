// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A prediction takes seconds to minutes, so no request waits for it: one starts it, and others ask how it
// stands. It goes through these states; one that has ended stays known until there are too many.
//
//     waiting -> computing -> done        its answers are served
//         \           \-----> failed      its error is known
//          \-----------\----> canceled

#include "serve/predictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "base/json.h"
#include "base/parse_number.h"
#include "base/printable.h"

namespace latecomer::serve {

namespace {

constexpr size_t kMostCached = size_t{8} << 20U;  ///< Is how many bytes of answers each prediction keeps.
constexpr std::string_view kStateNames[] = {"waiting", "computing", "done", "failed", "canceled"};

AnswerPtr to_client(Answer answer) {
  return std::make_shared<const Answer>(std::move(answer));
}

/// Splits "1/timeline/window" at its first slash.
std::pair<std::string_view, std::string_view> number_and_rest(std::string_view path) {
  const size_t slash = std::min(path.find('/'), path.size());
  return {path.substr(0, slash), path.substr(std::min(slash + 1, path.size()))};
}

}  // namespace

Predictions::Predictions(const report::Report& report, Predict predict, std::string version)
    : report_(&report),
      predict_(std::move(predict)),
      version_(std::move(version)),
      thread_([this] { compute_all(); }) {}

Predictions::Predictions(std::string problem) : problem_(std::move(problem)) {}

Predictions::~Predictions() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    for (const PredictionPtr& each : predictions_) each->stop.request_stop();
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

AnswerPtr Predictions::answer(std::string_view name, Parameters parameters, MemoryShare& memory) {
  if (!are_possible()) return to_client(error_answer(404, printable_line(problem_)));
  if (name == kName) return to_client(start(parameters));
  const auto [number, what] = number_and_rest(name.substr(std::min(kName.size() + 1, name.size())));
  std::shared_ptr<ServedPrediction> served;
  {
    const std::lock_guard lock(mutex_);
    const PredictionPtr prediction = find(parse_number<size_t>(number).value_or(0));
    if (prediction == nullptr)
      return to_client(error_answer(404, fmt::format("there is no prediction {}; the latest {} are kept",
                                                     printable_line(number), kMostKept)));
    const bool is_of_state = what.empty() || what == "cancel" || what == "result";
    if (is_of_state && !parameters.empty())
      return to_client(error_answer(400, fmt::format("{} has no parameters", printable_line(name))));
    if (what.empty()) return to_client(standing(*prediction));
    if (what == "cancel") return to_client(cancel(*prediction));
    if (prediction->state != State::done)
      return to_client(
          error_answer(409, fmt::format("prediction {} is not done: {}{}", number,
                                        kStateNames[static_cast<size_t>(prediction->state)],
                                        prediction->error.empty() ? "" : ": " + prediction->error)));
    served = prediction->served;
  }
  if (what != "result") return served->answer(what, std::move(parameters), memory);
  if (const Status room = memory.take(served->json().size()); !room)
    return to_client(error_answer(503, room.error().message));
  return to_client(ok_answer(served->json()));
}

/// Says how a prediction stands, which clients must not keep.
Answer Predictions::standing(const Prediction& prediction) {
  Json json = {{"number", prediction.number},
               {"state", kStateNames[static_cast<size_t>(prediction.state)]},
               {"change", prediction.change.option},
               {"call_path", prediction.change.path.value},
               {"factor", prediction.change.factor}};
  if (prediction.state == State::failed) json["error"] = prediction.error;
  Answer answer = ok_answer(json);
  answer.etag.clear();
  return answer;
}

/// Returns the prediction of this number; null if none is known. Whoever calls it has the lock.
Predictions::PredictionPtr Predictions::find(size_t number) {
  const auto found =
      std::ranges::find(predictions_, number, [](const PredictionPtr& each) { return each->number; });
  return found == predictions_.end() ? nullptr : *found;
}

/// Forgets the oldest prediction that has ended, if there are too many. Whoever calls it has the lock.
void Predictions::forget_oldest() {
  if (predictions_.size() < kMostKept) return;
  const auto oldest =
      std::ranges::find_if(predictions_, [](const PredictionPtr& each) { return !is_open(*each); });
  if (oldest != predictions_.end()) predictions_.erase(oldest);
}

/// Starts a prediction, or finds the one of the same change.
Answer Predictions::start(const Parameters& parameters) {
  const Result<PathChange> change = parse_change(*report_, parameters);
  if (!change) return error_answer(400, printable_line(change.error().message));
  const std::lock_guard lock(mutex_);
  const auto same = std::ranges::find_if(predictions_, [&](const PredictionPtr& each) {
    return each->change == *change && each->state <= State::done;
  });
  if (same != predictions_.end()) return standing(**same);
  forget_oldest();
  if (predictions_.size() >= kMostKept)
    return error_answer(503, fmt::format("{} predictions are not done yet; wait for one, or cancel it: "
                                         "/api/v1/predictions/{}/cancel",
                                         predictions_.size(), predictions_.back()->number));
  predictions_.push_back(std::make_shared<Prediction>(Prediction{.number = ++latest_, .change = *change}));
  changed_.notify_all();
  return standing(*predictions_.back());
}

Answer Predictions::cancel(Prediction& prediction) {
  if (is_open(prediction)) {
    prediction.state = State::canceled;
    prediction.stop.request_stop();
  }
  return standing(prediction);
}

void Predictions::compute_all() {
  std::unique_lock lock(mutex_);
  while (true) {
    const auto next = [&] {
      return std::ranges::find(predictions_, State::waiting,
                               [](const PredictionPtr& each) { return each->state; });
    };
    changed_.wait(lock, [&] { return is_over_ || next() != predictions_.end(); });
    if (is_over_) return;
    const PredictionPtr prediction = *next();
    prediction->state = State::computing;
    lock.unlock();
    Result<std::shared_ptr<ServedPrediction>> served = compute(*prediction);
    lock.lock();
    if (prediction->state != State::computing) continue;  // It has been canceled.
    prediction->state = served ? State::done : State::failed;
    if (served)
      prediction->served = std::move(*served);
    else
      prediction->error = printable_line(served.error().message);
  }
}

Result<std::shared_ptr<ServedPrediction>> Predictions::compute(const Prediction& prediction) const {
  try {
    TRY(PredictedRun run, predict_(prediction.change, prediction.stop.get_token()));
    return ServedPrediction::serve(std::move(run), version_, kMostCached);
  } catch (const std::exception& problem) {
    return Error{problem.what()};
  }
}

}  // namespace latecomer::serve
