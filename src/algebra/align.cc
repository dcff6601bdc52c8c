// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Reports of different runs have different call trees, processes and metrics. They are brought together tree
// by tree, each from its roots downwards: a node is the same as one that is there already if it has the same
// name, and its parent was found to be the same. What is new is added behind what was there. In the end the
// trees are put into depth-first order, in which files number them.

#include "algebra/align.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "algebra/node_union.h"
#include "algebra/system_union.h"
#include "report/moved_lines.h"
#include "report/tree.h"

namespace latecomer::algebra {

using namespace report;

namespace {

class Aligner {
 public:
  explicit Aligner(SystemShape shape) : system_(result_.report, shape) {}

  void specify(const Report& specification);

  /// `moved`: by call path, the one of the first operand of which it has the region and the call site.
  void add(const Report& report, std::span<const PathPart> parts, std::span<const CallPathId> moved = {}) {
    Operand operand;
    operand.report = &report;
    add_metrics(operand);
    add_call_paths(operand, parts, moved);
    system_.add(operand);
    add_facts(report);
    result_.operands.push_back(std::move(operand));
  }

  Alignment take() {
    number_depth_first();
    return std::move(result_);
  }

 private:
  MetricId place_metric(const Metric& metric, const std::vector<MetricId>& places);
  void add_metrics(Operand& operand);
  bool accept_values(const Metric& from, Metric& into);
  void add_call_paths(Operand& operand, std::span<const PathPart> parts, std::span<const CallPathId> moved);
  RegionId add_region(const Region& region);
  void add_facts(const Report& report);
  void number_depth_first();

