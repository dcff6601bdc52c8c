// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/results/keep_possible.h"

#include <gtest/gtest.h>

#include <memory>

#include "analyze/condense/load_trace.h"
#include "comm/comm.h"
#include "trace/text_trace.h"

namespace latecomer::analyze {
namespace {

using report::Builtin;
using trace::Anomaly;

/// Two processes with one call path, and values that no trace is known to lead to.
class KeepPossible : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<trace::Trace>> parsed =
        trace::parse_text_trace("rank 0\n  0..1  work\nrank 1\n  0..1  work\n", "trace");
    ASSERT_TRUE(parsed);
    recorded_ = std::move(*parsed);
    AnomalyReport none;
    trace_ = std::make_unique<CondensedTrace>(load_trace(*recorded_, *serial_comm(), none));
    severities_ = std::make_unique<Severities>(1, 2);
  }

  void add(Builtin metric, size_t location, int64_t value) {
    (*severities_)[location].add(metric, kPath, value);
  }
  double value(Builtin metric, size_t location) const {
    const std::vector<double> row =
        severities_->row(summands_of_all()[static_cast<size_t>(metric)], kPath, 1);
    return row.empty() ? 0 : row[location];
  }
  AnomalyReport keep() {
    AnomalyReport anomalies;
    keep_possible(*trace_, *severities_, anomalies);
    return anomalies;
  }

  static constexpr CallPathId kPath{size_t{0}};
  std::unique_ptr<trace::Trace> recorded_;
  std::unique_ptr<CondensedTrace> trace_;
  std::unique_ptr<Severities> severities_;
};

TEST_F(KeepPossible, NothingIsBelowZero) {
  add(Builtin::comp, 0, 5);
  add(Builtin::mpi_collective, 1, -3);
  (*severities_)[0].add_share(Builtin::critical_path, kPath, -7.5);
  (*severities_)[1].add_share(Builtin::critical_path, kPath, -1e-9);  // rounding
  const AnomalyReport anomalies = keep();
  EXPECT_EQ(value(Builtin::comp, 0), 5);
  EXPECT_EQ(value(Builtin::mpi, 1), 0);
  EXPECT_EQ(value(Builtin::critical_path, 0), 0);
  EXPECT_EQ(value(Builtin::critical_path, 1), 0);
  EXPECT_EQ(anomalies.counts[Anomaly::impossible_value], 2);
  EXPECT_TRUE(anomalies.occurrences.contains({Anomaly::impossible_value, kPath, trace::LocationGroupId(1)}));
}

TEST_F(KeepPossible, PartsAreNoLongerThanTheWhole) {
  add(Builtin::mpi_collective, 0, 10);
  add(Builtin::mpi_wait_nxn, 0, 8);
  add(Builtin::mpi_nxn_completion, 0, 2);
  add(Builtin::mpi_collective, 1, 10);
  add(Builtin::mpi_wait_nxn, 1, 12);
  add(Builtin::mpi_wait_nxn_polling, 1, 12);
  const AnomalyReport anomalies = keep();
  EXPECT_EQ(value(Builtin::mpi_wait_nxn, 0), 8);
  EXPECT_EQ(value(Builtin::mpi_nxn_completion, 0), 2);
  EXPECT_EQ(value(Builtin::mpi_wait_nxn, 1), 10);
  EXPECT_EQ(value(Builtin::mpi_wait_nxn_polling, 1), 10);
  EXPECT_EQ(anomalies.counts[Anomaly::impossible_value], 2);  // the wait, and what of it was by polling
}

TEST_F(KeepPossible, SumsOfBytesThatDoNotFitAreCounted) {
  add(Builtin::bytes_sent, 0, INT64_MAX);
  add(Builtin::bytes_sent, 0, 8);
  const AnomalyReport anomalies = keep();
  EXPECT_EQ(value(Builtin::bytes, 0), static_cast<double>(INT64_MAX));
  EXPECT_EQ(anomalies.counts[Anomaly::byte_overflow], 1);
}

}  // namespace
}  // namespace latecomer::analyze
