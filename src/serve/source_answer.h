// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <string>

#include "report/report.h"
#include "serve/engine.h"
#include "serve/memory_budget.h"

namespace latecomer::serve {

/// Answers source_text as docs/api.md says, for a file that the report, which lies at `report_file`, names.
Answer source_answer(const report::Report& report, const std::filesystem::path& report_file,
                     const std::string& file, MemoryShare& memory);

}  // namespace latecomer::serve
