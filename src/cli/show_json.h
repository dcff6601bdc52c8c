// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "report/report.h"

namespace latecomer::cli {

/// The report as one JSON object; ids in it are positions in its arrays.
/// - attributes: {key: text}, facts about the run
/// - notes: [text], what the file held and this output does not
/// - metrics: [{id, name, unit, parent, description, remedy, total}], null: a root's parent, a derived total
/// - regions: [{name, paradigm, role, file, begin_line, end_line}]
/// - call_paths: [{parent, region}], parent null for roots
/// - nodes: [{name, class, parent}], the machine and what it consists of; parent null for roots
/// - ranks: [{name, type, rank, node}]
/// - locations: [{name, type, rank, thread}], rank being a position in ranks
/// - values: [{metric, call_path, values}], a number per location, exclusive; missing rows are zero
/// - what findings_json.h lists: efficiencies, root_causes, consequences, instances, critical_path, clocks
/// `only` restricts the values to one metric; all if invalid.
std::string to_json(const report::Report& report, report::MetricId only);

}  // namespace latecomer::cli
