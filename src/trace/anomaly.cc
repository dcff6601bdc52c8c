// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/anomaly.h"

namespace latecomer::trace {

std::string_view name_of(Anomaly anomaly) {
  static constexpr std::string_view kNames[] = {
#define ANOMALY(name, text) #name,
#include "trace/anomalies.def"
#undef ANOMALY
  };
  return kNames[static_cast<size_t>(anomaly)];
}

std::string_view text_of(Anomaly anomaly) {
  static constexpr std::string_view kTexts[] = {
#define ANOMALY(name, text) text,
#include "trace/anomalies.def"
#undef ANOMALY
  };
  return kTexts[static_cast<size_t>(anomaly)];
}

}  // namespace latecomer::trace
