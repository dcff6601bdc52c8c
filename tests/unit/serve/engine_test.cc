// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/engine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "report/unreadable.h"
#include "serve/token.h"
#include "support/run_ranks.h"
#include "unit/serve/example.h"

namespace latecomer::serve {
namespace {

using namespace query;
using namespace report;

/// Lets `client` ask an engine of so many ranks, and stops it then.
template <class Client>
void with_engine(int ranks, size_t most_cached, const Client& client) {
  const Report report = example();
  run_ranks(ranks, [&](Comm& comm) {
    std::vector<int> owners;
    for (size_t i = 0; i < report.call_paths.size(); ++i) owners.push_back(static_cast<int>(i) % comm.size());
    const Space space(report, comm, owners);
    Engine engine(space, comm, most_cached);
    std::thread thread;
    if (comm.rank() == 0)
      thread = std::thread([&] {
        client(engine);
        engine.stop();
      });
    engine.run();
    if (thread.joinable()) thread.join();
  });
}

Request total_of(const Report& report, const std::string& more) {
  return *parse_request(report, "values?metric=time" + more);
}

constexpr size_t kEnough = 1 << 20U;

TEST(Engine, AnswersInTheOrderOfTheRequests) {
  for (const int ranks : {1, 3})
    with_engine(ranks, kEnough, [](Engine& engine) {
      const std::vector<AnswerPtr> answers =
          engine.ask({total_of(engine.report(), "&call_path=3"), total_of(engine.report(), "&call_path=1")});
      ASSERT_EQ(answers.size(), 2U);
      EXPECT_EQ(answers[0]->body, "{\"metric\":\"time\",\"unit\":\"sec\",\"by\":\"total\",\"value\":12.0}\n");
      EXPECT_EQ(answers[1]->body,
                "{\"metric\":\"time\",\"unit\":\"sec\",\"by\":\"total\",\"value\":472.0}\n");
      EXPECT_EQ(answers[0]->status, 200);
      EXPECT_NE(answers[0]->etag, answers[1]->etag);
    });
}

TEST(Engine, KeepsAnswersWhileThereIsRoom) {
  const auto first_and_again = [](size_t most_cached) {
    bool is_same = false;
    with_engine(1, most_cached, [&](Engine& engine) {
      const AnswerPtr first = engine.ask({total_of(engine.report(), "")}).front();
      engine.ask({total_of(engine.report(), "&call_path=2")});
      is_same = engine.ask({total_of(engine.report(), "")}).front() == first;
    });
    return is_same;
  };
  EXPECT_TRUE(first_and_again(kEnough));
  EXPECT_FALSE(first_and_again(80)) << "an answer has 58 bytes: there is room for one";
  EXPECT_FALSE(first_and_again(0));
}

TEST(Engine, AnswersManyThreads) {
  with_engine(2, kEnough, [](Engine& engine) {
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (int t = 0; t < 8; ++t)
      threads.emplace_back([&, t] {
        for (size_t i = 0; i < 50; ++i) {
          const size_t path = (i + static_cast<size_t>(t)) % 6;
          const AnswerPtr answer =
              engine.ask({total_of(engine.report(), "&call_path=" + std::to_string(path))}).front();
          const char* expected[] = {":482.0}\n", ":472.0}\n", ":400.0}\n", ":12.0}\n", ":7.0}\n", ":4.0}\n"};
          if (answer->body.ends_with(expected[path])) ++right;
        }
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, 400);
  });
}

TEST(Engine, EndsWhenAnyRankIsToldSo) {
  const Report report = example();
  run_ranks(3, [&](Comm& comm) {
    const Space space(report, comm, std::vector<int>(6, 0));
    Engine engine(space, comm);
    if (comm.rank() == 2) engine.stop();
    engine.run();
    if (comm.rank() != 0) return;
    const AnswerPtr late = engine.ask({total_of(report, "")}).front();
    EXPECT_EQ(late->status, 503);
    EXPECT_EQ(late->body, "{\"error\":\"the server is being stopped\"}\n");
  });
}

/// Rows that cannot be read.
class DamagedRows : public ReportStorage {
 public:
  Row row(RowKey /*key*/, LocationRange /*where*/) const override {
    throw Unreadable(Error{"the row is damaged"});
  }
  StoredSize stored_size(RowKey /*key*/) const override { return {}; }
  std::vector<RowKey> rows() const override { return {}; }
};

TEST(Engine, AnswersWithWhatOneRankCannotRead) {
  run_ranks(3, [](Comm& comm) {
    Report report = example();
    if (comm.rank() == 1) report.read_from(std::make_shared<DamagedRows>());
    const Space space(report, comm, {});
    Engine engine(space, comm, kEnough);
    std::thread thread;
    if (comm.rank() == 0)
      thread = std::thread([&] {
        const Request total = total_of(report, "");
        for (const AnswerPtr& each : engine.ask({total, *parse_request(report, "report"), total}))
          EXPECT_TRUE(each->status == 200 || each->body == "{\"error\":\"the row is damaged\"}\n");
        EXPECT_EQ(engine.ask({total}).front()->status, 500);
        engine.stop();
      });
    engine.run();
    if (thread.joinable()) thread.join();
  });
}

TEST(Token, IsRandomAndCompared) {
  const std::string token = random_token();
  EXPECT_EQ(token.size(), 32U);
  EXPECT_NE(token, random_token());
  EXPECT_TRUE(are_equal_tokens(token, std::string(token)));
  EXPECT_FALSE(are_equal_tokens(token, ""));
  std::string other = token;
  other.back() = other.back() == '0' ? '1' : '0';
  EXPECT_FALSE(are_equal_tokens(token, other));
  EXPECT_FALSE(are_equal_tokens(token, token + "0"));
}

}  // namespace
}  // namespace latecomer::serve
