// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "query/space.h"
#include "query/system_parts.h"
#include "report/report.h"
#include "serve/parameters.h"

namespace latecomer::serve {

/// Says what a client can ask for, as the last part of a URL names it.
enum class Kind : uint8_t {
  report,
  findings,
  summary,
  source_files,
  topologies,
  values,
  statistics,
  top,
  search,
  compare,
  aligned
};

/// Says what there is a value for: one in all, or one for each of these.
enum class By : uint8_t { total, call_path, region, location, rank, node };

/// Is what is served: a report, and perhaps another one that it is compared with.
struct Reports {
  Reports(const report::Report& first, const report::Report* second = nullptr)
      : first(first), second(second) {}

  const report::Report& first;
  const report::Report* second;
};

/// Is a question about a report. Ids in it are those of the report that it is about.
struct Request {
  Kind kind = Kind::report;
  bool is_of_second = false;  ///< Says that it is about the second report; some are about both.

  // These are for values, statistics and top:
  report::MetricId metric;
  query::Below child_metrics = query::Below::included;
  report::CallPathId path;  ///< Restricts values to a call path; if it is invalid, they are of all.
  report::RegionId region;  ///< Restricts values to call paths of a region; invalid: all.
  query::Below callees = query::Below::included;
  query::SystemPart where;
  By by = By::total;

  // This is for search:
  std::string text;

  size_t limit = 0;  ///< Is how many to answer at most, of top, search and compare; for compare, 0 is all.

  bool operator==(const Request&) const = default;
};

/// Reads a request from its name, "values" and the like ("second/values" of the second report), and its
/// parameters. The error says which parameter is wrong, and what it may be.
Result<Request> parse_request(const Reports& reports, std::string_view name, const Parameters& parameters);
/// Reads a request from a text like "values?metric=time&by=call_path".
Result<Request> parse_request(const Reports& reports, std::string_view text);

/// Returns a text that is read as this request again: the same one for the same request, in one line. Ranks
/// send it to each other, and answers are kept by it.
std::string to_text(const Reports& reports, const Request& request);

/// Begins the name of a request about the second report.
inline constexpr std::string_view kSecond = "second/";
/// Returns the names, "values" and so on, of all requests that can be made of these reports.
std::vector<std::string> request_names(const Reports& reports);
/// Returns the name as it is in a URL: "call_path".
std::string_view name_of(By by);

}  // namespace latecomer::serve
