// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>

#include "base/result.h"
#include "report/report.h"

namespace latecomer::cubex {

/// Reads a .cubex file (or the same as .tar.gz) of any Cube 4 tool: both byte orders, dense and sparse, plain and
/// compressed rows. Call paths come in depth-first order, locations in the order of the file's ids. Values of several
/// numbers are reduced to the one that Cube shows; what has no such value is named in `Report::notes`. Metrics that are
/// derived keep their expression and get no values. An error names the file and its member.
Result<report::Report> read_cubex(const std::filesystem::path& path);

}  // namespace latecomer::cubex
