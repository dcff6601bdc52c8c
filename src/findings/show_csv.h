// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/text_pieces.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Returns a field of comma-separated values as RFC 4180 wants it: in quotes where it has to be.
std::string csv_field(const std::string& text);

// The functions below write comma-separated text (RFC 4180, with a newline at the end of lines), piece by
// piece. Call paths are numbers there, as a path's name is as long as it is deep.

/// Writes a line for each call path, with the one above it and where it is called.
void write_call_paths(const report::Report& report, const TextTaker& take);

/// Writes the values: a line for each call path and location with a value other than zero, a column for each
/// metric, or for `only` one if that is valid.
void write_csv(const query::Space& space, report::MetricId only, query::Below below, const TextTaker& take);

}  // namespace latecomer::findings
