// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Values, statistics and the largest ones are the same question: numbers by call path, region, location, ...
// of one metric. They differ in what is said of these numbers.

#include "serve/answer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/json.h"
#include "findings/align.h"
#include "findings/compare.h"
#include "findings/compare_json.h"
#include "findings/findings_json.h"
#include "findings/show_json.h"
#include "query/regions.h"
#include "query/statistics.h"
#include "report/column.h"

namespace latecomer::serve {

using namespace query;
using namespace report;

namespace {

/// Is one thing that there is a value for. It says what part of the values is combined for it.
struct Item {
  size_t position;  ///< Is the position in the report's list of such things.
  std::vector<size_t> parts;
};
using Items = std::vector<Item>;

bool is_over_call_paths(By by) {
  return by == By::total || by == By::call_path || by == By::region;
}

/// Returns the call paths that the request is about, in the order of the tree.
std::vector<CallPathId> call_paths_of(const Space& space, const Request& request) {
  const std::vector<CallPathId>& roots = space.call_tree().roots();
  std::vector<CallPathId> paths;
  for (const CallPathId root : request.path.valid() ? std::vector{request.path} : roots) {
    const std::span<const CallPathId> subtree = space.call_tree().subtree(root);
    paths.insert(paths.end(), subtree.begin(), subtree.end());
  }
  return paths;
}

/// Returns the regions with call paths; only the one that the request names, if it names one.
Items regions(const Space& space, const Request& request) {
  const auto of_regions = call_paths_of_regions(space.report(), space.call_tree(),
                                                call_paths_of(space, request), request.callees);
  Items items;
  for (size_t i = 0; i < of_regions.size(); ++i) {
    const bool is_wanted = !request.region.valid() || request.region.index() == i;
    if (of_regions[i].empty() || !is_wanted) continue;
    items.push_back({i, {}});
    for (const CallPathId path : of_regions[i]) items.back().parts.push_back(path.index());
  }
  return items;
}

/// Returns the call paths that together are the region of the request.
std::vector<size_t> call_paths_of_region(const Space& space, const Request& request) {
  Items items = regions(space, request);
  return items.empty() ? std::vector<size_t>() : std::move(items.front().parts);
}

Items single(std::vector<size_t> positions) {
  std::ranges::sort(positions);
  Items items;
  for (const size_t position : positions) items.push_back({position, {position}});
  return items;
}

Items call_path_items(const Space& space, const Request& request) {
  if (request.by == By::region) return regions(space, request);
  std::vector<size_t> positions;
  if (request.region.valid()) {
    positions = call_paths_of_region(space, request);
    return request.by == By::call_path ? single(positions) : Items{{0, positions}};
  }
  if (request.by == By::call_path) {
    for (const CallPathId path : call_paths_of(space, request)) positions.push_back(path.index());
    return single(positions);
  }
  if (request.path.valid()) return {{0, {request.path.index()}}};
  for (const CallPathId root : space.call_tree().roots()) positions.push_back(root.index());
  return {{0, positions}};
}

/// Returns the processes or nodes that have some of the locations.
Items system_items(const Space& space, const Request& request) {
  const Report& report = space.report();
  const std::vector<size_t> locations = locations_in(report, request.where);
  if (request.by == By::location) return single(locations);
  std::vector<std::vector<size_t>> parts(std::max(report.location_groups.size(), report.system_nodes.size()));
  for (const size_t location : locations) {
    const LocationGroupId group = report.locations[location].group;
    if (request.by == By::rank) {
      parts[group.index()].push_back(location);
      continue;
    }
    for (SystemNodeId node = report.location_groups[group.index()].parent; node.valid();
         node = report.system_nodes[node.index()].parent)
      parts[node.index()].push_back(location);
  }
  Items items;
  for (size_t i = 0; i < parts.size(); ++i)
    if (!parts[i].empty()) items.push_back({i, std::move(parts[i])});
  return items;
}

/// Returns by location what the call paths of the request's region have together.
Column column_of_region(const Space& space, MetricId metric, const Request& request) {
  const std::vector<size_t> paths = call_paths_of_region(space, request);
  Column sum(space.by_location(metric).type(), space.report().locations.size());
  for (const size_t path : paths) sum.add(space.by_location(metric, CallPathId(path), request.callees));
  return sum;
}

Column column_of(const Space& space, MetricId metric, const Request& request) {
  if (is_over_call_paths(request.by)) {
    const bool is_whole = request.by == By::total && !request.path.valid() && !request.region.valid();
    return space.by_call_path(metric, is_whole ? Below::included : request.callees, request.where);
  }
  if (request.region.valid()) return column_of_region(space, metric, request);
  return request.path.valid() ? space.by_location(metric, request.path, request.callees)
                              : space.by_location(metric);
}

/// Returns whether values are calculated from sums of other metrics, so that they themselves do not add up.
bool is_calculated(const Space& space, MetricId metric) {
  return space.kind_of(metric) == MetricKind::postderived;
}

/// Returns what of the system an item's value is about: the item, or that part of it which the request names.
SystemPart part_of(const Report& report, const Request& request, const Item& item) {
  SystemPart part;
  if (request.by == By::total) return request.where;
  if (request.by == By::rank) part = LocationGroupId(item.position);
  if (request.by == By::node) part = SystemNodeId(item.position);
  return locations_in(report, part).size() == item.parts.size() ? part : request.where;
}

std::vector<double> calculated(const Space& space, MetricId metric, const Request& request,
                               const Items& items) {
  Question question;
  if (request.path.valid()) question = {.path = request.path, .below = request.callees};
  std::vector<double> numbers;
  for (const Item& item : items) {
    question.where = part_of(space.report(), request, item);
    numbers.push_back(space.whole(metric, question).number(0));
  }
  return numbers;
}

std::vector<double> numbers_of(const Space& space, MetricId metric, const Request& request,
                               const Items& items) {
  const bool is_combined = request.by == By::total || request.by == By::rank || request.by == By::node;
  if (is_combined && is_calculated(space, metric)) return calculated(space, metric, request, items);
  const Column column = column_of(space, metric, request);
  std::vector<double> numbers;
  for (const Item& item : items)
    numbers.push_back(item.parts.size() == 1 ? column.number(item.parts.front())
                                             : column.combined(item.parts).number(0));
  return numbers;
}

/// Returns a number for each item; without what child metrics account for, where that is wanted.
std::vector<double> numbers_of(const Space& space, const Request& request, const Items& items) {
  std::vector<double> numbers = numbers_of(space, request.metric, request, items);
  if (request.child_metrics == Below::included) return numbers;
  const std::vector<Metric>& metrics = space.report().metrics;
  for (size_t m = 0; m < metrics.size(); ++m) {
    if (metrics[m].parent != request.metric || is_calculated(space, MetricId(m)) || !is_sum(metrics[m]))
      continue;
    const std::vector<double> parts = numbers_of(space, MetricId(m), request, items);
    for (size_t i = 0; i < numbers.size(); ++i) numbers[i] -= parts[i];
  }
  return numbers;
}

std::string name_of_item(const Report& report, By by, size_t position) {
  switch (by) {
    case By::call_path:
      return report.path_name(CallPathId(position));
    case By::region:
      return report.regions[position].name;
    case By::location:
      return report.location_name(LocationId(position));
    case By::rank:
      return report.location_groups[position].name;
    case By::node:
      return report.system_nodes[position].name;
    case By::total:
      break;
  }
  return "";
}

Json head(const Report& report, const Request& request) {
  const Metric& metric = report.metrics[request.metric.index()];
  return {{"metric", metric.id}, {"unit", metric.unit}, {"by", name_of(request.by)}};
}

Json values_json(const Report& report, const Request& request, const Items& items,
                 const std::vector<double>& numbers) {
  Json json = head(report, request);
  if (request.by == By::total) {
    json["value"] = numbers.front();
    return json;
  }
  json["positions"] = list_json(items, [](const Item& item) { return item.position; });
  json["values"] = numbers;
  return json;
}

Json statistics_json(const Report& report, const Request& request, const Items& items,
                     const std::vector<double>& numbers) {
  Json json = head(report, request);
  json["count"] = numbers.size();
  if (numbers.empty()) return json;
  const Statistics found = statistics_of(numbers);
  const auto least = std::ranges::min_element(numbers, is_less);
  const auto most = std::ranges::max_element(numbers, is_less);
  json["sum"] = found.sum;
  json["mean"] = found.mean;
  json["deviation"] = std::sqrt(found.variance());
  json["minimum"] = found.minimum;
  json["first_quartile"] = found.first_quartile;
  json["median"] = found.median;
  json["third_quartile"] = found.third_quartile;
  json["maximum"] = found.maximum;
  json["minimum_at"] = items[static_cast<size_t>(least - numbers.begin())].position;
  json["maximum_at"] = items[static_cast<size_t>(most - numbers.begin())].position;
  return json;
}

Json top_json(const Report& report, const Request& request, const Items& items,
              const std::vector<double>& numbers) {
  std::vector<size_t> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](size_t a, size_t b) { return is_less(numbers[b], numbers[a]); });
  order.resize(std::min(order.size(), request.limit));
  Json json = head(report, request);
  json["top"] = list_json(order, [&](size_t i) -> Json {
    const size_t position = items[i].position;
    return {
        {"position", position}, {"name", name_of_item(report, request.by, position)}, {"value", numbers[i]}};
  });
  return json;
}

