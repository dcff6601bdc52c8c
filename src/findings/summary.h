// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/json_text.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

// These are findings that only the summary has, and the list of all that are in its JSON.

/// Says something that has to be known of a run before its numbers are believed.
struct Caution {
  struct Time {
    report::CallPathId path;
    double seconds = 0;
    std::string remark;  ///< Follows the call path: ", 110 us apart".
  };

  std::string title;  ///< Is as "Cores", or a sentence: "Not analyzed: 3.00 s, 10.0 % of the time".
  std::string text;   ///< Says what the caution means; can be empty.
  std::vector<std::string> lines;  ///< Names ranks, nodes or calls that it is about, a sentence each.
  std::vector<Time> times;  ///< Has the call paths where most of the time is that the caution is about.
};

/// Returns what ended a program that was killed, and why it could not go on; else nothing.
std::vector<Caution> how_it_ended(const report::Report& report);

/// Returns why the report is not of the whole run, and why its threads had too few cores. It returns nothing
/// where the report is complete and the threads had enough.
std::vector<Caution> cautions_about_times(const query::Space& space);
/// Returns these, and what is missing for naming what waited.
std::vector<Caution> cautions(const query::Space& space);

/// Returns what time the trace does not explain: with recording off, of threads that were not recorded, in
/// calls that are not analyzed, and between tests of which it is not known whether the program waited there.
/// Each but the first is left out where it is little.
std::vector<Caution> unknown_times(const query::Space& space);

/// Returns which programs and libraries had no names for functions that waited; nothing if that is little.
std::vector<Caution> nameless_functions(const query::Space& space);

/// Returns the time of all threads with recording off, in seconds.
double seconds_off(const query::Space& space);

/// Is how many of a kind the summary has: the largest.
inline constexpr size_t kLargestShown = 5;

/// Returns what the summary says, with the largest of each only, so that it stays small whatever the run;
/// docs/api.md explains the keys. Null for what the report does not have.
Json summary_json(const query::Space& space);

// Each of these makes the JSON of a finding.
Json time_json(const query::Space& space);
Json waiting_json(const query::Space& space);
Json cautions_json(const query::Space& space);
Json time_shares_json(const query::Space& space);
Json efficiencies_json(const query::Space& space);
Json efficiencies_over_time_json(const query::Space& space);
Json wait_states_json(const query::Space& space);
Json largest_causes_json(const query::Space& space);
Json considerable_gains_json(const query::Space& space);
Json call_sizes_json(const query::Space& space);
Json critical_path_parts_json(const query::Space& space);
Json instances_json(const query::Space& space);
Json clocks_json(const query::Space& space);

/// Is a member of a JSON object: its key, and what makes its value.
struct JsonMember {
  const char* key;
  Json (*json)(const query::Space& space);
};

/// Lists the members of summary_json().
inline constexpr JsonMember kSummary[] = {{"time", time_json},
                                          {"waiting", waiting_json},
                                          {"cautions", cautions_json},
                                          {"time_shares", time_shares_json},
                                          {"efficiencies", efficiencies_json},
                                          {"efficiencies_over_time", efficiencies_over_time_json},
                                          {"wait_states", wait_states_json},
                                          {"root_causes", largest_causes_json},
                                          {"gains", considerable_gains_json},
                                          {"call_sizes", call_sizes_json},
                                          {"critical_path", critical_path_parts_json},
                                          {"instances", instances_json},
                                          {"clocks", clocks_json}};

}  // namespace latecomer::findings
