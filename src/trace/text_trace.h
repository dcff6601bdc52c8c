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

}  // namespace latecomer::trace
