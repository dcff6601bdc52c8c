// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/program_end/describe_open_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "analyze/program_end/comm_names.h"
#include "base/amount_text.h"
#include "report/locations.h"
#include "report/ranks_text.h"

namespace latecomer::analyze {

namespace {

using report::Report;
using trace::Definitions;
using trace::LocationGroupId;

using Kind = Pending::Kind;

/// Holds calls that share a line.
using Line = std::vector<const OpenCall*>;

/// Returns what such calls have in common: all but who and when or, `by_path`, what they wait for.
OpenCall common(OpenCall call, bool by_path) {
  call.since = call.until = Ticks();
  call.process = LocationGroupId();
  call.location = trace::LocationId();
  if (!by_path) return call;
  OpenCall of_path;
  of_path.path = call.path;
  of_path.computing = call.computing;
  of_path.polling = call.polling;
  of_path.between_tests = call.between_tests;
  return of_path;
}

Ticks first_begin(const Line& line) {
  return (*std::ranges::min_element(line, {}, &OpenCall::since))->since;
}

std::vector<Line> lines_of(const std::vector<OpenCall>& calls, bool by_path) {
  std::map<OpenCall, Line> by_contents;
  for (const OpenCall& call : calls) by_contents[common(call, by_path)].push_back(&call);
  std::vector<Line> lines;
  for (auto& [contents, line] : by_contents) lines.push_back(std::move(line));
  std::ranges::stable_sort(
      lines, {}, [](const Line& line) { return std::pair(first_begin(line), line.front()->process); });
  return lines;
}

/// Describes open calls in the words of one report.
class Description {
 public:
  Description(const Definitions& definitions, const RunExtent& run, const Report& report)
      : definitions_(definitions), run_(run), report_(report), all_ranks_(report::count_processes(report)) {}

  /// Returns "ranks 0-2 in main/MPI_Recv from rank 3, tag 7, since 1.000000 s to 2.000000 s".
  std::string text_of(const Line& line) const {
    const OpenCall& first = *line.front();
    const bool several =
        std::ranges::any_of(line, [](const OpenCall* call) { return call->pending.size() > 1; }) &&
        first.of_requests;
    return fmt::format("{} {}in {}{} since {}{}{}", ranks_of(line),
                       first.computing ? "computing "
                       : first.polling ? "polling "
                                       : "",
                       report_.path_name(first.path), several ? "" : waits_for(line), times_of(line),
                       several ? operations(line) : "", incomplete(line));
  }

 private:
  /// Returns "ranks 0-2", "rank 0 (8 threads)".
  std::string ranks_of(const Line& line) const {
    std::set<int64_t> ranks;
    for (const OpenCall* call : line) ranks.insert(static_cast<int64_t>(call->process.index()));
    std::string text = report::ranks_text({ranks.begin(), ranks.end()}, all_ranks_);
    return ranks.size() == line.size() ? text : fmt::format("{} ({} threads)", text, line.size());
  }

  std::string times_of(const Line& line) const {
    const Ticks last = (*std::ranges::max_element(line, {}, &OpenCall::since))->since;
    const Ticks first = first_begin(line);
    const std::string times =
        first == last ? seconds(first) : fmt::format("{} to {}", seconds(first), seconds(last));
    if (!line.front()->between_tests) return times;
    const Ticks tested = (*std::ranges::max_element(line, {}, &OpenCall::until))->until;
    return fmt::format("{}, the last time at {}", times, seconds(tested));
  }

  std::string seconds(Ticks time) const {
    return fmt::format("{:.6f} s", (time - run_.begin).seconds(definitions_.ticks_per_second));
  }

  /// Returns " to rank 2, tag 1, from ranks 1-3, tag 7,"; nothing where that is not known.
  std::string waits_for(const Line& line) const {
    std::string text;
    for (const Kind kind : {Kind::send, Kind::receive, Kind::collective, Kind::lock}) {
      const std::string partners = partners_of(pending_of(line, kind));
      if (!partners.empty()) text += partners + ",";
    }
    return text;
  }

