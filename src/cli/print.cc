// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/parse_number.h"
#include "cli/commands.h"
#include "cli/open_trace.h"
#include "cli/put_out.h"
#include "trace/print_trace.h"
#include "trace/text_events.h"

namespace latecomer::cli {

namespace {

using trace::Definitions;
using trace::LocationGroupId;
using trace::LocationId;

struct PrintOptions {
  std::string trace;
  std::string location;
  std::string from;
  std::string to;
};

/// Returns the location that "3" or "3.1" means: thread 1 of rank 3.
Result<LocationId> find_location(const Definitions& definitions, std::string_view name) {
  const size_t point = std::min(name.find('.'), name.size());
  const std::optional<size_t> rank = parse_number<size_t>(name.substr(0, point));
  const std::optional<size_t> thread =
      point < name.size() ? parse_number<size_t>(name.substr(point + 1)) : std::optional<size_t>(0);
  if (!rank || !thread)
    return Error{fmt::format("--location {}: expected RANK or RANK.THREAD, as in 3 or 3.1", name)};
  if (*rank >= definitions.location_groups.size())
    return Error{fmt::format("--location {}: the trace has ranks 0 to {}", name,
                             definitions.location_groups.size() - 1)};
  size_t threads = 0;
  for (size_t i = 0; i < definitions.locations.size(); ++i) {
    if (definitions.locations[i].group != LocationGroupId(*rank)) continue;
    if (threads++ == *thread) return LocationId(i);
  }
  return Error{fmt::format("--location {}: rank {} has {} thread{}, numbered from 0", name, *rank, threads,
                           threads == 1 ? "" : "s")};
}

Result<Ticks> parse_bound(const char* option, const std::string& text, uint64_t ticks_per_second) {
  const Result<Ticks> time = trace::parse_time(text, ticks_per_second);
  if (!time) return Error{fmt::format("{} {}: {}", option, text, time.error().message)};
  return time;
}

Result<trace::PrintSelection> selection_of(const PrintOptions& options, const Definitions& definitions) {
  trace::PrintSelection selection;
  // The run begins at 0, as in reports.
  selection.origin = Ticks(static_cast<int64_t>(definitions.global_offset));
  if (!options.location.empty()) {
    TRY(selection.location, find_location(definitions, options.location));
  }
  if (!options.from.empty()) {
    TRY(selection.from, parse_bound("--from", options.from, definitions.ticks_per_second));
  }
  if (!options.to.empty()) {
    TRY(selection.to, parse_bound("--to", options.to, definitions.ticks_per_second));
  }
  return selection;
}

Status print(const PrintOptions& options) {
  TRY(const std::unique_ptr<trace::Trace> archive, open_trace(options.trace));
  TRY(const trace::PrintSelection selection, selection_of(options, archive->definitions()));
  const std::vector<std::string> problems = trace::print_text_trace(*archive, selection, put_out);
  for (const std::string& problem : problems) put_error(problem);
  return {};
}

}  // namespace

void add_print_command(CLI::App& app, int& exit_code) {
  const std::shared_ptr<PrintOptions> options = std::make_shared<PrintOptions>();
  CLI::App* command = app.add_subcommand("print", "Print a trace's events as text");
  command->add_option("trace", options->trace, "OTF2 archive: its directory or its .otf2 file")->required();
  command->add_option("--location", options->location,
                      "RANK or RANK.THREAD: only the events of this rank's main thread, or of this thread");
  command->add_option("--from", options->from, "SECONDS since the run began: no events before this time");
  command->add_option("--to", options->to, "SECONDS since the run began: no events after this time");
  command->footer(
      "Examples:\n"
      "  latecomer print run1                   definitions, then each location's\n"
      "                                         events by time\n"
      "  latecomer print run1 --location 2      what rank 2's main thread did\n"
      "  latecomer print run1 --location 2.1 --from 17.5\n"
      "                                         what its thread 1 did from 17.5 s on\n\n"
      "A line is a time in seconds since the run began, the kind of event, and what\n"
      "belongs to it: docs/text-traces.md. Times are as recorded; clock offsets are\n"
      "printed and not applied.");
  run_when_called(*command, exit_code, [options] { return print(*options); });
}

}  // namespace latecomer::cli
