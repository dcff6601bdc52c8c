// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Generated archives hold what their answers say: small ones of every pattern, analyzed by one thread, four
// threads and three ranks.

#include "generate/generate.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "generate/answer.h"
#include "known_answer.h"
#include "otf2/archive_reader.h"
#include "support/run_ranks.h"

namespace latecomer::generate {
namespace {

namespace fs = std::filesystem;

class Generate : public testing::Test {
 protected:
  Generate() {
    std::string pattern = (fs::temp_directory_path() / "latecomer-generate-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) directory_ = pattern;
  }
  ~Generate() override { fs::remove_all(directory_); }

  /// The archive in a new directory, whose path is returned.
  std::string make(const Settings& settings) {
    const std::string path = fmt::format("{}/{}", directory_, made_++);
    const Result<Generated> made = generate(settings, path);
    EXPECT_TRUE(made) << to_string(settings) << ": " << made.error().message;
    return path;
  }

  std::string directory_;
  int made_ = 0;
};

std::vector<std::string> differences_of(const trace::Trace& trace, const tests::KnownAnswer& answer,
                                        Comm& comm) {
  Timings timings;
  return tests::differences(answer, analyze::analyze(trace, comm, timings), comm);
}

void expect_answer_is_met(const Settings& settings, const std::string& path) {
  const Result<std::unique_ptr<trace::Trace>> trace = otf2::open_archive(path);
  ASSERT_TRUE(trace) << trace.error().message;
  const Result<tests::KnownAnswer> answer = tests::read_answer(path + "/answer.tsv");
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_GT(answer.value().metrics.size(), 40u);
  const auto expect_none = [&](const std::vector<std::string>& differences, const char* how) {
    for (size_t i = 0; i < std::min<size_t>(differences.size(), 20); ++i)
      ADD_FAILURE() << to_string(settings) << ", " << how << ": " << differences[i];
  };
  const std::unique_ptr<Comm> comm = serial_comm();
  for (const int threads : {1, 4}) {
    using oneapi::tbb::global_control;
    const global_control limit(global_control::max_allowed_parallelism, static_cast<size_t>(threads));
    oneapi::tbb::task_arena(threads).execute([&] {
      expect_none(differences_of(**trace, *answer, *comm), threads == 1 ? "one thread" : "four threads");
    });
  }
  std::mutex telling;
  run_ranks(3, [&](Comm& ranks) {
    const std::vector<std::string> differences = differences_of(**trace, *answer, ranks);
    const std::lock_guard lock(telling);
    expect_none(differences, "three ranks");
  });
}

/// As Score-P's: Scalasca's analyzer takes the number of a thread from it.
TEST_F(Generate, AnArchivesIdOfALocationTellsProcessAndThread) {
  Settings settings{.pattern = Pattern::hybrid, .ranks = 2, .threads = 3};
  settings.iterations = 1;
  const Result<std::unique_ptr<trace::Trace>> trace = otf2::open_archive(make(settings));
  ASSERT_TRUE(trace) << trace.error().message;
  constexpr uint64_t kThread = uint64_t{1} << 32;
  std::vector<uint64_t> references;
  for (const trace::Location& location : trace.value()->definitions().locations)
    references.push_back(location.reference);
  EXPECT_EQ(references, (std::vector<uint64_t>{0, kThread, 2 * kThread, 1, kThread + 1, 2 * kThread + 1}));
}

class EveryPattern : public Generate, public testing::WithParamInterface<PatternName> {};

TEST_P(EveryPattern, IsFoundAsItIsKnown) {
  const bool threaded = GetParam().pattern == Pattern::hybrid;
  for (const uint32_t ranks : {1u, 2u, 5u, 12u, 16u}) {
    for (const uint32_t threads : threaded ? std::vector{1u, 3u} : std::vector{1u}) {
      for (const Imbalance imbalance :
           {Imbalance::none, Imbalance::linear, Imbalance::random, Imbalance::hotspot}) {
        Settings settings{.pattern = GetParam().pattern, .ranks = ranks, .threads = threads};
        settings.imbalance = imbalance;
        settings.iterations = 11;
        settings.seed = ranks;
        const std::string path = make(settings);
        expect_answer_is_met(settings, path);
        if (HasFailure()) return;
      }
    }
  }
}

TEST_P(EveryPattern, WithLargeMessagesAndFunctions) {
  Settings settings{.pattern = GetParam().pattern, .ranks = 9};
  settings.iterations = 10;
  settings.functions = 5;
  settings.depth = 3;
  settings.bytes = 100'000;
  settings.strength = 900;
  for (const Imbalance imbalance : {Imbalance::random, Imbalance::hotspot}) {
    settings.imbalance = imbalance;
    expect_answer_is_met(settings, make(settings));
  }
}

INSTANTIATE_TEST_SUITE_P(Generate, EveryPattern,
                         testing::ValuesIn(pattern_names().begin(), pattern_names().end()),
                         [](const auto& each) {
                           std::string name = each.param.name;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace latecomer::generate
