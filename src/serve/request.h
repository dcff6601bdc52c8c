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

/// What a client can ask for, as the last part of a URL names it.
enum class Kind : uint8_t {
  report,
  findings,
  summary,
  source_files,
  topologies,
  values,
  statistics,
  top,
  search
};

/// What there is a value for: one in all, or one for each of these.
enum class By : uint8_t { total, call_path, region, location, rank, node };

/// A question about a report. Ids in it are those of the report that it was read for.
struct Request {
  Kind kind = Kind::report;

  // Of values, statistics and top:
  report::MetricId metric;
  query::Below child_metrics = query::Below::included;
  report::CallPathId path;  ///< invalid: all
  report::RegionId region;  ///< only call paths of it; invalid: all
  query::Below callees = query::Below::included;
  query::SystemPart where;
  By by = By::total;

  // Of search:
  std::string text;

  size_t limit = 0;  ///< how many to answer at most, of top and search

  bool operator==(const Request&) const = default;
};

/// The error says which parameter is wrong, and what it may be.
Result<Request> parse_request(const report::Report& report, std::string_view kind,
                              const Parameters& parameters);
/// The same of "values?metric=time&by=call_path".
Result<Request> parse_request(const report::Report& report, std::string_view text);

/// Text that is read as this request again: the same one for the same request, in one line. Ranks send it to
/// each other, and answers are kept by it.
std::string to_text(const report::Report& report, const Request& request);

/// "values" and all others.
std::vector<std::string_view> kind_names();
/// "call_path".
std::string_view name_of(By by);

}  // namespace latecomer::serve
