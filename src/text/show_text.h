// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "findings/efficiencies.h"
#include "findings/instances.h"
#include "findings/phases.h"
#include "findings/source_files.h"
#include "findings/source_text.h"
#include "query/space.h"
#include "report/clocks.h"
#include "report/communicators.h"
#include "report/report.h"
#include "store/read_findings.h"

namespace latecomer::text {

/// Returns the metric tree with each metric's total and its share of the tree's root. Metrics that are zero
/// throughout are left out, and counted, unless `all`.
std::string metric_tree(const query::Space& space, bool all);

/// Returns what one metric means, what to do, its call paths (largest first) and its ranks. Call paths that
/// are a small part of it are left out, and counted, unless `all`.
std::string metric_details(const query::Space& space, report::MetricId id, bool all);

/// Lists the stretches of the critical path in the order of time, and where it went from one location to
/// another. What is a small part of it is left out, and counted, and gaps are shown whole, unless `all`.
std::string critical_path_text(const report::Report& report, const store::CriticalPath& path, bool all);

/// Lists what the program marked as phases, by name and number. Those in which least was lost are left out,
/// and counted, unless `all`.
std::string phases_text(const std::vector<findings::Phase>& phases, bool all);

/// Lists the efficiencies of windows of one length, from the run's begin to its end.
std::string over_time_text(const std::vector<findings::Efficiencies>& windows);

/// Returns a source file's text with time, waiting and the waiting that it causes in the margin. Stretches of
/// the file without any are left out unless `all`.
std::string source_listing(const query::Space& space, const findings::SourceFile& file,
                           const findings::SourceText& text, bool all);

/// Lists the most severe wait states, each with its cause; only those of one metric and of the metrics below
/// it unless that is invalid.
std::string instances_text(const report::Report& report, const std::vector<findings::Instance>& instances,
                           report::MetricId only);

/// Says what the clocks contradicted, what was done about it, with a table of the pairs of nodes: those with
/// the largest errors, or `all`.
std::string clocks_text(const report::Report& report, const report::ClockReport& clocks, bool all);

/// Lists the messages, collective calls and bytes of communicators; of many only those with the most, unless
/// `all`.
std::string communicators_text(const std::vector<report::CommunicatorTraffic>& communicators, bool all);

}  // namespace latecomer::text
