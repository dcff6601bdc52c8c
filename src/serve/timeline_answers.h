// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_text.h"
#include "base/result.h"
#include "findings/time_shares.h"
#include "serve/engine.h"
#include "serve/memory_budget.h"
#include "serve/parameters.h"
#include "timeline/activities.h"
#include "timeline/critical_path.h"
#include "timeline/run.h"
#include "timeline/table_message.h"

namespace latecomer::serve {

/// Answers requests below `timeline` as docs/api.md says: with what is drawn of a run in a window of time.
/// Any thread may call it; each request is answered by the threads of this process.
class TimelineAnswers {
 public:
  explicit TimelineAnswers(std::unique_ptr<timeline::Run> run);
  /// Answers that there is nothing to draw; `problem` says why, in a line.
  explicit TimelineAnswers(std::string problem) : problem_(std::move(problem)) {}

  /// Answers the request of this name, which is "timeline" or "timeline/window" and the like. What it takes
  /// of memory is in `memory`; the status is 503 if there is not so much.
  Answer answer(std::string_view name, const Parameters& parameters, MemoryShare& memory);
  /// Returns the names of all requests that it answers.
  static Names names();

 private:
  /// Is how many bytes of memory any answer takes: chunks of tables while they are read.
  static constexpr uint64_t kForReading = uint64_t{8} << 20U;

  struct Entry;
  static const std::vector<Entry>& entries();

  Result<Answer> facts(const ParameterReader& parameters, MemoryShare& memory);
  Result<Answer> window(const ParameterReader& parameters, MemoryShare& memory);
  Result<Answer> edges(const ParameterReader& parameters, MemoryShare& memory);
  Result<Answer> critical_path(const ParameterReader& parameters, MemoryShare& memory);
  Result<Answer> corrections(const ParameterReader& parameters, MemoryShare& memory);
  Result<Answer> cause(const ParameterReader& parameters, MemoryShare& memory);
  Result<Answer> caused(const ParameterReader& parameters, MemoryShare& memory);
  // These are in statistics_answers.cc:
  Result<Answer> bins(const ParameterReader& parameters, MemoryShare& memory);
  Result<Answer> messages(const ParameterReader& parameters, MemoryShare& memory);
  Result<timeline::Locations> locations_or_all(const ParameterReader& parameters) const;

  Result<store::Interval> interval_of(const ParameterReader& parameters) const;
  Result<timeline::Window> window_of(const ParameterReader& parameters) const;
  Result<timeline::Locations> locations_of(const ParameterReader& parameters) const;
  Result<report::LocationId> location_of(const ParameterReader& parameters) const;
  static Answer tables(const std::vector<timeline::Table>& tables, Json facts);
  static Answer refused(const Status& room) { return error_answer(503, room.error().message); }
  /// Returns what call paths are, which is found out when it is needed first.
  const findings::PathKinds& kinds();
  /// Returns when the run begins.
  Ticks begin() const { return run_->clock().begin(); }
  double since_begin(Ticks time) const { return static_cast<double>((time - begin()).count); }

  std::unique_ptr<timeline::Run> run_;  ///< Is the run; null where there is nothing to draw.
  std::string problem_;
  std::unique_ptr<timeline::ActivitySource> activities_;
  std::unique_ptr<timeline::CriticalPathSource> path_;
  std::unique_ptr<std::once_flag> kinds_found_ = std::make_unique<std::once_flag>();
  findings::PathKinds kinds_;
};

}  // namespace latecomer::serve
