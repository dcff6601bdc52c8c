// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "comm/comm.h"
#include "report/report_share.h"

namespace latecomer::tests {

/// What `latecomer generate` says that there is to find in an archive (answer.tsv).
struct KnownAnswer {
  struct Metric {
    std::string id;
    std::string total;                             ///< as it is written
    std::map<std::string, std::string> locations;  ///< "3" or "3.1" -> as it is written; others are zero
  };
  std::vector<Metric> metrics;
};

Result<KnownAnswer> read_answer(const std::string& path);

/// Where a report differs from the answer, or tells of anomalies, a line each; empty if it is as it has to
/// be. Counts and times are compared exactly. Costs, which are sums of shares of times, may differ by 1e-9 of
/// all costs. Every rank calls it with its share of the report, and hears of the differences there.
std::vector<std::string> differences(const KnownAnswer& answer, const report::ReportShare& share, Comm& comm);

}  // namespace latecomer::tests
