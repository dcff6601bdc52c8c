// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "base/result.h"
#include "report/report.h"
#include "timeline/run.h"

namespace latecomer::cli {

/// Returns the named report, or that in the named archive; nothing if the trace has not been analyzed.
std::optional<std::filesystem::path> report_of(const std::filesystem::path& trace_or_report);

/// Returns the archive that a report lies in, or that it says it was made of.
Result<std::filesystem::path> archive_of(const std::filesystem::path& file, const report::Report& report);

/// Opens what there is to draw of the report's run, which has to stay there; without events where its trace
/// cannot be read, as the run says then.
Result<std::unique_ptr<timeline::Run>> open_run(const std::filesystem::path& file,
                                                const report::Report& report);

}  // namespace latecomer::cli
