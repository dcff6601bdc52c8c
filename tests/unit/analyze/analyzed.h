// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "report/report_share.h"
#include "support/run_ranks.h"
#include "trace/text_trace.h"

namespace latecomer::analyze {

/// The report of a trace, as `ranks` ranks find it: rank 0's values, and the files that they have together.
inline report::Report analyzed(const trace::Trace& trace, int ranks) {
  std::vector<report::ReportShare> shares(static_cast<size_t>(ranks));
  run_ranks(ranks, [&](Comm& comm) {
    Timings timings;
    shares[static_cast<size_t>(comm.rank())] = analyze(trace, comm, timings);
  });
  report::Report report = with_own_values(shares[0]);
  for (const auto& [name, block] : shares[0].files) report.files[name].clear();
  for (const report::ReportShare& share : shares) {
    for (const auto& [name, block] : share.files)
      for (const LargeText& chunk : block.chunks) report.files[name] += chunk;
  }
  return report;
}

/// The same of one in text form.
inline report::Report analyzed(const std::string& text, int ranks) {
  const Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(text, "trace");
  EXPECT_TRUE(trace) << trace.error().message;
  return analyzed(**trace, ranks);
}

}  // namespace latecomer::analyze
