// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "otf2/archive_files.h"
#include "otf2/library.h"
#include "trace/trace.h"

namespace latecomer::otf2 {

/// What the references in a location's events count.
enum class EventReferences : uint8_t {
  global,      ///< the global definitions: the location's mapping tables were applied
  as_written,  ///< what its mapping tables translate
};

/// An archive opened to read one location.
struct OpenedLocation {
  ReaderHandle handle;
  std::vector<trace::ClockOffset> clock_offsets;  ///< by time
};

/// Opens the archive for one location and reads the location's definitions, if it has any. libotf2 keeps the
/// mapping tables in them and applies them to the events that it reads through the same handle. An error says
/// that the definitions are damaged.
Result<OpenedLocation> open_location(const ArchiveFiles& files, OTF2_LocationRef location);

/// Calls the callbacks for each of the location's own definitions, if it has any. `reader` has the location
/// selected. An error says that they are damaged.
Status read_local_definitions(const ArchiveFiles& files, const ReaderHandle& reader,
                              OTF2_LocationRef location, const OTF2_DefReaderCallbacks* callbacks,
                              void* user_data);

/// Calls the callbacks for each of the location's events at its recorded time, without clock offsets. The
/// outcome has no anomalies but those of the files.
trace::ReadOutcome read_location(const ArchiveFiles& files, const trace::Location& location,
                                 EventReferences references, const OTF2_EvtReaderCallbacks* callbacks,
                                 void* user_data);

}  // namespace latecomer::otf2
