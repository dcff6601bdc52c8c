// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/near_names.h"
#include "comm/comm.h"
#include "cubex/writer.h"
#include "unit/text/example.h"
#include "whole_share.h"

namespace latecomer::cli {
namespace {

using namespace text;

TEST(NearNames, FindWhatWasMeant) {
  const std::vector<std::string> names = {"time", "mpi", "mpi_latesender", "mpi_latesender_wo",
                                          "mpi_latereceiver"};
  EXPECT_EQ(near_names("latesendr", names),
            (std::vector<std::string>{"mpi_latesender", "mpi_latesender_wo"}));
  EXPECT_EQ(near_names("Late Receiver", names), (std::vector<std::string>{"mpi_latereceiver"}));
  EXPECT_TRUE(near_names("bandwidth", names).empty());
}

class Show : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(directory_);
    ASSERT_TRUE(cubex::write_cubex(tests::whole_share(example_report()), *serial_comm(),
                                   directory_ / "report.cubex"));
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  /// Runs the command; its exit code and what it printed on both streams.
  int show(std::vector<std::string> arguments) {
    CLI::App app;
    int exit_code = 0;
    add_show_command(app, exit_code);
    arguments.insert(arguments.begin(), "show");
    std::reverse(arguments.begin(), arguments.end());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    app.parse(arguments);
    std::fflush(stdout);
    output_ = testing::internal::GetCapturedStdout();
    error_ = testing::internal::GetCapturedStderr();
    return exit_code;
  }

  std::filesystem::path directory_ =
      std::filesystem::path(testing::TempDir()) / ("latecomer_show_" + std::to_string(getpid()));
  std::string output_;
  std::string error_;
};

TEST_F(Show, TakesTheDirectoryOrTheFile) {
  EXPECT_EQ(show({directory_.string()}), 0);
  const std::string from_directory = output_;
  EXPECT_EQ(show({(directory_ / "report.cubex").string()}), 0);
  EXPECT_EQ(output_, from_directory);
  EXPECT_NE(output_.find("mpi_barrier_wait"), std::string::npos);
}

TEST_F(Show, NamesNearMetricsForAnUnknownOne) {
  EXPECT_EQ(show({directory_.string(), "-m", "barier_wait"}), 1);
  EXPECT_EQ(
      error_,
      "latecomer: the report has no metric 'barier_wait'; is it one of: mpi_barrier_wait, omp_ebarrier_wait, "
      "omp_ibarrier_wait, pthread_barrier_wait, mpi_barrier_wait_polling?\n");
  EXPECT_EQ(output_, "");
}

TEST_F(Show, SaysSoWhereThereAreNoFindings) {
  EXPECT_EQ(show({directory_.string(), "--critical-path"}), 1);
  EXPECT_NE(error_.find("the report has no findings.store"), std::string::npos) << error_;
  EXPECT_EQ(show({directory_.string(), "--instances"}), 1);
  EXPECT_NE(error_.find("the report has no findings.store"), std::string::npos) << error_;
}

TEST_F(Show, SaysWhatIsMissing) {
  std::filesystem::remove(directory_ / "report.cubex");
  EXPECT_EQ(show({directory_.string()}), 1);
  EXPECT_EQ(error_, "latecomer: " + directory_.string() +
                        ": has no report.cubex; make one with: latecomer analyze " + directory_.string() +
                        "\n");
  EXPECT_EQ(show({(directory_ / "nothing").string()}), 1);
  EXPECT_EQ(error_, "latecomer: " + (directory_ / "nothing").string() + ": no such file or directory\n");
}

}  // namespace
}  // namespace latecomer::cli
