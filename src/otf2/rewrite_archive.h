// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/result.h"
#include "base/ticks.h"
#include "trace/definitions.h"

namespace latecomer::otf2 {

/// Returns the new times of a location's events: one for each that `trace::Trace::read` delivers, in that
/// order. It is called from several threads.
using NewTimes = std::function<std::vector<Ticks>(trace::LocationId)>;

/// Says what of an archive is in its copy.
struct RewrittenArchive {
  std::string anchor;   ///< Is the path of the copy's anchor file.
  uint64_t events = 0;  ///< Counts the events in the copy.
  uint64_t moved = 0;   ///< Counts the events in the copy whose times are not as recorded.
  Ticks largest_move;   ///< Is the largest change of a time, in ticks, in either direction.
  /// Lists what is not in the copy, or not as it was: a line each with a file's name.
  std::vector<std::string> losses;
};

/// Writes the archive `from`, which `definitions` was read from, with new times of its events into a
/// directory, which is made if need be and has to be empty. Everything else stays: definitions, attributes,
/// mapping tables, markers, properties. Clock offsets are left out, for they are in the new times. The error
/// names the file or directory; then nothing is left in the directory. `progress` counts events.
Result<RewrittenArchive> rewrite_archive(const std::string& from, const std::string& directory,
                                         const trace::Definitions& definitions, const NewTimes& new_times,
                                         Progress& progress);

}  // namespace latecomer::otf2
