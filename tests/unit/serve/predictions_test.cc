// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/predictions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "unit/serve/example.h"

namespace latecomer::serve {
namespace {

PredictedRun predicted_run() {
  return {.json = "{\"version\": 1}\n",
          .file = "run/report.cubex",
          .recorded = std::make_unique<const report::Report>(example()),
          .predicted = std::make_unique<const report::Report>(example()),
          .recorded_timeline = TimelineAnswers(""),
          .predicted_timeline = TimelineAnswers("")};
}

/// Asks for predictions that `predict` makes, and waits for what comes of them.
class Client {
 public:
  explicit Client(Predict predict) : predictions_(report_, std::move(predict), "0") {}

  AnswerPtr ask(const std::string& text) {
    const size_t query = std::min(text.find('?'), text.size());
    MemoryShare memory(budget_);
    return predictions_.answer(text.substr(0, query),
                               parse_query(text.substr(std::min(query + 1, text.size()))), memory);
  }
  /// Returns what is said of a prediction as soon as that contains `wanted`.
  std::string wait_for(const std::string& name, const std::string& wanted) {
    while (true) {
      std::string body = ask(name)->body;
      if (body.find(wanted) != std::string::npos) return body;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

 private:
  const report::Report report_ = example();
  MemoryBudget budget_{1 << 30U};
  Predictions predictions_;
};

/// Waits until it is asked to stop.
Result<PredictedRun> never(const PathChange& /*change*/, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait(lock, stop, [] { return false; });
  return Error{"stopped"};
}

TEST(Predictions, AChangeIsComputedOnce) {
  std::atomic<int> computed = 0;
  Client client([&](const PathChange& change, const std::stop_token&) -> Result<PredictedRun> {
    EXPECT_EQ(change.option, "balance");
    ++computed;
    return predicted_run();
  });
  const std::string ask = "predictions?change=balance&call_path=1";
  EXPECT_NE(client.ask(ask)->body.find("\"number\":1"), std::string::npos);
  const std::string done = client.wait_for("predictions/1", "done");
  EXPECT_EQ(client.ask(ask)->body, done);
  EXPECT_EQ(computed, 1);
  EXPECT_EQ(client.ask("predictions/1/result")->body, "{\"version\": 1}\n");
  EXPECT_EQ(client.ask("predictions/1")->etag, "");
}

TEST(Predictions, BothRunsAreServedBelowTheNumber) {
  Client client(
      [](const PathChange&, const std::stop_token&) -> Result<PredictedRun> { return predicted_run(); });
  client.ask("predictions?change=remove&call_path=1");
  client.wait_for("predictions/1", "done");
  const std::string recorded = client.ask("predictions/1/values?metric=time")->body;
  EXPECT_NE(recorded.find("482"), std::string::npos) << recorded;
  EXPECT_EQ(client.ask("predictions/1/second/values?metric=time")->body, recorded);
  EXPECT_EQ(client.ask("predictions/1/aligned")->status, 200);
  EXPECT_NE(client.ask("predictions/1/health")->body.find("\"predictions\":false"), std::string::npos);
  EXPECT_EQ(client.ask("predictions/1/predictions?change=remove&call_path=1")->status, 404);
  EXPECT_EQ(client.ask("predictions/1/nothing")->status, 404);
}

TEST(Predictions, OneIsComputedAtATimeAndCanBeCanceled) {
  Client client(never);
  for (const char* path : {"1", "2", "3"})
    client.ask(std::string("predictions?change=even&call_path=") + path);
  client.wait_for("predictions/1", "computing");
  EXPECT_NE(client.ask("predictions/2")->body.find("waiting"), std::string::npos);
  EXPECT_EQ(client.ask("predictions/1/result")->status, 409);
  EXPECT_EQ(client.ask("predictions/1/report")->status, 409);
  EXPECT_NE(client.ask("predictions/2/cancel")->body.find("canceled"), std::string::npos);
  EXPECT_NE(client.ask("predictions/1/cancel")->body.find("canceled"), std::string::npos);
  client.wait_for("predictions/3", "computing");
  EXPECT_NE(client.ask("predictions?change=even&call_path=1")->body.find("\"number\":4"), std::string::npos);
}

TEST(Predictions, AnErrorIsKnownUntilItIsTriedAgain) {
  Client client(
      [](const PathChange&, const std::stop_token&) -> Result<PredictedRun> { return Error{"two\nlines"}; });
  client.ask("predictions?change=even&call_path=1");
  EXPECT_NE(client.wait_for("predictions/1", "failed").find("\"error\":\"two"), std::string::npos);
  EXPECT_EQ(client.ask("predictions/1/result")->status, 409);
  EXPECT_NE(client.ask("predictions?change=even&call_path=1")->body.find("\"number\":2"), std::string::npos);
}

TEST(Predictions, TheLatestAreKept) {
  Client client(
      [](const PathChange&, const std::stop_token&) -> Result<PredictedRun> { return predicted_run(); });
  for (size_t i = 1; i <= Predictions::kMostKept + 1; ++i) {
    client.ask(fmt::format("predictions?change=scale&call_path=1&factor={}", i));
    client.wait_for(fmt::format("predictions/{}", i), "done");
  }
  EXPECT_EQ(client.ask("predictions/1")->status, 404);
  EXPECT_EQ(client.ask("predictions/2")->status, 200);
}

TEST(Predictions, NoMoreWaitThanAreKept) {
  Client client(never);
  for (size_t i = 0; i < Predictions::kMostKept; ++i)
    EXPECT_EQ(client.ask(fmt::format("predictions?change=scale&call_path=1&factor={}", i))->status, 200);
  EXPECT_EQ(client.ask("predictions?change=even&call_path=1")->status, 503);
}

TEST(Predictions, WhatIsWrongIsRefused) {
  Client client(never);
  for (const char* name :
       {"predictions/0", "predictions/1", "predictions/x", "predictions/", "predictions/1/report"})
    EXPECT_EQ(client.ask(name)->status, 404) << name;
  EXPECT_EQ(client.ask("predictions")->status, 400);
  client.ask("predictions?change=even&call_path=1");
  EXPECT_EQ(client.ask("predictions/1?x=1")->status, 400);
  EXPECT_EQ(client.ask("predictions/1/cancel?x=1")->status, 400);
}

TEST(Predictions, WhereThereAreNoneItIsSaidWhy) {
  Predictions predictions("the trace is not there");
  MemoryBudget budget(1);
  MemoryShare memory(budget);
  EXPECT_FALSE(predictions.are_possible());
  const AnswerPtr answer = predictions.answer("predictions", {}, memory);
  EXPECT_EQ(answer->status, 404);
  EXPECT_NE(answer->body.find("the trace is not there"), std::string::npos);
}

}  // namespace
}  // namespace latecomer::serve