  /// Returns "; waits for any of 2 receives from ranks 1, 3, tag 7, 1 send to rank 2, tag 1".
  std::string operations(const Line& line) const {
    std::string text;
    for (const Kind kind : {Kind::receive, Kind::send, Kind::collective}) {
      const std::vector<const Pending*> pending = pending_of(line, kind);
      if (pending.empty()) continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counted(pending.size(), kind),
                          partners_of(pending).substr(1));
    }
    return fmt::format("; waits for {}{}", line.front()->for_any ? "any of " : "", text);
  }

  static std::vector<const Pending*> pending_of(const Line& line, Kind kind) {
    std::vector<const Pending*> found;
    for (const OpenCall* call : line) {
      for (const Pending& pending : call->pending) {
        if (pending.kind == kind) found.push_back(&pending);
      }
    }
    return found;
  }

  /// Returns "2 receives".
  static std::string counted(size_t number, Kind kind) {
    constexpr std::array kNames = {"receive", "send", "collective operation", "lock"};
    return fmt::format("{} {}{}", grouped(number), kNames[static_cast<size_t>(kind)], number == 1 ? "" : "s");
  }

  /// Returns " from ranks 1-3, tag 7", of operations of one kind.
  std::string partners_of(const std::vector<const Pending*>& pending) const {
    if (pending.empty()) return "";
    std::set<int64_t> ranks;
    std::set<uint32_t> tags;
    std::set<trace::CommId> comms;
    bool any = false;
    for (const Pending* each : pending) {
      if (each->process.valid()) ranks.insert(static_cast<int64_t>(each->process.index()));
      any = any || each->any_process;
      tags.insert(each->tag);
      comms.insert(each->comm);
    }
    if (pending.front()->kind == Kind::collective) return members(comms);
    const std::string known =
        ranks.empty() ? "" : report::ranks_text({ranks.begin(), ranks.end()}, all_ranks_);
    if (pending.front()->kind == Kind::lock)
      return " for " + lock_text(definitions_, pending.front()->window, known);
    const std::string who = !any            ? (known.empty() ? "a rank that is no member" : known)
                            : known.empty() ? "any rank"
                                            : known + " or any rank";
    return fmt::format(" {} {}, {}{}", pending.front()->kind == Kind::send ? "to" : "from", who,
                       tags_text(tags), comms_text(comms));
  }

  /// Returns " of communicator NAME": in which a collective operation waits, unless it is MPI_COMM_WORLD.
  std::string members(const std::set<trace::CommId>& comms) const {
    if (comms.size() > 1) return fmt::format(" of {} communicators", grouped(comms.size()));
    if (*comms.begin() == definitions_.world) return "";
    return " of " + communicator_text(definitions_, *comms.begin(), all_ranks_);
  }

  static std::string tags_text(const std::set<uint32_t>& tags) {
    if (tags.size() > 1) return fmt::format("{} tags", grouped(tags.size()));
    return tag_text(*tags.begin());
  }

  /// Returns the name of a communicator; only one that is not MPI_COMM_WORLD is worth naming.
  std::string comms_text(const std::set<trace::CommId>& comms) const {
    if (comms.size() > 1) return fmt::format(", {} communicators", grouped(comms.size()));
    if (*comms.begin() == definitions_.world) return "";
    const std::string& name = definitions_.communicators[comms.begin()->index()].name;
    return name.empty() ? "" : ", communicator " + name;
  }

  /// Returns "; not completed: 2 receives, 1 send".
  static std::string incomplete(const Line& line) {
    std::string text;
    for (const Kind kind : {Kind::receive, Kind::send, Kind::collective}) {
      size_t number = 0;
      for (const OpenCall* call : line) number += call->incomplete[static_cast<size_t>(kind)];
      if (number > 0) text += (text.empty() ? "; not completed: " : ", ") + counted(number, kind);
    }
    return text;
  }

  const Definitions& definitions_;
  const RunExtent& run_;
  const Report& report_;
  const size_t all_ranks_;
};

}  // namespace

std::vector<std::string> describe_open_calls(const Definitions& definitions,
                                             const std::vector<OpenCall>& calls, const RunExtent& run,
                                             size_t most, const Report& report) {
  std::vector<Line> lines = lines_of(calls, false);
  if (lines.size() > most) lines = lines_of(calls, true);
  const Description description(definitions, run, report);
  std::vector<std::string> texts;
  for (const Line& line : lines) texts.push_back(description.text_of(line));
  return texts;
}

}  // namespace latecomer::analyze
