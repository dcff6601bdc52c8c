// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "report/metrics.h"

namespace latecomer::report {

/// Says why threads have no core; the table off_core.def says what each means.
enum class OffCore : uint8_t {
#define OFF_CORE(id, name, why) id,
#include "report/off_core.def"
#undef OFF_CORE
};

struct OffCoreInfo {
  std::string_view name;  ///< Is the name of the region that stands for such time.
  const char* why;        ///< Is a sentence.
  Builtin metric;
};

inline constexpr auto kOffCore = std::to_array<OffCoreInfo>({
#define OFF_CORE(id, name, why) {name, why, Builtin::id},
#include "report/off_core.def"
#undef OFF_CORE
});

constexpr const OffCoreInfo& info_of(OffCore why) {
  return kOffCore[static_cast<size_t>(why)];
}

/// Returns whether a metric is one of time without a core.
constexpr bool is_off_core(Builtin metric) {
  for (const OffCoreInfo& each : kOffCore)
    if (each.metric == metric) return true;
  return false;
}

}  // namespace latecomer::report
