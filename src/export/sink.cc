// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "export/sink.h"

#include <utility>

namespace latecomer::exporting {

Result<Exported> export_to(Sink& sink, const trace::Definitions& definitions, const timeline::Run* run) {
  TRY_STATUS(sink.begin(run));
  uint64_t events = 0;
  for (const trace::Location& location : definitions.locations) events += location.events;
  Progress progress("writing", events, true);
  std::vector<std::string> problems;
  for (size_t l = 0; l < definitions.locations.size(); ++l) {
    TRY(trace::ReadOutcome outcome, sink.write_events(trace::LocationId(l), progress));
    if (!outcome.problem.empty()) problems.push_back(std::move(outcome.problem));
  }
  TRY(Exported exported, sink.finish());
  exported.problems.insert(exported.problems.begin(), problems.begin(), problems.end());
  return exported;
}

}  // namespace latecomer::exporting
