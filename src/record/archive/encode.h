// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "otf2/archive_writer.h"
#include "record/archive/archive_definitions.h"
#include "record/archive/merge.h"
#include "record/core/recording_files.h"

// From the files of a recording to the OTF2 archive.
namespace latecomer::record {

/// Returns what a process defined, its threads' call stacks among that.
Result<ProcessDefinitions> read_process(const std::string& process_directory);

/// Writes the events of one process's threads to the archive. `number` is as in ProcessExtent. If the program
/// ended in the regular way, that ends its first thread, and those that still ran leave it then.
Result<ProcessExtent> encode_process(const std::string& process_directory, uint32_t number,
                                     const ProcessDefinitions& process, const IdTranslation& ids,
                                     otf2::ArchiveWriter& archive);

/// Returns an error unless this release reads what processes left in the directory.
Status check_format(const std::string& directory);

/// Adds the definitions to the archives whose events a program has written, and makes those of programs that
/// ended without that, which are partial unless all their processes ended in the regular way; then it removes
/// the recording. `ended` says when they ended by this node's clock, if somebody saw it; for processes that
/// read it, too, that is the end of the archive. `by` is a value of trace::kEndedBy, or empty.
Status encode_leftovers(const std::string& directory, std::optional<Ticks> ended, const std::string& by,
                        const CodeAt& code_at);

}  // namespace latecomer::record
