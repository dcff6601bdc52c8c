// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "export/sink.h"
#include "trace/records.h"
#include "trace/trace.h"

namespace latecomer::ctf {

/// Makes a sink that writes all records of an archive into a directory of CTF 1.8,
/// as the reader of Trace Compass for OTF2 expects it: a stream for each location that has events, and one of
/// definitions, all of which are at the tick before the first event. Of a run that was analyzed, wait states
/// and the critical path are events, too, in the stream of their location, at the times of the report. The
/// directory is made, or is there and empty. The definitions and the records have to stay there.
Result<std::unique_ptr<exporting::Sink>> ctf_sink(const trace::Definitions& definitions,
                                                  const trace::RecordSource& records,
                                                  const std::filesystem::path& directory);

}  // namespace latecomer::ctf
