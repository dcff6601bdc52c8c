// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/timeline_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

#include "base/json.h"
#include "base/printable.h"
#include "serve/answer_tables.h"
#include "timeline/causes.h"
#include "timeline/edges.h"
#include "timeline/table_message.h"
#include "timeline/wait_rows.h"

namespace latecomer::serve {

using namespace timeline;

namespace {

constexpr size_t kMostLocations = 4096;  ///< Is how many locations a request may name.
constexpr size_t kLatest = size_t{1} << 61U;
// These are bytes of memory that a row takes at most until it has become a part of an answer.
constexpr uint64_t kOfActivity = 250;
constexpr uint64_t kOfWait = 450;
constexpr uint64_t kOfEdge = 350;
constexpr uint64_t kOfStretch = 300;
constexpr uint64_t kOfCorrection = 150;

/// Returns the rows of all locations one after another.
template <class Row>
OfLocations<Row> joined(const Locations& locations, const std::vector<std::vector<Row>>& of_locations) {
  OfLocations<Row> all;
  size_t size = 0;
  for (const std::vector<Row>& rows : of_locations) size += rows.size();
  all.reserve(size);
  for (size_t i = 0; i < locations.size(); ++i)
    for (const Row& row : of_locations[i]) all.emplace_back(locations[i], row);
  return all;
}

uint64_t rows_of(const store::FindingsStore& store, uint32_t table) {
  uint64_t rows = 0;
  for (const store::Entry& entry : store.entries(table)) rows += entry.rows;
  return rows;
}

/// Returns what is known of a single wait state. Times are those since the run's begin.
Json wait_json(const WaitOf& of, Ticks begin) {
  Json json = {
      {"location", of.location.index()}, {"wait", of.wait.wait}, {"begin", (of.wait.begin - begin).count}};
  for_each_answered<store::Wait>([&]<class Field>(const Field& field) {
    const auto& value = *field.find(of.wait);
    if constexpr (std::is_same_v<typename Field::Value, Ticks>)
      json[field.name] = (field.unit == store::Unit::time ? value - begin : value).count;
    else
      json[field.name] = position_or_null(value);
  });
  return json;
}

}  // namespace

struct TimelineAnswers::Entry {
  std::string_view name;
  Names parameters;
  Result<Answer> (TimelineAnswers::*answer)(const ParameterReader&, MemoryShare&);
};

const std::vector<TimelineAnswers::Entry>& TimelineAnswers::entries() {
  static const std::vector<Entry> all = {
      {"timeline", {}, &TimelineAnswers::facts},
      {"timeline/window", {"locations", "from", "to", "resolution"}, &TimelineAnswers::window},
      {"timeline/edges", {"locations", "from", "to", "resolution"}, &TimelineAnswers::edges},
      {"timeline/critical_path", {"from", "to", "resolution"}, &TimelineAnswers::critical_path},
      {"timeline/corrections", {"locations", "from", "to"}, &TimelineAnswers::corrections},
      {"timeline/cause", {"location", "wait"}, &TimelineAnswers::cause},
      {"timeline/caused", {"location", "from", "to", "call_path"}, &TimelineAnswers::caused},
      {"timeline/bins", {"locations", "from", "to", "bins"}, &TimelineAnswers::bins},
      {"timeline/messages", {"locations", "from", "to"}, &TimelineAnswers::messages}};
  return all;
}

TimelineAnswers::TimelineAnswers(std::unique_ptr<Run> run)
    : run_(std::move(run)),
      activities_(std::make_unique<ActivitySource>(*run_)),
      path_(std::make_unique<CriticalPathSource>(*run_)) {}

Names TimelineAnswers::names() {
  Names names;
  for (const Entry& entry : entries()) names.push_back(entry.name);
  return names;
}

Answer TimelineAnswers::answer(std::string_view name, const Parameters& parameters, MemoryShare& memory) {
  const auto entry = std::ranges::find(entries(), name, &Entry::name);
  if (const Status named = check_names(name, entry->parameters, parameters); !named)
    return error_answer(400, printable_line(named.error().message));
  if (run_ == nullptr && name != "timeline") return error_answer(404, printable_line(problem_));
  const Result<Answer> answer = (this->*entry->answer)(ParameterReader(parameters), memory);
  return answer ? *answer : error_answer(400, printable_line(answer.error().message));
}

Result<store::Interval> TimelineAnswers::interval_of(const ParameterReader& parameters) const {
  const size_t all = static_cast<size_t>(run_->clock().run_length().count);
  TRY(const size_t from, parameters.number("from", 0, kLatest, 0));
  TRY(const size_t to, parameters.number("to", from, kLatest, std::max(from, all)));
  const auto at = [&](size_t time) { return begin() + Ticks(static_cast<int64_t>(time)); };
  return store::Interval{at(from), at(to)};
}

Answer TimelineAnswers::tables(const std::vector<Table>& tables, Json facts) {
  Answer answer;
  answer.body = table_message(tables, std::move(facts));
  answer.content_type = "application/octet-stream";
  return answer;
}

Result<Locations> TimelineAnswers::locations_of(const ParameterReader& parameters) const {
  TRY(const std::vector<size_t> positions,
      parameters.positions("locations", run_->report().locations.size(), kMostLocations));
  Locations locations;
  for (const size_t position : positions) locations.emplace_back(position);
  return locations;
}

Result<Window> TimelineAnswers::window_of(const ParameterReader& parameters) const {
  TRY(Locations parsed, locations_of(parameters));
  TRY(const store::Interval when, interval_of(parameters));
  TRY(const size_t resolution, parameters.number("resolution", 1, kLatest, 1));
  return Window{std::move(parsed), when, Ticks(static_cast<int64_t>(std::bit_floor(resolution)))};
}

Result<report::LocationId> TimelineAnswers::location_of(const ParameterReader& parameters) const {
  TRY(const report::LocationId location,
      parameters.position<report::LocationId>("location", run_->report().locations.size()));
  if (!location.valid()) return Error{"a location is needed: location=0"};
  return location;
}

Result<Answer> TimelineAnswers::facts(const ParameterReader& /*parameters*/, MemoryShare& /*memory*/) {
  if (run_ == nullptr) return ok_answer(Json{{"problem", problem_}, {"trace", false}, {"length", 0}});
  const store::FindingsStore& store = run_->store();
  return ok_answer(Json{{"ticks_per_second", run_->clock().ticks_per_second()},
                        {"begin", std::to_string(run_->clock().begin().count)},
                        {"length", run_->clock().run_length().count},
                        {"trace", run_->has_events()},
                        {"problem", run_->problem()},
                        {"waits", rows_of(store, store::Wait::kTable)},
                        {"messages", rows_of(store, store::Message::kTable)},
                        {"transfers", rows_of(store, store::PartitionTransfer::kTable)},
                        {"collectives", rows_of(store, store::CollectivePart::kTable)},
                        {"states", rows_of(store, store::CoreState::kTable)},
                        {"critical_path", rows_of(store, store::Stretch::kTable)},
                        {"corrections", rows_of(store, store::ClockCorrection::kTable)}});
}

Result<Answer> TimelineAnswers::window(const ParameterReader& parameters, MemoryShare& memory) {
  TRY(const Window window, window_of(parameters));
  TRY(const ActivitySource::Plan plan, activities_->plan(window));
  const Status room =
      memory.take(kForReading + plan.rows * kOfActivity + most_wait_rows(*run_, window) * kOfWait);
  if (!room) return refused(room);
  TRY(const Activities activities, activities_->read(plan));
  TRY(const auto waits, read_waits(*run_, window));
  return tables({answer_table(kActivities, joined(window.locations, activities.of_locations), begin()),
                 answer_table(kWaits, joined(window.locations, waits), begin())},
                {{"coarser", activities.is_coarser}, {"problem", printable_line(activities.problem)}});
}

Result<Answer> TimelineAnswers::edges(const ParameterReader& parameters, MemoryShare& memory) {
  TRY(const Window window, window_of(parameters));
  const Status room = memory.take(kForReading + most_edge_rows(*run_, window) * kOfEdge);
  if (!room) return refused(room);
  TRY(const Edges edges, read_edges(*run_, window));
  return tables(
      {answer_table(kMessages, edges.messages, begin()), answer_table(kProbes, edges.probes, begin()),
       answer_table(kCollectives, edges.collectives, begin()),
       answer_table(kTransfers, edges.transfers, begin()), answer_table(kStates, edges.states, begin())},
      {{"has_sent", edges.has_sent},
       {"left_out_messages", edges.left_out_messages},
       {"left_out_probes", edges.left_out_probes},
       {"left_out_transfers", edges.left_out_transfers},
       {"left_out_collectives", edges.left_out_collectives},
       {"left_out_states", edges.left_out_states}});
}

Result<Answer> TimelineAnswers::critical_path(const ParameterReader& parameters, MemoryShare& memory) {
  TRY(const store::Interval when, interval_of(parameters));
  TRY(const size_t wanted, parameters.number("resolution", 1, kLatest, 1));
  const Ticks resolution(static_cast<int64_t>(std::bit_floor(wanted)));
  TRY(const size_t all, path_->size());
  const uint64_t most_rows = std::min<uint64_t>(all, Window{{}, when, resolution}.most_rows());
  if (const Status room = memory.take(kForReading + most_rows * kOfStretch); !room) return refused(room);
  TRY(const std::vector<PathRow> rows, path_->read(when, resolution));
  return tables({answer_table(kStretches, rows, begin())}, {{"all", all}});
}

Result<Answer> TimelineAnswers::corrections(const ParameterReader& parameters, MemoryShare& memory) {
  TRY(const Window window, window_of(parameters));
  const uint64_t most_rows = rows_of(run_->store(), store::ClockCorrection::kTable);
  if (const Status room = memory.take(kForReading + most_rows * kOfCorrection); !room) return refused(room);
  OfLocations<ClockShift> rows;
  for (const report::LocationId location : window.locations) {
    TRY(const ClockMap clock, run_->clock_of(location));
    for (const store::ClockCorrection& row : clock.corrections())
      if (window.when.begin <= row.after && row.after <= window.when.end)
        rows.push_back({location, {row.after, row.after - row.before}});
  }
  return tables({answer_table(kCorrections, rows, begin())}, Json::object());
}

Result<Answer> TimelineAnswers::cause(const ParameterReader& parameters, MemoryShare& memory) {
  TRY(const report::LocationId location, location_of(parameters));
  TRY(const size_t wait, parameters.number("wait", 0, UINT32_MAX, 0));
  if (const Status room = memory.take(kForReading); !room) return refused(room);
  TRY(const CauseChain chain, find_cause(*run_, location, static_cast<uint32_t>(wait)));
  const Json nodes = list_json(chain.nodes, [&](const CauseNode& node) -> Json {
    const Json delays = list_json(node.delays, [](const CauseNode::DelayPart& part) -> Json {
      return {{"location", part.location.index()},
              {"path", part.path.index()},
              {"time", part.time.count},
              {"cost", part.cost}};
    });
    Json interval;
    if (node.interval)
      interval = {{"from", since_begin(node.interval->begin)}, {"to", since_begin(node.interval->end)}};
    return {{"wait", wait_json(node.wait, begin())},
            {"parent", node.parent},
            {"cost", node.cost},
            {"interval", interval},
            {"delays", delays}};
  });
  return ok_answer(Json{{"nodes", nodes}, {"cut", chain.is_cut}});
}

Result<Answer> TimelineAnswers::caused(const ParameterReader& parameters, MemoryShare& memory) {
  TRY(const report::LocationId location, location_of(parameters));
  TRY(const store::Interval when, interval_of(parameters));
  TRY(const report::CallPathId path,
      parameters.position<report::CallPathId>("call_path", run_->report().call_paths.size()));
  if (const Status room = memory.take(kForReading); !room) return refused(room);
  TRY(const CausedWaits caused, find_caused(*run_, location, when, path));
  const Json waits = list_json(caused.waits, [&](const CausedWait& each) -> Json {
    return {{"wait", wait_json(each.wait, begin())}, {"through", or_null(each.through)}};
  });
  return ok_answer(Json{{"waits", waits}, {"cut", caused.is_cut}});
}

}  // namespace latecomer::serve
