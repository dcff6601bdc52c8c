// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>

#include "findings/show_json.h"

namespace latecomer::findings {

/// Returns all that write_json prints.
inline std::string json_text(const query::Space& space, report::MetricId only) {
  std::string text;
  write_json(space, only, [&](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace latecomer::findings
