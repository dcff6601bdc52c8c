// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "comm/comm.h"
#include "report/report.h"
#include "serve/timeline_answers.h"

namespace CLI {
class App;
}

namespace latecomer::cli {

/// Holds what a user says of a server, whoever asks it.
struct ServingOptions {
  std::string report;
  std::string second;  ///< Is the report with which the first is compared; empty: none.
  /// Has more runs of the program. If there are some, nothing is compared: the largest run is served, and how
  /// the program scales.
  std::vector<std::string> more;
  bool is_weak = false;               ///< Says that the work grew with the number of ranks.
  std::string distribution = "auto";  ///< Names the distribution: "auto" or one of query::kDistributions.
  std::string host = "127.0.0.1";
  int port = 0;
  uint64_t memory = 0;  ///< Is what all answers together may take, in bytes; 0: as the report needs it.
};

/// Describes a server that has begun to answer.
struct Served {
  std::filesystem::path report;
  std::filesystem::path second;  ///< Is the second report's file, empty where there is none.
  size_t runs;  ///< Counts the runs that were brought together; the report is that of the largest.
  int ranks;
  int port;
  std::string url;  ///< Is the server's URL, with the token.
};

void add_serving_options(CLI::App& command, ServingOptions& options);

/// Returns the report of what a user named, such as that of a trace, which may have to be made first. All
/// ranks call it together; an error is the same on all of them.
using FindReport = std::function<Result<std::string>(const std::string& given, Comm& comm)>;

/// Answers questions about a report until SIGINT or SIGTERM comes. `announce` is called on rank 0 once it
/// does. Without `find_report` users name reports.
Status serve_report(const ServingOptions& options, const std::function<void(const Served&)>& announce,
                    const FindReport& find_report = {});

/// Opens what answers for the timeline of a report's run; the report has to stay there.
serve::TimelineAnswers open_timeline(const std::filesystem::path& file, const report::Report& report);

/// Returns "wave/report.cubex is served by 4 ranks at", and the URL in a second line.
std::string where_served(const Served& served);

}  // namespace latecomer::cli
