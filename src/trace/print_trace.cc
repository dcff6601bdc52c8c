// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/print_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "trace/archive_properties.h"
#include "trace/calling_contexts.h"
#include "trace/location_kinds.h"
#include "trace/text_events.h"

namespace latecomer::trace {
namespace {

/// Prints the selected events, one a line.
class PrintingSink : public EventSink {
 public:
  PrintingSink(const EventPrinter& printer, const PrintSelection& selection, TextPieces& lines)
      : printer_(printer), selection_(selection), lines_(lines) {}

  void on_event(const Event& event) override {
    const Ticks time = event.time - selection_.origin;
    if (time < selection_.from || time > selection_.to) return;
    if (time < last_) lines_.add("unsorted\n");
    last_ = time;
    lines_.add(fmt::format("  {} {}\n", printer_.time(time), printer_.event(event)));
  }

 private:
  const EventPrinter& printer_;
  const PrintSelection& selection_;
  TextPieces& lines_;
  Ticks last_ = Ticks::min();
};

/// Returns the members of a group as ranks of the world, which are the positions of their processes: " 0 2".
std::string ranks_text(const Definitions& definitions, GroupId group) {
  std::string text;
  for (const LocationId member : definitions.groups[group.index()].members) {
    text += fmt::format(" {}", definitions.locations[member.index()].group.index());
  }
  return text;
}

const char* word_of(const Definitions& definitions, LocationId location) {
  return definitions.locations[location.index()].kind == LocationKind::gpu ? "stream" : "thread";
}

/// Returns the members of a group as threads of ranks of the world: " 0.0 0.1".
std::string threads_text(const Definitions& definitions, GroupId group) {
  std::string text;
  for (const LocationId member : definitions.groups[group.index()].members) {
    const LocationGroupId process = definitions.locations[member.index()].group;
    size_t main_thread = member.index();
    while (main_thread > 0 && definitions.locations[main_thread - 1].group == process) --main_thread;
    text += fmt::format(" {}.{}", process.index(), member.index() - main_thread);
  }
  return text;
}

std::string communicators_and_groups_text(const Definitions& definitions, const EventPrinter& printer) {
  std::string text;
  std::vector<bool> is_of_communicator(definitions.groups.size());
  for (size_t i = 0; i < definitions.communicators.size(); ++i) {
    const Communicator& communicator = definitions.communicators[i];
    for (const GroupId group : {communicator.group, communicator.remote_group}) {
      if (group.valid()) is_of_communicator[group.index()] = true;
    }
    if (CommId(i) == definitions.world || communicator.kind == CommKind::self ||
        communicator.kind == CommKind::threads)
      continue;
    if (communicator.kind == CommKind::team) {
      text += fmt::format("team {} threads{}\n", printer.communicator(CommId(i)),
                          threads_text(definitions, communicator.group));
      continue;
    }
    const bool is_inter = communicator.kind == CommKind::inter;
    text += fmt::format("{} {} ranks{}", is_inter ? "intercomm" : "comm", printer.communicator(CommId(i)),
                        ranks_text(definitions, communicator.group));
    text += is_inter ? fmt::format(" remote{}\n", ranks_text(definitions, communicator.remote_group)) : "\n";
  }
  for (size_t i = 0; i < definitions.groups.size(); ++i) {
    if (is_of_communicator[i]) continue;
    text += fmt::format("group {} ranks{}\n", printer.group(GroupId(i)), ranks_text(definitions, GroupId(i)));
  }
  for (size_t i = 0; i < definitions.windows.size(); ++i) {
    text += fmt::format("window {} {}\n", printer.window(WindowId(i)),
                        printer.communicator(definitions.windows[i].comm));
  }
  return text;
}

/// Returns the definitions of files, also of one that only events of the file itself name.
std::string files_text(const Definitions& definitions, const EventPrinter& printer) {
  std::string text;
  std::vector<bool> has_handle(definitions.io_files.size());
  for (size_t i = 0; i < definitions.io_handles.size(); ++i) {
    const IoHandle& handle = definitions.io_handles[i];
    if (handle.file.valid()) has_handle[handle.file.index()] = true;
    text += fmt::format("file {}", printer.io_handle(IoHandleId(i)));
    text += handle.comm.valid() ? fmt::format(" {}\n", printer.communicator(handle.comm)) : "\n";
  }
  for (size_t i = 0; i < has_handle.size(); ++i) {
    if (!has_handle[i]) text += fmt::format("file {}\n", printer.io_file(IoFileId(i)));
  }
  return text;
}

std::string stacks_text(const Definitions& definitions, const EventPrinter& printer) {
  std::string text;
  for (const CallingContextId id : parents_first(definitions.calling_contexts)) {
    const CallingContext& context = definitions.calling_contexts[id.index()];
    SourceLocation location{"?", 0};
    if (context.location.valid()) location = definitions.source_locations[context.location.index()];
    const std::string position =
        location.line == 0 ? location.file : fmt::format("{}:{}", location.file, location.line);
    text += fmt::format(
        "stack {}{} {} {}\n", stack_name(id),
        context.parent.valid() ? fmt::format(" in {}", stack_name(context.parent)) : std::string(),
        quoted_if_needed(printer.region(context.region)), quoted_if_needed(position));
  }
  return text;
}

bool has_clock_offsets(const Definitions& definitions) {
  return std::any_of(definitions.clock_offsets.begin(), definitions.clock_offsets.end(),
                     [](const std::vector<ClockOffset>& offsets) { return !offsets.empty(); });
}

/// Prints one location: its node and process where these begin, itself, its clock offsets, and its events if
/// they are wanted.
class LocationsPrinter {
 public:
  LocationsPrinter(const Trace& trace, const EventPrinter& printer, const PrintSelection& selection,
                   TextPieces& lines)
      : trace_(trace), printer_(printer), selection_(selection), lines_(lines) {}

