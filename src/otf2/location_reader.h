// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "otf2/archive_files.h"
#include "otf2/event_file.h"
#include "otf2/event_forwarder.h"
#include "otf2/library.h"
#include "otf2/mapping_tables.h"
#include "trace/trace.h"

namespace latecomer::otf2 {

/// Is what a location defines for itself.
struct OwnDefinitions {
  std::vector<trace::ClockOffset> clock_offsets;  ///< Holds the offsets by time.
  MappingTables tables;
};

/// Reads the file of a location's own definitions. The error says that they are damaged.
Result<OwnDefinitions> read_own_definitions(const ArchiveFiles& files, OTF2_LocationRef location);

/// Calls the callbacks for each of the location's own definitions, if it has any. `reader` has the location
/// selected. The error says that they are damaged.
Status read_local_definitions(const ArchiveFiles& files, const ReaderHandle& reader,
                              OTF2_LocationRef location, const OTF2_DefReaderCallbacks* callbacks,
                              void* user_data);

/// Forwards each of the location's events at its recorded time, without clock offsets; with a position, only
/// those behind it. `chunk_size` is that of the archive's event files. The outcome has no anomalies but those
/// of the file.
trace::ReadOutcome read_events(const ArchiveFiles& files, const trace::Location& location,
                               uint64_t chunk_size, const MappingTables& tables,
                               const std::optional<trace::ReadPosition>& from, EventForwarder& forwarder);

struct FreeEventCallbacks {
  void operator()(OTF2_EvtReaderCallbacks* callbacks) const { OTF2_EvtReaderCallbacks_Delete(callbacks); }
};
using EventCallbacks = std::unique_ptr<OTF2_EvtReaderCallbacks, FreeEventCallbacks>;

/// Says whether records are as they are written, or have references to the global definitions and times to
/// which clock offsets are applied: then the location's own definitions have to be read with the same reader
/// before.
enum class RecordForm : uint8_t { written, global };

/// Calls libotf2's callbacks for each of the location's records. The outcome is as that of `read_events`,
/// whose decoder finds out first where the file ends: libotf2 would go on with what memory held before.
trace::ReadOutcome read_records(const ArchiveFiles& files, const ReaderHandle& handle,
                                const trace::Location& location, RecordForm form,
                                const OTF2_EvtReaderCallbacks* callbacks, void* user_data);

}  // namespace latecomer::otf2
