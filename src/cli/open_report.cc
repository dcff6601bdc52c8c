// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/open_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "cli/near_names.h"
#include "cli/open_trace.h"
#include "cubex/reader.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace report;
using namespace text;
namespace fs = std::filesystem;

Result<fs::path> report_file(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) {
    if (fs::exists(path, ignored)) return path;
    return Error{fmt::format("{}: no such file or directory", path.string())};
  }
  const fs::path file = path / "report.cubex";
  if (fs::exists(file, ignored)) return file;
  return Error{fmt::format("{}: has no report.cubex; make one with: latecomer analyze {}", path.string(),
                           shell_word(path.string()))};
}

Result<Report> open_report(const std::string& path) {
  TRY(const fs::path file, report_file(path));
  Result<Report> report = cubex::read_cubex(file);
  if (!report) return explain_report_error(file.string(), report.error());
  return report;
}

Result<MetricId> find_metric(const Report& report, const std::string& wanted) {
  const MetricId by_id = report.find_metric(wanted);
  if (by_id.valid()) return by_id;
  std::vector<std::string> ids;
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    if (report.metrics[i].name == wanted) return MetricId(i);
    ids.push_back(report.metrics[i].id);
  }
  return no_such_metric(wanted, ids);
}

Error no_such_metric(const std::string& wanted, const std::vector<std::string>& ids) {
  const std::vector<std::string> near = near_names(wanted, ids);
  const std::string hint = near.empty() ? "latecomer show without -m lists them"
                                        : "is it one of: " + fmt::format("{}?", fmt::join(near, ", "));
  return Error{fmt::format("the report has no metric '{}'; {}", wanted, hint)};
}

}  // namespace latecomer::cli
