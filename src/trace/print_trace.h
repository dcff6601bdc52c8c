// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "base/text_pieces.h"
#include "trace/trace.h"

namespace latecomer::trace {

/// Says which events to print; definitions and the names of locations are printed in any case, so that every
/// selection is a text trace.
struct PrintSelection {
  LocationId location;  ///< Is the only location to print; invalid: all are printed.
  Ticks origin;         ///< Is printed as time 0, on all clocks; `from` and `to` count from here.
  Ticks from = Ticks::min();
  Ticks to = Ticks::max();
};

/// Writes a trace in the text form, one event a line, location by location as they are read. Times are as the
/// trace has them; clock offsets are printed and not applied. `parse_text_trace` makes of it a trace with the
/// same events, communicators and clock offsets; properties of regions beyond their names, and of nodes, are
/// not in the text form. Each piece has whole lines. Returns what went wrong while reading, in one line each.
std::vector<std::string> print_text_trace(const Trace& trace, const PrintSelection& selection,
                                          const TextTaker& take);

/// Returns the whole trace in the text form.
std::string print_text_trace(const Trace& trace);

}  // namespace latecomer::trace
