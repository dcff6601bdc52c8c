// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

#include "base/result.h"

// The files of a recording. A recording is ARCHIVE/.recording with a directory for each process: its
// definitions, and a file of events, and maybe of call stacks and of counted calls, for each thread that ran
// at the same time. ARCHIVE/.recording may be a link to a directory that each node has for itself.
namespace latecomer::record {

std::string recording_directory(const std::string& archive);
/// Makes the recording's directory, in the directory `scratch` unless that is empty. Returns an error if
/// another program is recorded to this archive.
Status make_recording_directory(const std::string& archive, const std::string& scratch);
/// Removes the recording's directory with all that is in it.
void remove_recording_directory(const std::string& archive);
/// Returns where the recording's directory is, if that is not on this node; else an empty path.
std::string recording_elsewhere(const std::string& archive);

/// Makes a directory for a process of this node that no other one has: processes of several namespaces have
/// the same host and number. Returns its path.
Result<std::string> make_process_directory(const std::string& archive, const std::string& host, uint64_t pid);
/// Removes a process's directory, and that of the recording on this node if it was the last.
void remove_process_directory(const std::string& directory);
std::string definitions_file(const std::string& process_directory);
std::string thread_file(const std::string& process_directory, size_t thread);
std::string stack_file(const std::string& process_directory, size_t thread);
/// Returns the path of a file of counted calls; not all threads have one.
std::string counts_file(const std::string& process_directory, size_t number);
std::string anchor_file(const std::string& archive);
/// Returns the file of what all processes defined, of which an archive's definitions are made.
std::string shared_definitions_file(const std::string& archive);
/// Returns whether that file is there, with all events of the archive.
bool lacks_definitions(const std::string& archive);
std::string host_name();

/// Returns the name of an archive of a recording, by number (see choose_archive): empty for the directory
/// itself, "run-2", or for a world that was spawned "world-2".
std::string archive_name(bool spawned, uint32_t number);
std::string archive_path(const std::string& directory, const std::string& name);

/// Takes the first number that nobody has, for good; other processes may try at the same time.
uint32_t claim_archive(const std::string& directory, bool spawned);
/// Removes what claim_archive made, once the archive is there, which says the same.
void remove_claim(const std::string& archive);

/// Returns the archives of a recording to `directory` whose events are written, the first at first.
std::vector<std::string> archives_in(const std::string& directory);

/// Returns how many thread files a process has.
size_t count_threads(const std::string& process_directory);

/// Returns directories of processes that have recorded something; others died while they made their files.
std::vector<std::string> process_directories(const std::string& archive, std::error_code& problem);

/// Returns whether processes left something that is not in an archive yet, or an archive lacks its
/// definitions.
bool is_unfinished(const std::string& directory);

/// Returns the process numbers, as they are here, of those processes that record to `directory` and run where
/// this process can see them.
std::vector<uint64_t> running_processes(const std::string& directory);

}  // namespace latecomer::record
