// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "base/json_text.h"
#include "base/text_pieces.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Is the version of the JSON output, which goes up when a key changes its meaning or disappears.
inline constexpr int kJsonVersion = 1;

/// Returns what a report has beside values and findings: its metrics, call tree, system and attributes, with
/// the keys of write_json().
Json definitions_json(const query::Space& space);

/// Prints the report as one JSON object, whose keys docs/json.md explains; ids in it are positions in its
/// arrays. `only` restricts the values to one metric; if it is invalid, all are printed. As the text may be
/// larger than the memory, `take` gets it piece by piece.
void write_json(const query::Space& space, report::MetricId only, const TextTaker& take);

}  // namespace latecomer::findings
