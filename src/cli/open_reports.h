// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cli/open_report.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::cli {

/// Keeps reports where they are, as spaces need it.
struct OpenReports {
  std::deque<report::Report> reports;
  std::deque<query::Space> spaces;
  std::vector<const query::Space*> pointers;

  Status open(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      TRY(report::Report report, open_report(name));
      reports.push_back(std::move(report));
      spaces.emplace_back(reports.back());
      pointers.push_back(&spaces.back());
    }
    return {};
  }
};

}  // namespace latecomer::cli
