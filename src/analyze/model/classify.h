// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "report/metrics.h"
#include "report/off_core.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// Says what the analysis has to know about a call beyond the events in it.
enum class CallKind : uint8_t {
  ordinary,          ///< Waits for what follows from its events.
  buffered_send,     ///< Is Bsend or Rsend: never waits for the receiver.
  synchronous_send,  ///< Is Ssend: ends when the receiver has begun, at the earliest.
  sendrecv,          ///< Waits for its message, not for its own send's receiver.
  test,              ///< Returns at once: never waits.
  init,              ///< Is collective over all processes; only its completion counts.
  finalize,          ///< Is collective over all processes.
  management,        ///< Manages communicators, windows, files: is collective, but not communication.
  connection,        ///< Is management that meets or starts processes which the archive need not have.
  window_post,       ///< Opens a window to a group of origins.
  window_start,      ///< Begins to access the windows of a group of targets.
  window_complete,   ///< Ends what window_start began.
  window_wait,       ///< Ends what window_post began.
};

struct RegionClass {
  CallKind kind = CallKind::ordinary;
  report::Builtin time = report::Builtin::comp;  ///< Is the metric to which its exclusive time belongs.
  bool is_mpi = false;
  bool is_openmp = false;

  bool is_computation() const { return time == report::Builtin::comp || report::is_off_core(time); }
};

/// Classifies a region by paradigm and name: roles differ between recorders, MPI's names do not.
RegionClass classify(const trace::Region& region);

/// Returns whether a region stands for time in which the program had switched recording off.
bool is_recording_off(const trace::Region& region);

/// Returns whether a region is a call in which the thread sleeps for a time that it chose itself.
bool is_sleep(const trace::Region& region);

/// Returns whether a region is of a library that communicates, so that its calls can have messages and the
/// like; the program's own code is not.
bool communicates(const trace::Region& region);

/// Returns whether a region is MPI_Wait or MPI_Test or one of their variants for several requests.
bool waits_for_requests(const trace::Region& region);
/// Returns whether a region is a variant of MPI_Wait or MPI_Test that waits for one of several requests.
bool waits_for_any_request(const trace::Region& region);

/// Returns whether a region is a call that others can keep from ending: not one that starts, tests or asks.
bool blocks(const trace::Region& region);

/// Returns whether a region is MPI_Send, MPI_Ssend, MPI_Bsend or MPI_Rsend.
bool sends_only(const trace::Region& region);
/// Returns whether a region is MPI_Probe, MPI_Iprobe, MPI_Mprobe or MPI_Improbe.
bool probes(const trace::Region& region);

/// Returns whether a region is MPI_Win_unlock or MPI_Win_unlock_all.
bool releases_window_locks(const trace::Region& region);

/// Returns whether a region is a collective operation that no member can leave before all have called it,
/// whatever data they exchange.
bool holds_all_members(const trace::Region& region);

}  // namespace latecomer::analyze
