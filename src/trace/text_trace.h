// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "trace/memory_trace.h"

namespace latecomer::trace {

/// Reads the text form of a trace (docs/text-traces.md) up to its end or a line "---". `name` stands for the
/// text in errors ("name:line: what").
Result<std::unique_ptr<Trace>> parse_text_trace(std::string_view text, const std::string& name);

/// Writes a trace in the text form, one event a line. `parse_text_trace` makes of it a trace with the same
/// events and communicators; properties of regions beyond their names, and of nodes, are not in the text
/// form.
std::string print_text_trace(const Trace& trace);

}  // namespace latecomer::trace
