// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Which regions recording costs most for.
//
// Every event costs about the same time and room, so a region costs as much as it has events: its enters and
// leaves, and what its calls have besides. Only functions can be left out. Those with the most events come
// first in the filter, until half of all events are gone.
//
// Cost: the archive's events are read once.

#include "cli/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "cli/archive_size.h"
#include "cli/counted_calls.h"
#include "record/archive/event_cost.h"
#include "text/table.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace text;

namespace {

/// Returns how long an event takes on this machine, where the run was recorded, in seconds: to read the clock
/// and to store an event is measured, and what is done beside that takes in proportion. `./dev bench record`
/// finds 2.6 times as much in all for an event of a function, and 1.8 to 2.8 for one of MPI with its stack.
Result<double> seconds_of_event(const std::string& archive) {
  constexpr double kToStored = 2.5;
  TRY(const double stored, record::seconds_to_store_an_event(archive));
  return kToStored * stored;
}

struct RegionEvents {
  trace::RegionId region;
  uint64_t visits = 0;
  uint64_t events = 0;
};

class EventCounter final : public trace::EventSink {
 public:
  explicit EventCounter(std::map<trace::RegionId, RegionEvents>& regions) : regions_(regions) {}

  void on_event(const trace::Event& event) override {
    if (event.kind == trace::EventKind::enter || event.kind == trace::EventKind::program_begin) {
      open_.push_back(event.region);
      ++regions_[event.region].visits;
    }
    if (open_.empty()) return;
    ++regions_[open_.back()].events;
    if (event.kind == trace::EventKind::leave || event.kind == trace::EventKind::program_end)
      open_.pop_back();
  }

 private:
  std::map<trace::RegionId, RegionEvents>& regions_;
  std::vector<trace::RegionId> open_;
};

/// Counts the events of regions, the most first.
Result<std::vector<RegionEvents>> count_events(const trace::Trace& trace) {
  std::map<trace::RegionId, RegionEvents> regions;
  for (size_t l = 0; l < trace.definitions().locations.size(); ++l) {
    EventCounter counter(regions);
    const trace::ReadOutcome outcome = trace.read(trace::LocationId(l), counter);
    if (!outcome.problem.empty()) return Error{outcome.problem};
  }
  std::vector<RegionEvents> sorted;
  for (auto& [region, counted] : regions) {
    counted.region = region;
    sorted.push_back(counted);
  }
  std::ranges::stable_sort(sorted, std::greater(), &RegionEvents::events);
  return sorted;
}

/// Returns a pattern of a filter that only this name matches.
std::string pattern_of(const trace::Region& region) {
  const bool is_mangled = !region.canonical_name.empty() && region.canonical_name != region.name;
  std::string pattern = is_mangled ? "MANGLED " : "";
  for (const char c : is_mangled ? region.canonical_name : region.name) {
    if (std::string_view(" *?[\\#").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

std::string filter_for(const trace::Trace& trace, const std::vector<RegionEvents>& regions, uint64_t all) {
  uint64_t left_out = 0;
  std::string rules;
  for (const RegionEvents& each : regions) {
    const trace::Region region = trace.region(each.region);
    if (2 * left_out >= all) break;
    if (region.paradigm != trace::Paradigm::compiler) continue;
    rules += fmt::format("    EXCLUDE {}\n", pattern_of(region));
    left_out += each.events;
  }
  if (rules.empty())
    return wrapped(
        "No functions were recorded, so there are none to be left out by a filter. --ranks, --from and "
        "--to record less of the run.",
        "");
  return fmt::format("A filter that leaves out {:.0f} % (latecomer record --filter FILE)\n",
                     100 * static_cast<double>(left_out) / static_cast<double>(all)) +
         "  SCOREP_REGION_NAMES_BEGIN\n" + rules + "  SCOREP_REGION_NAMES_END\n";
}

}  // namespace

Result<std::string> estimate(const std::string& archive, const trace::Trace& trace) {
  TRY(const std::vector<RegionEvents> regions, count_events(trace));
  uint64_t all = 0;
  for (const RegionEvents& each : regions) all += each.events;
  if (all == 0) return std::string("Nothing was recorded, so there is nothing to estimate.\n");
  TRY(const double seconds_of_each, seconds_of_event(archive));
  const trace::Definitions& definitions = trace.definitions();
  const double seconds =
      static_cast<double>(definitions.length) / static_cast<double>(definitions.ticks_per_second);
  const double bytes = static_cast<double>(size_of_archive(archive).events);
  const double bytes_per_event = bytes / static_cast<double>(all);
  std::string text = fmt::format("What recording costs: {} events, {}", grouped(all), bytes_text(bytes));
  if (seconds > 0)
    text += fmt::format("; a second: {} events, {}",
                        grouped(static_cast<size_t>(static_cast<double>(all) / seconds)),
                        bytes_text(bytes / seconds));
  const auto line = [](const auto&... cells) { return table_line({16, 14, 10, 11, -2}, {cells...}); };
  text.append("\n").append(line("visits", "events", "size", "time *", "  region"));
  constexpr size_t kShown = 15;
  for (size_t i = 0; i < std::min(kShown, regions.size()); ++i) {
    const RegionEvents& each = regions[i];
    const double events = static_cast<double>(each.events);
    const trace::Region region = trace.region(each.region);
    text += line(grouped(each.visits), grouped(each.events), bytes_text(events * bytes_per_event),
                 with_unit(events * seconds_of_each), "  " + region.name);
  }
  return text +
         fmt::format("  * of all threads together, at {} an event, by what this machine takes to store one\n",
                     with_unit(seconds_of_each)) +
         list_of_counted(definitions) + filter_for(trace, regions, all);
}

}  // namespace latecomer::cli
