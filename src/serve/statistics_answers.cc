// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// These are the requests below timeline that add up what happened in a window, for any number of locations.

#include <algorithm>
#include <array>
#include <cstdint>
#include <thread>
#include <utility>

#include "base/json.h"
#include "base/printable.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/locations.h"
#include "serve/timeline_answers.h"
#include "timeline/bins.h"
#include "timeline/messages.h"

namespace latecomer::serve {

using namespace timeline;

namespace {

constexpr size_t kMostBins = 2000;
constexpr size_t kUsualBins = 200;

/// Returns about how many bytes are taken at most.
uint64_t memory_for_bins(const report::Report& report, size_t locations, size_t bins,
                         const findings::PathKinds& kinds) {
  constexpr uint64_t kRows = uint64_t{64} << 20U;  // So many are read, however many locations there are.
  constexpr uint64_t kOfLocation = 600;            // This is read of a location at least, with its position.
  constexpr uint64_t kOfCell = 256 * sizeof(Ticks);  // So many locations are read at once.
  constexpr uint64_t kOfCallPath = 40;
  return kRows + locations * kOfLocation + bins * (kinds.kinds.size() + 1) * kOfCell +
         report.call_paths.size() * kOfCallPath;
}

Json kinds_json(const findings::PathKinds& kinds) {
  return list_json(kinds.kinds, [](const findings::PathKinds::Kind& kind) -> Json {
    return {{"name", kind.name}, {"metrics", positions_json(kind.metrics)}};
  });
}

/// Is of a bin, a call path, or a group of processes: a list of its own has what is not zero.
struct Cell {
  size_t row = 0;
  size_t column = 0;
  double value = 0;
};

std::vector<Cell> kind_cells(const TimeBins& all) {
  std::vector<Cell> cells;
  for (size_t b = 0; b < all.bins.size(); ++b) {
    const std::vector<Ticks>& times = all.bins[b].by_kind;
    for (size_t k = 0; k < times.size(); ++k)
      if (times[k] > Ticks()) cells.push_back({b, k, static_cast<double>(times[k].count)});
  }
  return cells;
}

std::vector<Cell> wait_cells(const TimeBins& all) {
  std::vector<Cell> cells;
  for (size_t b = 0; b < all.bins.size(); ++b)
    for (const auto& [metric, time] : all.bins[b].waits)
      cells.push_back({b, metric.index(), static_cast<double>(time.count)});
  return cells;
}

std::vector<Cell> path_cells(const TimeBins& all, const findings::PathKinds& kinds) {
  std::vector<Cell> cells;
  for (size_t p = 0; p < all.by_path.size(); ++p)
    if (all.by_path[p] > Ticks())
      cells.push_back({p, kinds.of_path[p], static_cast<double>(all.by_path[p].count)});
  return cells;
}

/// Makes a table of cells. `names` are those of its columns: of row, column and value.
template <class ColumnType>
Table cell_table(std::string_view name, const std::array<std::string_view, 3>& names,
                 const std::vector<Cell>& cells) {
  return {name,
          {column<uint32_t>(names[0], cells, &Cell::row), column<ColumnType>(names[1], cells, &Cell::column),
           column<double>(names[2], cells, &Cell::value)}};
}

/// Returns the elements of a list that are not empty, with their positions.
std::vector<std::pair<size_t, MessageSum>> with_messages(const std::vector<MessageSum>& sums) {
  std::vector<std::pair<size_t, MessageSum>> some;
  for (size_t i = 0; i < sums.size(); ++i)
    if (sums[i].count > 0) some.emplace_back(i, sums[i]);
  return some;
}

}  // namespace

const findings::PathKinds& TimelineAnswers::kinds() {
  std::call_once(*kinds_found_, [&] { kinds_ = findings::path_kinds(query::Space(run_->report())); });
  return kinds_;
}

Result<Locations> TimelineAnswers::locations_or_all(const ParameterReader& parameters) const {
  if (parameters.text("locations")) return locations_of(parameters);
  Locations all;
  for (size_t l = 0; l < run_->report().locations.size(); ++l) all.emplace_back(l);
  return all;
}

Result<Answer> TimelineAnswers::bins(const ParameterReader& parameters, MemoryShare& memory) {
  const report::Report& report = run_->report();
  TRY(Locations locations, locations_or_all(parameters));
  std::erase_if(locations, [&](report::LocationId location) {
    return !report::is_thread(report.locations[location.index()]);
  });
  TRY(const store::Interval when, interval_of(parameters));
  TRY(const size_t count, parameters.number("bins", 1, kMostBins, kUsualBins));
  const findings::PathKinds& kinds = this->kinds();
  if (const Status room = memory.take(memory_for_bins(report, locations.size(), count, kinds)); !room)
    return refused(room);
  TRY(const TimeBins all, read_bins(*run_, *activities_, locations, when, count,
                                    {kinds.kinds.size(), kinds.of_path, kinds.idle, kinds.computation}));
  using Bin = TimeBins::Bin;
  const auto& bins = all.bins;
  return tables({{"bins",
                  {column<double>("begin", bins, [&](const Bin& bin) { return since_begin(bin.begin); }),
                   column<double>("end", bins, [&](const Bin& bin) { return since_begin(bin.end); }),
                   column<double>("unknown", bins, [](const Bin& bin) { return bin.unknown.count; }),
                   column<double>("largest_computation", bins,
                                  [](const Bin& bin) { return bin.largest_computation.count; }),
                   column<double>("largest_possible", bins,
                                  [](const Bin& bin) { return bin.largest_possible.count; })}},
                 cell_table<uint8_t>("kinds", {"bin", "kind", "time"}, kind_cells(all)),
                 cell_table<uint32_t>("waits", {"bin", "metric", "amount"}, wait_cells(all)),
                 cell_table<uint8_t>("paths", {"path", "kind", "time"}, path_cells(all, kinds))},
                {{"kinds", kinds_json(kinds)},
                 {"computation", kinds.computation},
                 {"idle", kinds.idle},
                 {"wait_metrics", positions_json(findings::outermost_waits(report))},
                 {"kinds_exact", kinds.is_exact},
                 {"waits_exact", all.waits_are_exact},
                 {"threads", locations.size()},
                 {"problem", printable_line(all.problem)}});
}

Result<Answer> TimelineAnswers::messages(const ParameterReader& parameters, MemoryShare& memory) {
  TRY(const Locations locations, locations_or_all(parameters));
  TRY(const store::Interval when, interval_of(parameters));
  const uint64_t matrices =
      kMostGroups * kMostGroups * sizeof(MessageSum) * (std::thread::hardware_concurrency() + 1);
  if (const Status room = memory.take(kForReading + matrices); !room) return refused(room);
  TRY(const MessageStatistics found, message_statistics(*run_, locations, when));
  const auto matrix = with_messages(found.matrix);
  const auto sizes = with_messages(found.sizes);
  const size_t groups = std::max<size_t>(found.groups, 1);
  const auto count = [](const auto& row) { return row.second.count; };
  const auto bytes = [](const auto& row) { return row.second.bytes; };
  return tables(
      {{"matrix",
        {column<uint32_t>("sender", matrix, [&](const auto& row) { return row.first / groups; }),
         column<uint32_t>("receiver", matrix, [&](const auto& row) { return row.first % groups; }),
         column<double>("count", matrix, count), column<double>("bytes", matrix, bytes)}},
       {"sizes",
        {column<uint32_t>("bits", sizes, [](const auto& row) { return row.first; }),
         column<double>("count", sizes, count), column<double>("bytes", sizes, bytes)}}},
      {{"ranks_per_group", found.ranks_per_group}, {"groups", found.groups}, {"left_out", found.left_out}});
}

}  // namespace latecomer::serve
