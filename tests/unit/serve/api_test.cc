// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/api.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "comm/comm.h"
#include "query/space.h"
#include "unit/serve/example.h"

namespace latecomer::serve {
namespace {

/// Asks a server of one report for what the engine need not answer.
class Client {
 public:
  explicit Client(Scaling scaling) : api_(engine_, reports(), "0", nullptr, std::move(scaling)) {}

  AnswerPtr ask(const std::string& name, const Parameters& parameters = {}, uint64_t bytes = 1 << 20U) {
    MemoryBudget budget(bytes);
    MemoryShare memory(budget);
    return api_.answer(std::string(Api::kPrefix) + name, parameters, memory);
  }

 private:
  static std::vector<ServedReport> reports() {
    std::vector<ServedReport> reports;
    reports.push_back({"run/report.cubex", TimelineAnswers("")});
    return reports;
  }

  const report::Report report_ = example();
  const query::Space space_{report_};
  const std::unique_ptr<Comm> comm_ = serial_comm();
  Engine engine_{{space_, nullptr}, *comm_, 0};
  Api api_;
};

bool says(const AnswerPtr& answer, const char* what) {
  return answer->body.find(what) != std::string::npos;
}

TEST(Api, AnswersWithTheTextOfHowAProgramScales) {
  Client client(Result<std::string>("{\n  \"version\": 1\n}\n"));
  const AnswerPtr answer = client.ask("scaling");
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, "{\n  \"version\": 1\n}\n");
  EXPECT_NE(answer->etag, "");
  EXPECT_TRUE(says(client.ask("health"), "\"scaling\":true"));
  EXPECT_TRUE(says(client.ask("nothing"), ", scaling"));
  EXPECT_EQ(client.ask("scaling", {{"kind", "weak"}})->status, 400);
  EXPECT_EQ(client.ask("second/scaling")->status, 404);
  EXPECT_EQ(client.ask("scaling", {}, 5)->status, 503);
}

TEST(Api, SaysWhyRunsDoNotFitTogether) {
  Client client(Result<std::string>(Error{"all runs\nhave 4 ranks"}));
  const AnswerPtr answer = client.ask("scaling");
  EXPECT_EQ(answer->status, 404);
  EXPECT_TRUE(says(answer, "have 4 ranks"));
  EXPECT_TRUE(says(client.ask("health"), "\"scaling\":true"));
}

TEST(Api, SaysThatOneRunIsNotEnough) {
  Client client(std::nullopt);
  const AnswerPtr answer = client.ask("scaling");
  EXPECT_EQ(answer->status, 404);
  EXPECT_TRUE(says(answer, "three runs"));
  EXPECT_TRUE(says(client.ask("health"), "\"scaling\":false"));
  EXPECT_FALSE(says(client.ask("nothing"), "scaling"));
}

}  // namespace
}  // namespace latecomer::serve