std::string in_small_letters(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

Json search_json(const Report& report, const Request& request) {
  const size_t size = request.by == By::region ? report.regions.size() : report.call_paths.size();
  const std::string wanted = in_small_letters(request.text);
  size_t count = 0;
  Json found = Json::array();
  for (size_t i = 0; i < size; ++i) {
    const std::string name =
        request.by == By::region ? report.regions[i].name : report.node_name(CallPathId(i));
    if (in_small_letters(name).find(wanted) == std::string::npos) continue;
    if (count++ < request.limit)
      found.push_back({{"position", i}, {"name", name_of_item(report, request.by, i)}});
  }
  return {{"by", name_of(request.by)}, {"count", count}, {"found", std::move(found)}};
}

/// Returns where things of one kind stand in a topology; null where none do.
template <class Ids>
Json placed_json(const Ids& ids, const std::vector<uint32_t>& coordinates) {
  if (ids.empty()) return {};
  return {{"positions", positions_json(ids)}, {"coordinates", coordinates}};
}

Json topologies_json(const Report& report) {
  const auto dimension_json = [](const Topology::Dimension& each) -> Json {
    return {{"name", each.name}, {"size", each.size}, {"periodic", each.periodic}};
  };
  return {{"topologies", list_json(report.topologies, [&](const Topology& each) -> Json {
             return {{"name", each.name},
                     {"dimensions", list_json(each.dimensions, dimension_json)},
                     {"locations", placed_json(each.locations, each.coordinates)},
                     {"ranks", placed_json(each.groups, each.group_coordinates)},
                     {"nodes", placed_json(each.system_nodes, each.system_node_coordinates)}};
           })}};
}

Json compare_json(const Space& base, const Space& other, const Request& request) {
  const Space* const sides[] = {&base, &other};
  return findings::comparison_json(findings::compare(
      {sides, 1}, {sides + 1, 1}, request.limit == 0 ? findings::kAllCallPaths : request.limit));
}

}  // namespace

Json answer(const Spaces& spaces, const Request& request) {
  const Space& space = request.is_of_second ? *spaces.second : spaces.first;
  const Report& report = space.report();
  if (request.kind == Kind::compare) return compare_json(spaces.first, *spaces.second, request);
  if (request.kind == Kind::aligned) return findings::aligned_json(report, spaces.second->report());
  if (request.kind == Kind::report) return findings::definitions_json(space);
  if (request.kind == Kind::findings) return findings::findings_json(space);
  if (request.kind == Kind::summary) return findings::summary_json(space);
  if (request.kind == Kind::source_files) return {{"source_files", findings::source_files_json(space)}};
  if (request.kind == Kind::topologies) return topologies_json(report);
  if (request.kind == Kind::search) return search_json(report, request);
  const Items items =
      is_over_call_paths(request.by) ? call_path_items(space, request) : system_items(space, request);
  const std::vector<double> numbers = numbers_of(space, request, items);
  if (request.kind == Kind::values) return values_json(report, request, items, numbers);
  if (request.kind == Kind::statistics) return statistics_json(report, request, items, numbers);
  return top_json(report, request, items, numbers);
}

}  // namespace latecomer::serve
