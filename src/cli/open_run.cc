// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/open_run.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "cli/open_trace.h"
#include "otf2/archive_files.h"

namespace latecomer::cli {

namespace fs = std::filesystem;

namespace {

fs::path directory_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

Result<std::unique_ptr<trace::Trace>> open_trace_of(const fs::path& file, const report::Report& report) {
  TRY(const fs::path archive, archive_of(file, report));
  return open_trace(archive.string());
}

}  // namespace

Result<fs::path> archive_of(const fs::path& file, const report::Report& report) {
  if (otf2::find_archive(directory_of(file).string())) return directory_of(file);
  const auto made_of = report.attributes.find("latecomer.trace");
  if (made_of == report.attributes.end())
    return Error{fmt::format("{}: its trace is not beside it", file.string())};
  if (otf2::find_archive(made_of->second)) return fs::path(made_of->second);
  return Error{fmt::format("{}: its trace is neither beside it nor at {}", file.string(), made_of->second)};
}

std::optional<fs::path> report_of(const fs::path& trace_or_report) {
  if (is_report(trace_or_report.string())) return trace_or_report;
  std::error_code ignored;
  const bool is_directory = fs::is_directory(trace_or_report, ignored);
  const fs::path file = (is_directory ? trace_or_report : directory_of(trace_or_report)) / "report.cubex";
  return fs::exists(file, ignored) ? std::optional(file) : std::nullopt;
}

Result<std::unique_ptr<timeline::Run>> open_run(const fs::path& file, const report::Report& report) {
  Result<std::unique_ptr<trace::Trace>> trace = open_trace_of(file, report);
  const std::string problem = trace ? "" : trace.error().message;
  return timeline::Run::open(report, trace ? std::move(*trace) : nullptr, problem);
}

}  // namespace latecomer::cli