  Alignment result_;
  NodeUnion metrics_;
  size_t specified_ = 0;  ///< so many metrics come from a specification
  NodeUnion call_paths_;
  std::map<std::tuple<std::string, std::string, int64_t, int64_t>, RegionId> regions_;
  SystemUnion system_;
};

/// Whether values of `from` can be values of `into`; says it if they cannot.
bool Aligner::accept_values(const Metric& from, Metric& into) {
  std::string problem;
  if (is_derived(from) != is_derived(into)) {
    problem = "is calculated from others in one report and stored in another";
  } else if (from.data_type != into.data_type) {
    const std::optional<DataType> type = DataType::named(from.data_type);
    const std::optional<DataType> wanted = DataType::named(into.data_type);
    const bool fit = type && wanted && (type == wanted || (type->parts == 1 && wanted->parts == 1));
    if (!fit)
      problem = fmt::format("has values of type {} in one report and {} in another", into.data_type,
                            from.data_type);
  }
  if (!problem.empty()) {
    result_.report.notes.push_back(
        fmt::format("metric '{}' {}: only the values of the first are used", into.id, problem));
    return false;
  }
  const bool is_inclusive = from.kind == MetricKind::inclusive;
  if (is_inclusive != (into.kind == MetricKind::inclusive) && !is_derived(into))
    into.kind = MetricKind::exclusive;  // which any values can be made
  return true;
}

/// `places` has those before it in its report.
MetricId Aligner::place_metric(const Metric& metric, const std::vector<MetricId>& places) {
  std::vector<Metric>& metrics = result_.report.metrics;
  const NodeUnion::Place place = metrics_.place(NodeUnion::kNoParent, metric.id);
  if (place.is_new) {
    metrics.push_back(metric);
    if (metric.parent.valid()) metrics.back().parent = places[metric.parent.index()];
  }
  return MetricId(place.position);
}

void Aligner::specify(const Report& specification) {
  metrics_.begin_operand();
  std::vector<MetricId> places;
  for (const Metric& metric : specification.metrics) places.push_back(place_metric(metric, places));
  specified_ = result_.report.metrics.size();
  result_.report.mirrors = specification.mirrors;
}

void Aligner::add_metrics(Operand& operand) {
  metrics_.begin_operand();
  std::vector<MetricId> places;
  for (const Metric& metric : operand.report->metrics) {
    const MetricId id = place_metric(metric, places);
    places.push_back(id);
    Metric& here = result_.report.metrics[id.index()];
    if (id.index() < specified_)
      here.value = metric.value;
    else if (!metric.is_ghost)
      here.is_ghost = false;  // who shows it has it shown
    operand.metrics.push_back(accept_values(metric, here) ? id : MetricId());
  }
}

/// Regions are the same by what says where they are in the source.
RegionId Aligner::add_region(const Region& region) {
  const auto [known, is_new] =
      regions_.try_emplace({region.name, region.module, region.begin_line, region.end_line},
                           RegionId(result_.report.regions.size()));
  if (is_new) result_.report.regions.push_back(region);
  return known->second;
}

/// What makes a call path the same as another one in the same place.
std::string name_of(const CallPath& path, RegionId region) {
  std::string name = fmt::format("{} {} {}", region.index(), path.call_line, path.call_file);
  for (const Parameter& parameter : path.parameters)
    name += fmt::format("\n{} {} = {}", parameter.is_number, parameter.key, parameter.value);
  for (const auto& [key, value] : path.attributes) name += fmt::format("\n{}: {}", key, value);
  return name;
}

void Aligner::add_call_paths(Operand& operand, std::span<const PathPart> parts,
                             std::span<const CallPathId> moved) {
  const Report& from = *operand.report;
  call_paths_.begin_operand();
  std::vector<RegionId> regions(from.regions.size());
  operand.call_paths.resize(from.call_paths.size());
  if (!parts.empty()) operand.absorbed_by.resize(from.call_paths.size());
  for (size_t i = 0; i < from.call_paths.size(); ++i) {
    CallPath path = from.call_paths[i];
    const PathPart part = parts.empty() ? PathPart::kept : parts[i];
    if (part == PathPart::outside) continue;
    CallPathId parent;
    if (path.parent.valid() && part != PathPart::root) {
      parent = operand.call_paths[path.parent.index()];
      if (!parent.valid()) parent = operand.absorbed_by[path.parent.index()];
    }
    if (part == PathPart::absorbed) {
      operand.absorbed_by[i] = parent;
      continue;
    }
    RegionId region = regions[path.region.index()];
    if (!moved.empty() && moved[i].valid()) {
      const Report& first = *result_.operands.front().report;
      const CallPath& there = first.call_paths[moved[i].index()];
      path.call_file = there.call_file;
      path.call_line = there.call_line;
      region = add_region(first.regions[there.region.index()]);
      if (!regions[path.region.index()].valid()) regions[path.region.index()] = region;
    } else if (!region.valid()) {
      region = regions[path.region.index()] = add_region(from.regions[path.region.index()]);
    }
    const NodeUnion::Place place =
        call_paths_.place(parent.valid() ? parent.index() : NodeUnion::kNoParent, name_of(path, region));
    operand.call_paths[i] = CallPathId(place.position);
    if (!place.is_new) continue;
    result_.report.call_paths.push_back(std::move(path));
    result_.report.call_paths.back().parent = parent;
    result_.report.call_paths.back().region = region;
  }
}

/// What is true of all operands is true of the result.
void Aligner::add_facts(const Report& report) {
  Report& result = result_.report;
  std::map<std::string, std::string>& facts = result.attributes;
  if (result_.operands.empty()) {
    facts = report.attributes;
    result.metrics_title = report.metrics_title;
    result.call_tree_title = report.call_tree_title;
    result.system_title = report.system_title;
  } else {
    std::erase_if(facts, [&](const auto& fact) {
      const auto found = report.attributes.find(fact.first);
      return found == report.attributes.end() || found->second != fact.second;
    });
  }
  const auto add_new = [](std::vector<std::string>& into, const std::vector<std::string>& from) {
    for (const std::string& each : from)
      if (std::ranges::find(into, each) == into.end()) into.push_back(each);
  };
  add_new(result.mirrors, report.mirrors);
  add_new(result.notes, report.notes);
}

/// Depth first, trees that are not shown behind all others: CubeLib crashes where they stand before.
std::vector<uint32_t> positions_of(const std::vector<Metric>& metrics) {
  std::vector<bool> is_hidden;
  for (const Metric& each : metrics)
    is_hidden.push_back(each.parent.valid() ? is_hidden[each.parent.index()] : each.is_ghost);
  const std::vector<uint32_t> positions = depth_first(metrics).positions;
  std::vector<size_t> order(metrics.size());
  for (size_t i = 0; i < order.size(); ++i) order[positions[i]] = i;
  std::ranges::stable_partition(order, [&](size_t i) { return !is_hidden[i]; });
  std::vector<uint32_t> moved(metrics.size());
  for (size_t i = 0; i < order.size(); ++i) moved[order[i]] = static_cast<uint32_t>(i);
  return moved;
}

void Aligner::number_depth_first() {
  const auto move_ids = [](auto& ids, const std::vector<uint32_t>& positions) {
    for (auto& id : ids)
      if (id.valid()) id = std::remove_reference_t<decltype(id)>(positions[id.index()]);
  };
  if (result_.operands.size() == 1 && is_numbered_alike(result_.report, result_.operands.front()))
    result_.report.call_path_numbers = result_.operands.front().report->call_path_numbers;
  const std::vector<uint32_t> metrics = positions_of(result_.report.metrics);
  const std::vector<uint32_t> call_paths = depth_first(result_.report.call_paths).positions;
  move_nodes(result_.report.metrics, metrics);
  move_nodes(result_.report.call_paths, call_paths);
  for (Operand& operand : result_.operands) {
    move_ids(operand.metrics, metrics);
    move_ids(operand.call_paths, call_paths);
    move_ids(operand.absorbed_by, call_paths);
  }
}

}  // namespace

Alignment align(std::span<const Report* const> operands, const Shape& shape) {
  Aligner aligner(shape.system);
  if (shape.specification != nullptr) aligner.specify(*shape.specification);
  for (const Report* operand : operands) {
    const bool may_have_moved = shape.lines_may_move && operand != operands.front();
    aligner.add(
        *operand, shape.parts,
        may_have_moved ? match_moved_call_paths(*operands.front(), *operand) : std::vector<CallPathId>());
  }
  return aligner.take();
}

bool is_numbered_alike(const Report& result, const Operand& operand) {
  const auto are_all_there = [](const auto& ids, size_t count) {
    if (ids.size() != count) return false;
    for (size_t i = 0; i < count; ++i)
      if (!ids[i].valid() || ids[i].index() != i) return false;
    return true;
  };
  return are_all_there(operand.call_paths, result.call_paths.size()) &&
         are_all_there(operand.locations, result.locations.size());
}

}  // namespace latecomer::algebra
