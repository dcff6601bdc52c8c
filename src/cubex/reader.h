// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>

#include "base/result.h"
#include "report/report.h"

namespace latecomer::cubex {

/// Opens a .cubex file (or the same as .tar.gz) of any Cube 4 tool: both byte orders, dense and sparse, plain
/// and compressed rows. Call paths come in depth-first order, locations in the order of the file's ids. The
/// definitions are read; rows and further members are when they are asked for, so that `Report::status` has
/// to be looked at before what was made of them is shown. Values of unknown types are named in
/// `Report::notes`. An error names the file and its member.
Result<report::Report> read_cubex(const std::filesystem::path& path);

}  // namespace latecomer::cubex
