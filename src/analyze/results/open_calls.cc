// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/results/open_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "report/ranks_text.h"
#include "report/totals.h"
#include "trace/location_kinds.h"

namespace latecomer::analyze {

namespace {

using report::Report;
using trace::Definitions;
using trace::LocationGroupId;

Partner partner_of(const Envelope& envelope, LocationGroupId self, const CommMembers& members) {
  if (!envelope.comm.valid()) return {};
  const bool any = envelope.peer == trace::kNoRank;
  return {.known = true,
          .any_process = any,
          .process = any ? LocationGroupId() : members.process(envelope.comm, self, envelope.peer),
          .tag = envelope.tag,
          .comm = envelope.comm};
}

/// Whether a region is the program's own code, and not a call that can wait.
bool computes(const LocalTrace& trace, CallPathId path) {
  const trace::RegionId region = trace.call_tree.nodes()[path.index()].region;
  const bool is_defined = region.index() < trace.definitions.regions.size();
  return trace.class_of(path).time == report::Builtin::comp &&
         !(is_defined && communicates(trace.definitions.regions[region.index()]));
}

OpenCall open_call(const LocalTrace& trace, const Timeline& location, const CommMembers& members) {
  const OpenRegion& open = location.open;
  OpenCall call{.path = location.paths[open.path.index()], .process = trace.process_of(location.id)};
  call.computing = computes(trace, call.path);
  call.since = call.computing ? open.last_event : open.enter;
  call.to = partner_of(open.sent, call.process, members);
  call.from = partner_of(open.awaited, call.process, members);
  call.collective_on = open.collective_on;
  const bool of_messages = trace.class_of(call.path).time == report::Builtin::mpi_point2point;
  if (!of_messages || call.to.known || call.from.known) return call;
  call.incomplete = {open.incomplete_receives, open.incomplete_sends, open.incomplete_collectives};
  call.incomplete_send = partner_of(open.incomplete_send, call.process, members);
  return call;
}

/// Calls that share a line.
using Line = std::vector<const OpenCall*>;

/// What such calls have in common: all but who and when or, `by_path`, what kinds of partners they have.
OpenCall common(OpenCall call, bool by_path) {
  call.since = Ticks();
  call.process = LocationGroupId();
  if (!by_path) return call;
  const auto kind_of = [](const Partner& partner) {
    return Partner{.known = partner.known, .any_process = partner.any_process};
  };
  return {.path = call.path, .computing = call.computing, .to = kind_of(call.to), .from = kind_of(call.from)};
}

Ticks first_begin(const Line& line) {
  return (*std::ranges::min_element(line, {}, &OpenCall::since))->since;
}

std::vector<Line> lines_of(const std::vector<OpenCall>& calls, bool by_path) {
  std::map<OpenCall, Line> by_contents;
  for (const OpenCall& call : calls) by_contents[common(call, by_path)].push_back(&call);
  std::vector<Line> lines;
  for (auto& [contents, line] : by_contents) lines.push_back(std::move(line));
  std::ranges::stable_sort(lines, {}, first_begin);
  return lines;
}

/// Tells of open calls in the words of one report.
class Description {
 public:
  Description(const Definitions& definitions, const RunExtent& run, const Report& report)
      : definitions_(definitions), run_(run), report_(report), all_ranks_(report::count_processes(report)) {}

  /// "ranks 0-2 in main/MPI_Recv from rank 3, tag 7, since 1.000000 s to 2.000000 s"
  std::string text_of(const Line& line) const {
    const OpenCall& first = *line.front();
    return fmt::format("{} {}in {}{}{}{} since {}{}", ranks_of(line), first.computing ? "computing " : "",
                       report_.path_name(first.path), partners(line, "to", &OpenCall::to, ","),
                       partners(line, "from", &OpenCall::from, ","), members(line), times_of(line),
                       incomplete(line));
  }

 private:
  /// "ranks 0-2", "rank 0 (8 threads)"
  std::string ranks_of(const Line& line) const {
    std::set<int64_t> ranks;
    for (const OpenCall* call : line) ranks.insert(static_cast<int64_t>(call->process.index()));
    std::string text = report::ranks_text({ranks.begin(), ranks.end()}, all_ranks_);
    return ranks.size() == line.size() ? text : fmt::format("{} ({} threads)", text, line.size());
  }

  std::string times_of(const Line& line) const {
    const Ticks last = (*std::ranges::max_element(line, {}, &OpenCall::since))->since;
    const Ticks first = first_begin(line);
    return first == last ? seconds(first) : fmt::format("{} to {}", seconds(first), seconds(last));
  }

  std::string seconds(Ticks time) const {
    return fmt::format("{:.6f} s", (time - run_.begin).seconds(definitions_.ticks_per_second));
  }

