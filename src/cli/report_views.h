// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "query/space.h"

namespace latecomer::cli {

// What `latecomer report dump`, `stat`, `calltree` and `info` print: the values of Cube's tools of these
// names, in their order, with their digits.

/// Limits what a line says of what is around a call path: trees can be very deep.
inline constexpr size_t kMostLevels = 500;

struct DumpOptions {
  std::string report;
  std::vector<std::string> metrics;
  std::string call_paths = "all";  ///< Selects call paths by their ids, or by what describes them.
  std::string threads;             ///< Selects threads by their ids, or "aggr"; empty: all.
  bool without_child_metrics = false;
  enum class Below : uint8_t { excluded, included, stored } below = Below::excluded;
  enum class Style : uint8_t { human, csv, csv2, gnuplot } style = Style::human;
  bool flat = false;  ///< Says that values are of regions instead of call paths.
};

/// Prints the values as it reads them: they may be many.
Status dump(const DumpOptions& options, const query::Space& space);

struct StatOptions {
  std::string report;
  std::vector<std::string> metrics;
  std::vector<std::string> regions;
  std::string top;  ///< Is the length of the flat profile, a number or "all"; empty: no flat profile.
  bool pretty = false;
  bool over_threads = false;
};

Result<std::string> stat_text(const StatOptions& options, const query::Space& space);

struct CallTreeOptions {
  std::string report;
  std::string metric;
  double threshold = 0;  ///< Is the smallest share that is shown, in percent.
  bool annotate = false;
  bool inclusive = false;
  bool percent = false;
  bool paths = false;
};

Result<std::string> call_tree_text(const CallTreeOptions& options, const query::Space& space);

struct InfoOptions {
  std::string report;
  std::vector<std::string> metrics;  ///< Lists metrics, as "time:excl:2.1" for process 2, thread 1.
  bool time = false;
  bool visits = false;
  bool visitors = false;
  bool basics = false;
  bool list = false;
};

Result<std::string> info_text(const InfoOptions& options, const query::Space& space);

}  // namespace latecomer::cli
