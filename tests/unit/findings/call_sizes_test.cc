// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/call_sizes.h"

#include <gtest/gtest.h>

#include "call_tree.h"
#include "query/space.h"
#include "report/communicators.h"
#include "report/metrics.h"

namespace latecomer::findings {
namespace {

using namespace report;

// Two ranks of 10 s each.
class CallSizes : public testing::Test {
 protected:
  CallSizes() {
    tree.rank(1);
    tree.rank(1);
    report.metrics = builtin_metrics();
    main = tree.call("main", 0);
    set(Builtin::time, main, 10, 10);
  }
  void set(Builtin metric, CallPathId path, double first, double second) {
    report.set_row(metric_id(metric), path, std::vector{first, second});
  }
  void members_are(const std::vector<int64_t>& ranks) {
    std::vector<CommunicatorTraffic> all;
    for (const int64_t each : ranks)
      all.push_back({.name = "c", .ranks = each, .collective_calls = 1, .collective_bytes_sent = 1});
    report.files[std::string(kCommunicatorsFile)] = print_communicators(all);
  }
  CallPathId allreduces(double calls, double seconds) {
    const CallPathId path = tree.call("MPI_Allreduce", 7, main);
    set(Builtin::mpi_communication, path, seconds, seconds);
    set(Builtin::visits, path, calls, calls);
    return path;
  }
  std::vector<CostlySize> found() const { return costly_sizes(query::Space(report)); }

  CallTree tree;
  Report& report = tree.report;
  CallPathId main;
};

// 2 s in 200,000 calls are 10 microseconds each; 16 bytes to both of two members are 8.
TEST_F(CallSizes, many_small_calls) {
  const CallPathId path = allreduces(100'000, 1);
  set(Builtin::bytes_cout, path, 1'600'000, 1'600'000);
  set(Builtin::bytes_cin, path, 1'600'000, 1'600'000);
  members_are({2});
  std::vector<CostlySize> sizes = found();
  ASSERT_EQ(sizes.size(), 1U);
  EXPECT_EQ(sizes[0].path, path);
  EXPECT_DOUBLE_EQ(sizes[0].seconds, 2);
  EXPECT_DOUBLE_EQ(sizes[0].counts.calls, 200'000);
  EXPECT_DOUBLE_EQ(sizes[0].counts.mean_bytes(), 8);
  EXPECT_FALSE(sizes[0].counts.is_for_all_members);
  EXPECT_FALSE(sizes[0].are_large);
  members_are({2, 4});  // of which it may have been
  sizes = found();
  EXPECT_DOUBLE_EQ(sizes.at(0).counts.mean_bytes(), 16);
  EXPECT_TRUE(sizes.at(0).counts.is_for_all_members);
}

TEST_F(CallSizes, few_or_long_small_calls_are_none) {
  allreduces(400, 1);      // 2.5 ms each
  allreduces(2'000, 0.1);  // 1 % of the time
  EXPECT_TRUE(found().empty());
}

// Of 3 s on each rank one is waiting: 4 s for 2 GB in 20 calls.
TEST_F(CallSizes, large_calls_without_their_waiting) {
  const CallPathId path = tree.call("MPI_Sendrecv", 9, main);
  set(Builtin::mpi_communication, path, 3, 3);
  set(Builtin::mpi_latesender, path, 1, 1);
  set(Builtin::visits, path, 10, 10);
  set(Builtin::bytes_sent, path, 1e9, 1e9);
  set(Builtin::bytes_rcvd, path, 1e9, 1e9);
  const std::vector<CostlySize> sizes = found();
  ASSERT_EQ(sizes.size(), 1U);
  EXPECT_DOUBLE_EQ(sizes[0].seconds, 4);
  EXPECT_DOUBLE_EQ(sizes[0].counts.mean_bytes(), 1e8);
  EXPECT_TRUE(sizes[0].are_large);
  set(Builtin::mpi_latesender, path, 2.9, 2.9);
  EXPECT_TRUE(found().empty()) << "it only waits";
}

TEST_F(CallSizes, looking_whether_something_has_come_is_none) {
  const CallPathId path = tree.call("MPI_Test", 9, main);
  set(Builtin::mpi_communication, path, 3, 3);
  set(Builtin::visits, path, 100'000, 100'000);
  EXPECT_TRUE(found().empty());
}

}  // namespace
}  // namespace latecomer::findings
