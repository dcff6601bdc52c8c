// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "comm/comm.h"
#include "trace/trace.h"

namespace latecomer::cli {

/// Opens the archive that a user names, on all ranks together, with what is beside it of what the kernel's
/// scheduler did (kernel_states.h). Where that is no archive but a program or a
/// report, the error says what to do with it instead.
Result<std::unique_ptr<trace::Trace>> open_trace(const std::string& path, Comm& comm);
Result<std::unique_ptr<trace::Trace>> open_trace(const std::string& path);

/// Returns whether a file begins as reports do.
bool is_report(const std::string& path);

/// Returns what to do with a file that was meant to be a report and is none; else `error`.
Error explain_report_error(const std::string& path, const Error& error);

}  // namespace latecomer::cli
