// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/clock_options.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace latecomer::cli {
namespace {

using analyze::ClockMode;
using analyze::ClockOptions;

/// The options after a command with these words; `error_` says what is wrong with them.
class ClockOptionsTest : public testing::Test {
 protected:
  ClockOptions parse(std::vector<std::string> words) {
    ClockOptions options;
    CLI::App app;
    add_clock_options(app, options);
    std::reverse(words.begin(), words.end());
    error_.clear();
    try {
      app.parse(words);
    } catch (const CLI::ParseError& error) {
      error_ = error.what();
    }
    return options;
  }

  std::string error_;
};

TEST_F(ClockOptionsTest, CanAllBeLeftOut) {
  const ClockOptions options = parse({});
  EXPECT_EQ(error_, "");
  EXPECT_EQ(options.mode, ClockMode::automatic);
  EXPECT_EQ(options.control_factor, ClockOptions().control_factor);
  ASSERT_TRUE(options.latency);
  EXPECT_EQ(options.latency->between, 0);
  EXPECT_EQ(options.latency->within, 0);
}

TEST_F(ClockOptionsTest, HaveFourModes) {
  EXPECT_EQ(parse({"--clocks=auto"}).mode, ClockMode::automatic);
  EXPECT_EQ(parse({"--clocks", "interpolate"}).mode, ClockMode::interpolate);
  EXPECT_EQ(parse({"--clocks=logical"}).mode, ClockMode::logical);
  EXPECT_EQ(parse({"--clocks=off"}).mode, ClockMode::off);
  EXPECT_EQ(error_, "");
  for (const char* wrong : {"--clocks=Auto", "--clocks=on", "--clocks=automatic"}) {
    parse({wrong});
    EXPECT_NE(error_.find("is none of auto, interpolate, logical, off"), std::string::npos) << error_;
    EXPECT_NE(error_.find("--clocks"), std::string::npos) << error_;
  }
  parse({"--clocks"});
  EXPECT_NE(error_, "");
}

TEST_F(ClockOptionsTest, CanSayThatNodesHaveOneClock) {
  EXPECT_FALSE(parse({}).one_per_node);
  EXPECT_TRUE(parse({"--one-clock-per-node"}).one_per_node);
  EXPECT_EQ(error_, "");
}

TEST_F(ClockOptionsTest, LatenciesHaveUnits) {
  const auto latency = [&](const std::string& text) {
    const ClockOptions options = parse({"--min-latency=" + text});
    EXPECT_EQ(error_, "") << text;
    return options.latency.value_or(analyze::Latency{-1, -1});
  };
  EXPECT_DOUBLE_EQ(latency("2.5us").between, 2.5e-6);
  EXPECT_EQ(latency("2.5us").within, 0);
  EXPECT_DOUBLE_EQ(latency("1ms,300ns").between, 1e-3);
  EXPECT_DOUBLE_EQ(latency("1ms,300ns").within, 3e-7);
  EXPECT_DOUBLE_EQ(latency("0.000002s").between, 2e-6);
  EXPECT_EQ(latency("0s,0ns").between, 0);
  EXPECT_FALSE(parse({"--min-latency=estimate"}).latency);
  EXPECT_EQ(error_, "");
}

TEST_F(ClockOptionsTest, RefuseWhatIsNoLatency) {
  for (const char* wrong : {"3", "us", "-1us", "1 us", "1us,", ",1us", "1us,2us,3us", "1xs", "infs", "nans",
                            "1e400s", "2s", "1m", "estimated", "0x1us", "+1us", ""}) {
    const ClockOptions options = parse({"--min-latency", wrong});
    EXPECT_NE(error_.find("--min-latency"), std::string::npos) << wrong << ": " << error_;
    EXPECT_TRUE(options.latency);
  }
}

TEST_F(ClockOptionsTest, ControlFactorsAreBetweenZeroAndOne) {
  EXPECT_EQ(parse({"--control-factor=0.9"}).control_factor, 0.9);
  EXPECT_EQ(error_, "");
  for (const char* wrong : {"0", "1", "-0.5", "1.01", "nan", "inf", "0.9x", "much"}) {
    parse({"--control-factor", wrong});
    EXPECT_NE(error_.find("--control-factor"), std::string::npos) << wrong << ": " << error_;
  }
}

}  // namespace
}  // namespace latecomer::cli
