// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <cstdint>

#include "base/result.h"
#include "otf2/archive_files.h"
#include "otf2/library.h"
#include "otf2/rewrite_events.h"

namespace latecomer::otf2 {

/// Says what becomes different in a copy of the global definitions.
struct DefinitionsChange {
  TimeChange change{};  ///< Moves where the run begins, and how long it is, as the events moved.
  /// Says that regions, source locations and calling contexts with their properties are left out, for others
  /// to be written behind.
  bool leaves_out_code = false;
};

/// Says how the copying of definitions went.
struct DefinitionsCopied {
  OTF2_ErrorCode error = OTF2_SUCCESS;  ///< Is the first error of the writer.
  uint64_t unknown = 0;  ///< Counts definitions of kinds that this libotf2 does not know: they are left out.
  OTF2_StringRef strings = 0;  ///< Is above all references of strings.
};

/// Copies the global definitions of an opened archive, which has fewer than `limit` of them unless it is
/// damaged. Errors name no file.
Result<DefinitionsCopied> copy_global_definitions(const ReaderHandle& reader, uint64_t limit,
                                                  const DefinitionsChange& change,
                                                  OTF2_GlobalDefWriter* writer);

/// Copies a location's own definitions without its clock offsets, which are in the new times. `reader` has
/// the location selected. The error says that they are damaged.
Result<DefinitionsCopied> copy_local_definitions(const ArchiveFiles& files, const ReaderHandle& reader,
                                                 OTF2_LocationRef location, OTF2_DefWriter* writer);

}  // namespace latecomer::otf2