  /// " from ranks 1-3, tag 7,", with `end` for the last comma; nothing where they are not known.
  std::string partners(const Line& line, const char* direction, Partner OpenCall::*side,
                       const char* end) const {
    if (!(line.front()->*side).known) return "";
    std::set<int64_t> ranks;
    std::set<uint32_t> tags;
    std::set<trace::CommId> comms;
    for (const OpenCall* call : line) {
      const Partner& partner = call->*side;
      if (partner.process.valid()) ranks.insert(static_cast<int64_t>(partner.process.index()));
      tags.insert(partner.tag);
      comms.insert(partner.comm);
    }
    const std::string who = (line.front()->*side).any_process ? "any rank"
                            : ranks.empty()                   ? "a rank that is no member"
                                            : report::ranks_text({ranks.begin(), ranks.end()}, all_ranks_);
    return fmt::format(" {} {}, {}{}{}", direction, who, tags_text(tags), comms_text(comms), end);
  }

  /// " of communicator NAME,": in which a collective operation waits, unless it is MPI_COMM_WORLD.
  std::string members(const Line& line) const {
    std::set<trace::CommId> comms;
    for (const OpenCall* call : line) {
      if (call->collective_on.valid()) comms.insert(call->collective_on);
    }
    if (comms.size() > 1) return fmt::format(" of {} communicators,", report::grouped(comms.size()));
    if (comms.empty() || *comms.begin() == definitions_.world) return "";
    const trace::Communicator& communicator = definitions_.communicators[comms.begin()->index()];
    if (!communicator.name.empty()) return fmt::format(" of communicator {},", communicator.name);
    return fmt::format(" of the communicator of {},", report::ranks_text(ranks_in(communicator), all_ranks_));
  }

  std::vector<int64_t> ranks_in(const trace::Communicator& communicator) const {
    std::set<int64_t> ranks;
    for (const trace::GroupId group : {communicator.group, communicator.remote_group}) {
      if (!group.valid()) continue;
      for (const trace::LocationId member : definitions_.groups[group.index()].members)
        ranks.insert(static_cast<int64_t>(definitions_.locations[member.index()].group.index()));
    }
    return {ranks.begin(), ranks.end()};
  }

  static std::string tags_text(const std::set<uint32_t>& tags) {
    if (tags.size() > 1) return fmt::format("{} tags", report::grouped(tags.size()));
    return *tags.begin() == trace::kAnyTag ? "any tag" : fmt::format("tag {}", *tags.begin());
  }

  /// Only one that is not MPI_COMM_WORLD is worth naming.
  std::string comms_text(const std::set<trace::CommId>& comms) const {
    if (comms.size() > 1) return fmt::format(", {} communicators", report::grouped(comms.size()));
    if (*comms.begin() == definitions_.world) return "";
    const std::string& name = definitions_.communicators[comms.begin()->index()].name;
    return name.empty() ? "" : ", communicator " + name;
  }

  /// "; not completed: 2 receives, 1 send to rank 3, tag 4"
  std::string incomplete(const Line& line) const {
    constexpr std::array kNames = {"receive", "send", "collective operation"};
    constexpr size_t kSends = 1;
    std::array<size_t, kNames.size()> counts = {};
    bool one_send_each = true;
    for (const OpenCall* call : line) {
      for (size_t kind = 0; kind < counts.size(); ++kind) counts[kind] += call->incomplete[kind];
      one_send_each &= call->incomplete[kSends] == 1 && call->incomplete_send.known;
    }
    std::string text;
    for (size_t kind = 0; kind < counts.size(); ++kind) {
      if (counts[kind] == 0) continue;
      text += fmt::format("{}{} {}{}", text.empty() ? "; not completed: " : ", ",
                          report::grouped(counts[kind]), kNames[kind], counts[kind] == 1 ? "" : "s");
      if (kind == kSends && one_send_each) text += partners(line, "to", &OpenCall::incomplete_send, "");
    }
    return text;
  }

  const Definitions& definitions_;
  const RunExtent& run_;
  const Report& report_;
  const size_t all_ranks_;
};

}  // namespace

std::vector<OpenCall> open_calls(const LocalTrace& trace, const CommMembers& members, Comm& comm) {
  if (!trace.definitions.partial) return {};
  std::vector<OpenCall> own;
  for (const Timeline& location : trace.locations) {
    if (location.open.path.valid() && trace::is_thread(trace.definitions, location.id))
      own.push_back(open_call(trace, location, members));
  }
  std::vector<OpenCall> all;
  for (const Bytes& bytes : comm.all_gather(to_bytes<OpenCall>(own))) {
    for (const OpenCall& call : from_bytes<OpenCall>(bytes)) all.push_back(call);
  }
  return all;
}

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
