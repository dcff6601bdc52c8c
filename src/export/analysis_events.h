// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "store/read_findings.h"
#include "timeline/run.h"
#include "trace/records.h"

namespace latecomer::ctf {

/// Makes events of a run's wait states and of its critical path: of one location at a time, each at its
/// begin.
class AnalysisEvents {
 public:
  /// Has the kinds of these events; `kind` counts among them.
  static std::vector<trace::RecordKind> kinds();

  /// Takes what the archive calls its locations, and how times are written that are fields.
  AnalysisEvents(const timeline::Run& run, std::vector<uint64_t> references,
                 std::function<uint64_t(Ticks)> written);

  Status read_critical_path();
  Status begin_location(report::LocationId location);
  /// Returns the time of the next event; Ticks::max(): there is none.
  Ticks next_time() const { return next_ < events_.size() ? events_[next_].time : Ticks::max(); }
  size_t kind() const { return events_[next_].is_stretch ? 1 : 0; }
  /// Returns the next event's values, which live until the one after it, and goes on to that.
  std::span<const trace::FieldValue> take();

 private:
  struct Event {
    Ticks time;
    bool is_stretch;
    uint32_t index;
  };

  void set_values(const store::Wait& wait);
  void set_values(const store::CriticalStretch& stretch);
  uint64_t reference(report::LocationId location) const;
  const char* path(report::CallPathId id);
  const char* wait_name(report::MetricId id);

  const timeline::Run& run_;
  const report::Report& report_;
  std::vector<uint64_t> references_;
  std::function<uint64_t(Ticks)> written_;
  store::CriticalPath critical_path_;
  std::vector<std::vector<uint32_t>> stretches_;  ///< Has the positions of each location's stretches.
  std::vector<store::Wait> waits_;                ///< Has those of the location.
  std::vector<Event> events_;
  size_t next_ = 0;
  report::LocationId location_;
  std::vector<trace::FieldValue> values_;
  std::unordered_map<size_t, std::string> paths_;
  std::unordered_map<size_t, std::string> wait_names_;
};

}  // namespace latecomer::ctf