  ReadOutcome print(LocationId location) {
    begin(location);
    if (selection_.location.valid() && selection_.location != location) return {};
    PrintingSink sink(printer_, selection_, lines_);
    ReadOutcome outcome = trace_.read(location, sink);
    if (outcome.anomalies[Anomaly::truncated_location] != 0) lines_.add("truncated\n");
    if (outcome.anomalies[Anomaly::missing_location] != 0) lines_.add("missing\n");
    return outcome;
  }

 private:
  void begin(LocationId location) {
    const Definitions& definitions = trace_.definitions();
    const LocationGroupId process = definitions.locations[location.index()].group;
    thread_ = process == process_ ? thread_ + 1 : 0;
    process_ = process;
    const SystemNode& node =
        definitions.system_nodes[definitions.location_groups[process.index()].parent.index()];
    if (is_cause(definitions, location))
      lines_.add(fmt::format("cause {}\n", quoted_if_needed(definitions.locations[location.index()].name)));
    else if (thread_ == 0)
      lines_.add(fmt::format("node {}\nrank {}\n", quoted_if_needed(node.name), process.index()));
    else
      lines_.add(fmt::format("rank {} {} {}\n", process.index(), word_of(definitions, location), thread_));
    for (const ClockOffset& each : definitions.clock_offsets[location.index()]) {
      lines_.add(fmt::format("clock {} {}\n", printer_.time(each.time - selection_.origin),
                             printer_.time(Ticks(each.offset))));
    }
  }

  const Trace& trace_;
  const EventPrinter& printer_;
  const PrintSelection& selection_;
  TextPieces& lines_;
  LocationGroupId process_;
  size_t thread_ = 0;
};

}  // namespace

std::vector<std::string> print_text_trace(const Trace& trace, const PrintSelection& selection,
                                          const TextTaker& take) {
  const Definitions& definitions = trace.definitions();
  const EventPrinter printer(trace);
  TextPieces lines(take);
  lines.add(fmt::format("resolution {}\n", definitions.ticks_per_second));
  if (has_clock_offsets(definitions))
    lines.add(
        "# Times are as each location's own clock read them: a line \"clock TIME OFFSET\" says by how much\n"
        "# it was behind the reference clock at that time.\n");
  for (const ArchiveProperty& property : kArchiveProperties) {
    if (has_property(definitions, property)) lines.add(fmt::format("{}\n", property.line));
  }
  if (definitions.partial) lines.add("partial\n");
  if (const auto by = definitions.properties.find(std::string(kEndedBy)); by != definitions.properties.end())
    lines.add(fmt::format("ended-by {}\n", by->second));
  lines.add(communicators_and_groups_text(definitions, printer));
  lines.add(files_text(definitions, printer));
  lines.add(stacks_text(definitions, printer));

  std::vector<std::string> problems;
  LocationsPrinter locations(trace, printer, selection, lines);
  for (size_t i = 0; i < definitions.locations.size(); ++i) {
    ReadOutcome outcome = locations.print(LocationId(i));
    if (!outcome.problem.empty()) problems.push_back(std::move(outcome.problem));
  }
  lines.finish();
  return problems;
}

std::string print_text_trace(const Trace& trace) {
  std::string text;
  print_text_trace(trace, PrintSelection(), [&](std::string_view lines) { text += lines; });
  return text;
}

}  // namespace latecomer::trace
