// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/program_end/describe_deadlocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analyze/program_end/comm_names.h"
#include "report/locations.h"
#include "report/ranks_text.h"

namespace latecomer::analyze {

namespace {

using report::Report;
using trace::Definitions;
using trace::LocationGroupId;

/// Describes blocked calls in the words of one report.
class Description {
 public:
  Description(const Definitions& definitions, const Report& report)
      : definitions_(definitions), report_(report), all_ranks_(report::count_processes(report)) {}

  std::string ranks(const std::vector<LocationGroupId>& processes) const {
    std::set<int64_t> numbers;
    for (const LocationGroupId process : processes) numbers.insert(static_cast<int64_t>(process.index()));
    return report::ranks_text({numbers.begin(), numbers.end()}, all_ranks_);
  }

  /// Returns "in MPI_Recv (ring.c:31) for rank 2, tag 7".
  std::string waits(const OpenCall& call, const Pending& pending,
                    const std::vector<LocationGroupId>& processes) const {
    const std::string whom = pending.any_process ? "any rank" : ranks(processes);
    return fmt::format("in {} for {}{}", report_.node_name(call.path), whom, of_which(pending));
  }

 private:
  /// Returns ", tag 7, communicator half": what is not MPI_COMM_WORLD is worth naming.
  std::string of_which(const Pending& pending) const {
    std::string text;
    if (pending.kind == Pending::Kind::lock)
      return ", " + lock_text(definitions_, pending.window, ranks({pending.process}));
    if (pending.kind != Pending::Kind::collective) text += ", " + tag_text(pending.tag);
    if (pending.comm != definitions_.world)
      text += ", " + communicator_text(definitions_, pending.comm, all_ranks_);
    return text;
  }

  const Definitions& definitions_;
  const Report& report_;
  const size_t all_ranks_;
};

bool has_finalized(const EndOfProgram& end, LocationGroupId process) {
  return end.processes[process.index()].state == ProcessAtEnd::State::finalized;
}

/// Returns "which has called MPI_Finalize", of several "which have ended".
std::string what_became_of(const EndOfProgram& end, const Pending& pending,
                           const std::vector<LocationGroupId>& processes) {
  const bool finalized =
      std::ranges::all_of(processes, [&](LocationGroupId process) { return has_finalized(end, process); });
  const bool several = pending.any_process || processes.size() > 1;
  return fmt::format("{} {} {}", pending.any_process ? "and all others" : "which", several ? "have" : "has",
                     finalized ? "called MPI_Finalize" : "ended");
}

}  // namespace

std::vector<std::vector<std::string>> describe_deadlocks(const Definitions& definitions,
                                                         const EndOfProgram& end, const Deadlocks& deadlocks,
                                                         const Report& report) {
  const Description description(definitions, report);
  std::vector<std::vector<std::string>> texts;
  for (const Deadlock& deadlock : deadlocks.deadlocks) {
    std::vector<std::string>& lines = texts.emplace_back();
    for (const Blocked& blocked : deadlock.circle) {
      const OpenCall& call = end.calls[blocked.call];
      const Pending& pending = call.pending[blocked.pending];
      std::string line = fmt::format("{} waits {}", description.ranks({call.process}),
                                     description.waits(call, pending, {blocked.process}));
      if (pending.any_process)
        line += fmt::format("; one of these is {}", description.ranks({blocked.process}));
      lines.push_back(std::move(line));
    }
    if (deadlock.waiting.empty()) continue;
    lines.push_back(fmt::format("{} {} for these ranks, directly or through others",
                                description.ranks(deadlock.waiting),
                                deadlock.waiting.size() == 1 ? "waits" : "wait"));
  }
  return texts;
}

std::vector<std::string> describe_waits_for_ended(const Definitions& definitions, const EndOfProgram& end,
                                                  const Deadlocks& deadlocks, const Report& report) {
  const Description description(definitions, report);
  std::vector<std::string> contents;  // are in the order of their first ranks
  std::map<std::string, std::vector<LocationGroupId>> ranks;
  for (const WaitForEnded& wait : deadlocks.for_ended) {
    const OpenCall& call = end.calls[wait.call];
    const Pending& pending = call.pending[wait.pending];
    const std::string content = fmt::format("{}, {}", description.waits(call, pending, wait.processes),
                                            what_became_of(end, pending, wait.processes));
    std::vector<LocationGroupId>& alike = ranks[content];
    if (alike.empty()) contents.push_back(content);
    alike.push_back(call.process);
  }
  std::vector<std::string> lines;
  for (const std::string& content : contents) {
    const std::vector<LocationGroupId>& alike = ranks[content];
    lines.push_back(
        fmt::format("{} {} {}", description.ranks(alike), alike.size() == 1 ? "waits" : "wait", content));
  }
  return lines;
}

}  // namespace latecomer::analyze
