// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/near_names.h"
#include "cli/show_json.h"
#include "cli/show_text.h"
#include "comm/comm.h"
#include "cubex/writer.h"
#include "example.h"
#include "report/metrics.h"

namespace latecomer::cli {
namespace {

using namespace report;

TEST(MetricTree, LeavesOutWhatIsZero) {
  const std::string tree = metric_tree(example_report(), false);
  EXPECT_NE(tree.find("          Late Sender                           mpi_latesender"), std::string::npos)
      << tree;
  EXPECT_EQ(tree.find("mpi_latereceiver"), std::string::npos) << tree;
  EXPECT_NE(tree.find("metrics are zero throughout and not shown"), std::string::npos) << tree;
  EXPECT_NE(metric_tree(example_report(), true).find("mpi_latereceiver"), std::string::npos);
}

TEST(MetricDetails, ShowCallPathsAndRanks) {
  const std::string text = metric_details(example_report(), metric_id(Builtin::mpi_latesender), false);
  EXPECT_EQ(text.find("Late Sender (mpi_latesender): 6.0000 sec, 20.0 % of Time\n"), 0u) << text;
  EXPECT_NE(
      text.find("    MPI_Recv                                            6.0000          6.0000   100.0\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("min 0.0000   mean 2.0000   max 6.0000"), std::string::npos) << text;
  EXPECT_EQ(text.find("MPI_Barrier"), std::string::npos) << text;
}

TEST(Json, HasTheWholeReport) {
  const nlohmann::json json = nlohmann::json::parse(to_json(example_report(), MetricId()));
  const size_t metric = metric_id(Builtin::mpi_barrier_wait).index();
  EXPECT_EQ(json["metrics"][metric]["id"], "mpi_barrier_wait");
  EXPECT_EQ(json["metrics"][metric]["total"], 4);
  EXPECT_EQ(json["call_paths"][2]["parent"], 0);
  EXPECT_EQ(json["regions"][2]["name"], "MPI_Barrier");
  EXPECT_EQ(json["locations"].size(), 3u);
  size_t found = 0;
  for (const nlohmann::json& row : json["values"]) {
    if (row["metric"] != metric) continue;
    EXPECT_EQ(row["call_path"], 2);
    EXPECT_EQ(row["values"], (std::vector<double>{0, 1, 3}));
    ++found;
  }
  EXPECT_EQ(found, 1u);
}

TEST(Json, KeepsToOneMetricWhenAsked) {
  const nlohmann::json json = nlohmann::json::parse(to_json(example_report(), metric_id(Builtin::visits)));
  ASSERT_EQ(json["values"].size(), 1u);
  EXPECT_EQ(json["values"][0]["values"], (std::vector<double>{5, 1, 0}));
}

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
    ASSERT_TRUE(cubex::write_cubex(example_report(), *serial_comm(), directory_ / "report.cubex"));
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
  EXPECT_EQ(error_,
            "latecomer: the report has no metric 'barier_wait'; is it one of: mpi_barrier_wait, "
            "omp_ebarrier_wait, omp_ibarrier_wait?\n");
  EXPECT_EQ(output_, "");
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
