// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "export/sink.h"
#include "trace/trace.h"

namespace latecomer::perfetto {

/// Makes a sink that writes a run into a file that Perfetto's user interface and trace_processor open: a
/// process for each location group, a thread for each location, and calls as slices. Of a run that was
/// analyzed there are also wait states and what led to them, messages, and the critical path, all at the
/// times of the report; of another one only calls, at recorded times. The trace, which is that of the run if
/// there is one, has to stay there.
Result<std::unique_ptr<exporting::Sink>> perfetto_sink(const trace::Trace& trace,
                                                       const std::filesystem::path& path);

}  // namespace latecomer::perfetto
