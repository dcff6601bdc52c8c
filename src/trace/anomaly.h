// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace latecomer::trace {

enum class Anomaly : uint8_t {
#define ANOMALY(name, text) name,
#include "trace/anomalies.def"
#undef ANOMALY
};

inline constexpr size_t kAnomalyKinds = 0
#define ANOMALY(name, text) +1
#include "trace/anomalies.def"
#undef ANOMALY
    ;

/// Returns a kind's name as it is in JSON and in test cases: "unmatched_send".
std::string_view name_of(Anomaly anomaly);
/// Returns what anomalies of a kind are, as a user reads it after their number.
std::string_view text_of(Anomaly anomaly);

/// Returns whether nothing is wrong with the trace: an anomaly of this kind is what no trace can say, or what
/// the program did.
constexpr bool is_note(Anomaly anomaly) {
  return anomaly == Anomaly::ambiguous_receive || anomaly == Anomaly::incomplete_request ||
         anomaly == Anomaly::other_world || anomaly == Anomaly::unrecorded_cause;
}

/// Counts how often each kind occurred. Nothing is lost silently: each pass counts here what it cannot use.
class AnomalyCounts {
 public:
  void count(Anomaly anomaly, int64_t times = 1) { counts_[static_cast<size_t>(anomaly)] += times; }
  int64_t operator[](Anomaly anomaly) const { return counts_[static_cast<size_t>(anomaly)]; }
  AnomalyCounts& operator+=(const AnomalyCounts& other) {
    for (size_t kind = 0; kind < kAnomalyKinds; ++kind) counts_[kind] += other.counts_[kind];
    return *this;
  }
  /// Holds the number of each kind, for `Comm::sum`.
  std::array<int64_t, kAnomalyKinds>& values() { return counts_; }
  const std::array<int64_t, kAnomalyKinds>& values() const { return counts_; }

 private:
  std::array<int64_t, kAnomalyKinds> counts_{};
};

}  // namespace latecomer::trace
