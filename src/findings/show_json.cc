// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/show_json.h"

#include <utility>
#include <vector>

#include "base/json.h"
#include "findings/findings_json.h"
#include "findings/value_cells.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/call_sites.h"
#include "report/locations.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

Json metrics_json(const Space& space) {
  const Report& report = space.report();
  Json list = Json::array();
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    const Metric& metric = report.metrics[i];
    list.push_back({{"id", metric.id},
                    {"name", metric.name},
                    {"unit", metric.unit},
                    {"data_type", metric.data_type},
                    {"derived", is_derived(metric)},
                    {"parent", position_or_null(metric.parent)},
                    {"description", metric.description},
                    {"remedy", remedy_of(report, MetricId(i))},
                    {"total", space.total(MetricId(i))}});
  }
  return list;
}

Json regions_json(const Report& report) {
  return list_json(report.regions, [](const Region& region) -> Json {
    return {{"name", region.name},
            {"paradigm", region.paradigm},
            {"role", region.role},
            {"file", region.module},
            {"begin_line", region.begin_line},
            {"end_line", region.end_line},
            {"description", region.description}};
  });
}

Json call_paths_json(const Report& report) {
  const std::vector<CallPathId> sites = own_sites(report);
  auto site = sites.begin();
  return list_json(report.call_paths, [&](const CallPath& path) -> Json {
    return {{"parent", position_or_null(path.parent)},
            {"region", path.region.index()},
            {"call_file", path.call_file},
            {"call_line", path.call_line},
            {"own_site", position_or_null(*site++)}};
  });
}

Json nodes_json(const Report& report) {
  return list_json(report.system_nodes, [](const SystemNode& node) -> Json {
    return {{"name", node.name}, {"class", node.class_name}, {"parent", position_or_null(node.parent)}};
  });
}

Json ranks_json(const Report& report) {
  return list_json(report.location_groups, [](const LocationGroup& group) -> Json {
    return {{"name", group.name},
            {"type", group.type},
            {"rank", group.rank},
            {"node", position_or_null(group.parent)}};
  });
}

Json locations_json(const Report& report) {
  return list_json(report.locations, [](const Location& location) -> Json {
    return {{"name", location.name},
            {"type", location.type},
            {"rank", location.group.index()},
            {"thread", location.rank}};
  });
}

void print_values(const Space& space, MetricId only, JsonPrinter& printer) {
  printer.begin_list("values");
  for (const RowKey& key : cells_with_values(space.report(), Below::excluded)) {
    if (only.valid() && key.first != only) continue;
    printer.add_element({{"metric", key.first.index()},
                         {"call_path", key.second.index()},
                         {"values", space.per_location(key.first, key.second, Below::excluded)}});
  }
  printer.end_list();
}

/// Calls `use` for each of the definitions with its key.
void for_each_definition(const Space& space, const std::function<void(const char* key, Json value)>& use) {
  const Report& report = space.report();
  Json metrics = metrics_json(space);  // This notes what cannot be evaluated.
  use("version", kJsonVersion);
  use("units", {{"time", "s"}});
  use("attributes", report.attributes);
  use("notes", space.notes());
  use("metrics", std::move(metrics));
  use("regions", regions_json(report));
  use("call_paths", call_paths_json(report));
  use("nodes", nodes_json(report));
  use("ranks", ranks_json(report));
  use("locations", locations_json(report));
}

}  // namespace

Json definitions_json(const Space& space) {
  Json all;
  for_each_definition(space, [&](const char* key, Json value) { all[key] = std::move(value); });
  return all;
}

void write_json(const Space& space, MetricId only, const TextTaker& take) {
  JsonPrinter printer(take);
  const auto print = [&](const char* key, const Json& value) { printer.add(key, value); };
  for_each_definition(space, print);
  print_values(space, only, printer);
  for (const JsonMember& each : findings_list()) printer.add(each.key, each.json(space));
  printer.end();
}

}  // namespace latecomer::findings
