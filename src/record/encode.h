// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "otf2/archive_writer.h"
#include "record/merge.h"

// From the files of a recording to the OTF2 archive. A recording is ARCHIVE/.recording with a directory for
// each process: its definitions, and a file of events for each thread.
namespace latecomer::record {

std::string recording_directory(const std::string& archive);
std::string process_directory(const std::string& archive, const std::string& host, uint64_t pid);
std::string definitions_file(const std::string& process_directory);
std::string thread_file(const std::string& process_directory, size_t thread);
std::string anchor_file(const std::string& archive);

/// What to do about regions that are still open at the end of a thread's events.
enum class OpenRegions : uint8_t { keep, leave_program };

/// Writes the events of one process's threads to the archive. `number` as in ProcessExtent. With
/// `leave_program`, threads that still run leave the region of the program that they entered with their first
/// event.
Result<ProcessExtent> encode_process(const std::string& process_directory, uint32_t number,
                                     const ProcessDefinitions& process, const IdTranslation& ids,
                                     OpenRegions open_regions, otf2::ArchiveWriter& archive);

/// What an archive made from what a dead program left holds.
struct ArchiveSummary {
  uint64_t events = 0;
  size_t processes = 0;  ///< that recorded something
};

/// Makes the archive of a program that ended without making it itself, marks it partial, and removes the
/// recording.
Result<ArchiveSummary> encode_leftovers(const std::string& archive);

}  // namespace latecomer::record
