// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "findings/considerable.h"
#include "query/space.h"
#include "report/locations.h"
#include "text/summary_parts.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace query;
using namespace report;

namespace {

double total_of(const Space& space, const char* id) {
  return space.total(space.report().find_metric(id));
}

/// Says who made others wait at files the most, and where; empty where nobody did.
std::string largest_cause(const Space& space) {
  const Report& report = space.report();
  std::vector<double> paths(report.call_paths.size());
  std::vector<double> locations(report.locations.size());
  const auto add = [&](const auto& values, std::vector<double>& to) {
    std::transform(to.begin(), to.end(), values.begin(), to.begin(), std::plus<>());
  };
  const MetricId costs[] = {report.find_metric("delay_io_aggregate"),
                            report.find_metric("delay_file_aggregate")};
  for (const MetricId metric : costs) add(space.per_call_path(metric, Below::excluded), paths);
  const auto most = std::ranges::max_element(paths);
  if (most == paths.end() || *most <= 0) return "";
  const CallPathId path(static_cast<size_t>(most - paths.begin()));
  for (const MetricId metric : costs) add(space.per_location(metric, path, Below::excluded), locations);
  return fmt::format("; {} of that because of {} on {}", with_unit(*most), report.path_name(path),
                     concerned_ranks(report, per_group(report, report.find_metric("time"), locations), {}));
}

}  // namespace

std::string file_table(const Space& space, double total) {
  const double accesses = total_of(space, "mpi_io") + total_of(space, "posix_io");
  const double management = total_of(space, "mpi_mgmt_file");
  if (accesses + management < kConsiderable * total || accesses + management <= 0) return "";
  const double waiting = total_of(space, "mpi_io_wait") + total_of(space, "mpi_mgmt_file_wait");
  const double written = total_of(space, "io_bytes_written");
  const double read = total_of(space, "io_bytes_read");
  std::string text = fmt::format("{} in file I/O, {:.1f} % of the time of all threads",
                                 with_unit(accesses + management), 100 * (accesses + management) / total);
  if (management > 0)
    text += fmt::format(": {} in accesses, {} to open, close and configure files", with_unit(accesses),
                        with_unit(management));
  text += ".";
  const double moving = accesses - total_of(space, "mpi_io_wait");
  if (written + read > 0 && moving > 0)
    text += fmt::format(" {} written, {} read; {}{} for each second that a thread was in an access.",
                        bytes_text(written), bytes_text(read), moving < accesses ? "without waiting, " : "",
                        bytes_text((written + read) / moving));
  if (waiting > 0)
    text += fmt::format(" Of it, ranks waited for others {}{}.", with_unit(waiting), largest_cause(space));
  return wrapped(text, "Files    ");
}

}  // namespace latecomer::text
