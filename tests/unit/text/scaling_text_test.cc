// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/scaling_text.h"

#include <gtest/gtest.h>

#include <string>

#include "text/text.h"

namespace latecomer::text {
namespace {

using namespace findings;

ScalingRun run(const char* name, size_t ranks, double seconds, double speed_up) {
  ScalingRun run;
  run.name = name;
  run.ranks = ranks;
  run.threads = ranks;
  run.run_seconds = seconds;
  run.total_seconds = seconds * static_cast<double>(ranks);
  run.waiting = run.total_seconds / 4;
  run.speed_up = speed_up;
  run.ideal_speed_up = static_cast<double>(ranks) / 4;
  run.efficiencies[EfficiencyOf::global] = 0.8 * speed_up / run.ideal_speed_up;
  return run;
}

Scaling two_runs() {
  Scaling scaling;
  scaling.runs = {run("small", 4, 100, 1), run("large", 8, 62.5, 1.6)};
  scaling.sizes = 2;
  scaling.causes = {{"main/solve", false, {0, 100}},
                    {"a_function_whose_name_is_longer/MPI_Wait (halo.c:12)", true, {40, 50}}};
  return scaling;
}

bool says(const std::string& text, const char* what) {
  return text.find(what) != std::string::npos;
}

TEST(ScalingText, HasAColumnForEachRun) {
  const std::string text = scaling_text(two_runs());
  EXPECT_TRUE(says(text,
                   "Strong scaling: the same work in total, more threads\n"
                   "Ranks                              4         8\n"
                   "Run length                     100 s    62.5 s\n"
                   "Speed-up                        1.00      1.60\n"
                   "Ideal speed-up                  1.00      2.00\n"
                   "Speed-up / ideal             100.0 %    80.0 %\n"
                   "Global efficiency             80.0 %    64.0 %\n"
                   "\n"))
      << text;
  EXPECT_TRUE(says(text,
                   "Who made others wait: part of all time, and seconds of all threads\n"
                   "Ranks                              4         8\n"
                   "All waiting                   25.0 %    25.0 %\n"
                   "                               100 s     125 s\n"
                   "1. main/solve                           20.0 %\n"
                   "                                   -     100 s\n"
                   "2. a_function_whose_name_is_longer/MPI_Wait (halo.c:12) and what it calls\n"
                   "                              10.0 %    10.0 %\n"
                   "                              40.0 s    50.0 s\n"))
      << text;
  EXPECT_TRUE(
      says(text, "Runs of 2 sizes are too few for an extrapolation, since any two can be fitted exactly"))
      << text;
}

TEST(ScalingText, SaysThatNobodyWaits) {
  Scaling scaling = two_runs();
  scaling.causes.clear();
  EXPECT_TRUE(says(scaling_text(scaling), "All waiting                   25.0 %    25.0 %\n"));
  for (ScalingRun& run : scaling.runs) run.waiting = 0;
  EXPECT_TRUE(says(scaling_text(scaling), "\n\nNo thread ever waited for another one.\n\n"));
}

TEST(ScalingText, SaysWhatToKnowOfRuns) {
  Scaling scaling = two_runs();
  scaling.slower = {{"large2", "large"}};
  scaling.looks_like_other_kind = true;
  scaling.runs[1].cautions = {"Cores"};
  scaling.runs[1].threads = 16;
  const std::string text = scaling_text(scaling);
  EXPECT_EQ(
      text.find("large2 is left out: large has as many ranks and threads, and was faster.\n"
                "This looks like weak scaling, as total computation grows with the threads: add --weak.\n"),
      0u)
      << text;
  EXPECT_TRUE(
      says(text, "Of some runs all numbers are to be doubted, as latecomer show says: large (Cores)\n"))
      << text;
  EXPECT_TRUE(says(text, "Threads                            4        16\n")) << text;
  scaling.kind = ScalingKind::weak;
  const std::string weak = scaling_text(scaling);
  EXPECT_TRUE(
      says(weak, "This looks like strong scaling, as total computation hardly grows: leave out --weak.\n"))
      << weak;
  EXPECT_TRUE(says(weak, "Scaled speed-up ")) << weak;
  EXPECT_TRUE(says(weak, "Scaled efficiency ")) << weak;
}

Scaling extrapolated(std::optional<double> error) {
  Scaling scaling = two_runs();
  scaling.sizes = error ? 4 : 3;
  scaling.fits = {{EfficiencyOf::load_balance, {0.9, 0.0012, 0.003}}};
  ScalingPrediction prediction;
  prediction.ranks = 1024;
  prediction.threads = 1024;
  prediction.speed_up = {12.34, error ? std::optional(1.23) : std::nullopt};
  prediction.ideal_speed_up = 256;
  prediction.efficiencies[static_cast<size_t>(EfficiencyOf::global)] = {0.05, error};
  scaling.predictions = {prediction};
  if (error) scaling.largest_by_others = 0.66;
  return scaling;
}

TEST(ScalingText, SaysHowFarOffAnExtrapolationIs) {
  const std::string text = scaling_text(extrapolated(0.012));
  EXPECT_TRUE(says(text,
                   "Ranks                             1,024\n"
                   "Speed-up                     12.3 ± 1.2\n"
                   "Ideal speed-up                      256\n"
                   "Global efficiency           5.0 ± 1.2 %\n"
                   "\n"
                   "Fit                                 E0           1 - f  off by at most\n"
                   "Load balance                    90.0 %          0.0012           0.3 %\n"
                   "\n"
                   "±: 2 standard errors"))
      << text;
  EXPECT_TRUE(says(text, "66.0 %")) << text;
  const std::string without = scaling_text(extrapolated(std::nullopt));
  EXPECT_TRUE(says(without, "Speed-up                           12.3\n")) << without;
  EXPECT_FALSE(says(without, "±")) << without;
  EXPECT_TRUE(says(without, "Runs of 3 different sizes are too few to say how far off this is")) << without;
}

TEST(ScalingText, KeepsToItsColumns) {
  Scaling scaling = two_runs();
  for (size_t ranks = 16; ranks <= 1024; ranks *= 2) {
    scaling.runs.push_back(run("larger", ranks, 50, 2));
    for (ScalingCause& cause : scaling.causes) cause.seconds.push_back(1);
  }
  scaling.fits = extrapolated(0.1).fits;
  scaling.predictions.assign(4, extrapolated(0.1).predictions[0]);
  scaling.largest_by_others = 0.5;
  set_columns(80);
  const std::string text = scaling_text(scaling);
  set_columns(0);
  size_t begin = 0;
  for (size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    EXPECT_LE(length_of(text.substr(begin, end - begin)), 80u) << text.substr(begin, end - begin);
    begin = end + 1;
  }
  EXPECT_TRUE(says(text, "Ranks                              4         8        16        32        64\n"))
      << text;
  EXPECT_TRUE(says(text, "Ranks                            128       256       512     1,024\n")) << text;
}

}  // namespace
}  // namespace latecomer::text
