// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "report/metrics.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// What the analysis has to know about a call beyond the events in it.
enum class CallKind : uint8_t {
  ordinary,          ///< what it waits for follows from its events
  buffered_send,     ///< Bsend, Rsend: never waits for the receiver
  synchronous_send,  ///< Ssend: ends when the receiver has begun, at the earliest
  sendrecv,          ///< waits for its message, not for its own send's receiver
  test,              ///< returns at once: never waits
  init,              ///< collective over all processes, only its completion counts
  finalize,          ///< collective over all processes
  management,        ///< of communicators, windows, files: collective, but not communication
};

struct RegionClass {
  CallKind kind = CallKind::ordinary;
  report::Builtin time = report::Builtin::comp;  ///< the metric to which its exclusive time belongs
};

/// One class per region of the definitions, by paradigm and name: roles differ between recorders, MPI's names
/// do not.
std::vector<RegionClass> classify_regions(const std::vector<trace::Region>& regions);

}  // namespace latecomer::analyze
