// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "otf2/archive_writer.h"
#include "record/core/merge.h"
#include "record/core/recording_files.h"

// From the files of a recording to the OTF2 archive.
namespace latecomer::record {

/// What a process defined, its threads' call stacks among that.
Result<ProcessDefinitions> read_process(const std::string& process_directory);

/// What to do about regions that are still open at the end of a thread's events.
enum class OpenRegions : uint8_t { keep, leave_program };

/// Writes the events of one process's threads to the archive. `number` as in ProcessExtent. With
/// `leave_program`, threads that still run leave the region of the program that they entered with their first
/// event.
Result<ProcessExtent> encode_process(const std::string& process_directory, uint32_t number,
                                     const ProcessDefinitions& process, const IdTranslation& ids,
                                     OpenRegions open_regions, otf2::ArchiveWriter& archive);

/// Makes the archives of programs that ended without making them themselves, marks them partial unless all
/// their processes ended in the regular way, and removes the recording. `ended`: when they ended by this
/// host's clock, if somebody saw it; for processes of this host, that is the end of the archive.
Status encode_leftovers(const std::string& directory, std::optional<Ticks> ended);

}  // namespace latecomer::record
