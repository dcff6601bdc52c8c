// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

// An archive is written into a directory of its own, in the one where it shall be, and goes to its place when
// all of it is on the disk, the anchor file last. So there is a whole archive, or none, wherever the program,
// `latecomer` or the machine stopped; only then are recordings removed.
namespace latecomer::record {

/// Returns the directory in which the archive is written.
std::string writing_directory(const std::string& archive);

/// Returns when the disk has these locations' files of an archive that is being written, with all their
/// bytes. The process that has written them calls it: others may be on other nodes.
Status sync_locations(const std::string& archive, const std::vector<uint64_t>& references);
/// Waits until the disk has all else, and then moves the archive to its place, marked as one without names.
Status put_in_place(const std::string& archive);

/// Removes what there is of an archive that could not be written, and gives back its room, although files of
/// it may still be open.
void remove_incomplete_archive(const std::string& archive);

/// Returns the error for an archive that could not be written because of `problem`, in one line: how much
/// room the archive of a recording takes, how much there is, and what to do.
Error archive_error(const std::string& directory, const std::string& problem);

/// Returns the path of a file that is there until functions and lines of the archive's call stacks are found.
std::string unnamed_mark(const std::string& archive);

}  // namespace latecomer::record
