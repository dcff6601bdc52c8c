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

/// Says how the copying of definitions went.
struct DefinitionsCopied {
  OTF2_ErrorCode error = OTF2_SUCCESS;  ///< Is the first error of the writer.
  uint64_t unknown = 0;  ///< Counts definitions of kinds that this libotf2 does not know: they are left out.
};

/// Copies the global definitions of an opened archive, which has fewer than `limit` of them unless it is
/// damaged; where the run begins and how long it is follows the events' `change`. Errors name no file.
Result<DefinitionsCopied> copy_global_definitions(const ReaderHandle& reader, uint64_t limit,
                                                  const TimeChange& change, OTF2_GlobalDefWriter* writer);

/// Copies a location's own definitions without its clock offsets, which are in the new times. `reader` has
/// the location selected. The error says that they are damaged.
Result<DefinitionsCopied> copy_local_definitions(const ArchiveFiles& files, const ReaderHandle& reader,
                                                 OTF2_LocationRef location, OTF2_DefWriter* writer);

}  // namespace latecomer::otf2
