// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

// An archive is written into a directory of its own, in the one where it shall be, and goes to its place when
// it is on the disk: first the events and what definitions are made of, which the program writes if it can,
// then the definitions, for which `latecomer` finds the names of functions, and the anchor file last. So
// there is a whole archive, or none, wherever the program, `latecomer` or the machine stopped. Recordings are
// removed when the events are in their place.
namespace latecomer::record {

/// Returns the directory in which the archive is written.
std::string writing_directory(const std::string& archive);
/// Makes it, for processes that write events.
Status make_writing_directory(const std::string& archive);

/// Returns when the disk has these locations' files of an archive that is being written, with all their
/// bytes. The process that has written them calls it: others may be on other nodes.
Status sync_locations(const std::string& archive, const std::vector<uint64_t>& references);
/// Moves the events to their place, and stores what all processes defined.
Status put_events_in_place(const std::string& archive, std::span<const std::byte> shared_definitions);
/// Waits until the disk has all else, and then moves the archive to its place, or what it lacked.
Status put_in_place(const std::string& archive);

/// Removes what there is of an archive that could not be written, and gives back its room, although files of
/// it may still be open. Events that are in their place stay.
void remove_incomplete_archive(const std::string& archive);

/// Returns the error for an archive that could not be written because of `problem`, in one line: how much
/// room the archive of a recording takes, how much there is, and what to do.
Error archive_error(const std::string& directory, const std::string& problem);

}  // namespace latecomer::record
