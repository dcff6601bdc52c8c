// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "findings/call_sizes.h"
#include "findings/concerned.h"
#include "findings/function_groups.h"
#include "findings/gaps.h"
#include "findings/summary.h"
#include "query/space.h"
#include "report/report.h"
#include "text/path_ends.h"

namespace latecomer::text {

// The blocks of the summary, each some lines of at most columns(). `total` is the time of all threads,
// `waiting` what of it is waiting, in seconds.

/// Says where the time went: by activity, and what of it was waiting.
std::string time_table(const query::Space& space, double total, double waiting);
/// Says how much of the run was file I/O, how much it moved, and who made others wait there; empty where it
/// took little.
std::string file_table(const query::Space& space, double total);
/// Lists the POP efficiencies with how each is computed; empty where the report lacks what they need.
std::string efficiency_table(const query::Space& space);
/// Lists the largest wait states with call paths, ranks and remedies.
std::string largest_waits(const query::Space& space, double total, double waiting);
/// Lists the most costly root causes of waiting, and where their costs surface; empty where the report has no
/// delay costs.
std::string largest_causes(const query::Space& space, double total, double waiting);
/// Lists calls of MPI that take long because they are small and many, or because they are large; empty where
/// there are none.
std::string size_table(const query::Space& space, double total);
/// Says what the critical path consists of, and what even distribution could save; empty where there is none.
std::string critical_path_table(const query::Space& space);
/// Says what the clocks contradicted and what was done about it; a line where they did not, empty where the
/// report does not say.
std::string clock_table(const report::Report& report);
/// Returns a line for the summary's head where clocks make waiting times unreliable; else nothing.
std::string clock_warning(const report::Report& report);

/// Lists the anomalies of the trace with where they came first; one line where there are none.
std::string anomalies(const query::Space& space);
/// Lists the notes on what no trace says, or what the program did; empty where there are none.
std::string notes(const report::Report& report);

// What they share.

using findings::kLargestShown;
inline constexpr size_t kEntryMargin = 7;  ///< Is the indentation of an entry's lines, in columns.
inline constexpr size_t kEntryHead = 27;   ///< Is the number of columns before an entry's name.

/// Returns the head of an entry, "  1.       4.74 s  36.5 %  Late Sender": `share` is a part of 1.
std::string entry(size_t number, double seconds, double share, const std::string& name);
/// Returns the entry that stands for `count` smaller ones; empty where there are none.
std::string rest_entry(size_t count, double seconds, double share);
/// Returns "-> Balance it.", or "-> as 2." where an entry before has the same; empty where there is none.
/// `before` has those of the entries before, to which it is added.
std::string remedy_line(const std::string& remedy, std::vector<std::string>& before);
/// Returns what a finding is about: "exchange/MPI_Wait (halo.c:12)", which several call paths have in common,
/// or else the end of its call path, of at most `width` columns.
std::string what_text(const report::Report& report, const PathEnds& ends, report::CallPathId path,
                      const findings::CommonCode& common, size_t width);
/// Returns the line "on 6 call paths; most, 0.11 s, on main/step/exchange/MPI_Wait (halo.c:12)" below an
/// entry that is about several; else nothing.
std::string common_line(const report::Report& report, const PathEnds& ends,
                        const findings::CommonCode& common);

/// Returns a line below an entry, "98 % of it sampled in step → evaluate_medium (wave.c:144), ± 2 % from 812
/// samples", or "its only sample is in f"; empty where nothing is.
std::string sampled_line(const report::Report& report, const std::optional<findings::SampledPart>& part);
/// Returns the ranks that have a value, as "ranks 1, 2; most on rank 2: 6.00 s", or "rank 1, thread 3" where
/// one of its threads has most.
std::string concerned_ranks(const report::Report& report, const std::vector<double>& per_rank,
                            const std::optional<findings::ConcernedThread>& thread);
/// Returns a line below an entry that is about many phases, "71 % of it in iteration 37, one of 100"; else
/// nothing.
std::string phase_line(const report::Report& report, const findings::CommonCode& common);
/// Returns "3,600 calls of 8 B".
std::string calls_text(const findings::CallCounts& counts);

}  // namespace latecomer::text
