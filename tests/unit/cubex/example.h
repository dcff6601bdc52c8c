// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <string>

#include "comm/comm.h"
#include "report/report_share.h"

namespace latecomer::cubex {

/// A small report of every kind of metric, five locations in three processes and names that XML has to
/// escape.
report::Report example_report();

/// What rank `comm.rank()` holds of it: all definitions, the values of a block of locations.
report::ReportShare share_of(const report::Report& whole, const Comm& comm);

std::string file_content(const std::filesystem::path& path);

/// A path for the running test alone.
std::filesystem::path test_file(const std::string& name);

}  // namespace latecomer::cubex
