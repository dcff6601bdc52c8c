// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Reports of different runs have different call trees, processes and metrics. They are brought together tree
// by tree (report/align_trees.h), and what is new is added behind what was there. In the end the trees are
// put into depth-first order, in which files number them.

#include "algebra/align.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "algebra/system_union.h"
#include "report/align_trees.h"
#include "report/tree.h"

namespace latecomer::algebra {

using namespace report;

namespace {

class Aligner {
 public:
  explicit Aligner(SystemShape shape) : system_(result_.report, shape) {}

  void specify(const Report& specification);

  void add(const Report& report, std::span<const PathPart> parts) {
    Operand operand;
    operand.report = &report;
    add_metrics(operand);
    add_call_paths(operand, parts);
    system_.add(operand);
    add_facts(report);
    result_.operands.push_back(std::move(operand));
  }

  Alignment take() {
    number_depth_first();
    return std::move(result_);
  }

 private:
  std::vector<MetricId> place_metrics(const std::vector<Metric>& from);
  void add_metrics(Operand& operand);
  bool accept_values(const Metric& from, Metric& into);
  void add_call_paths(Operand& operand, std::span<const PathPart> parts);
  RegionId add_region(const Region& region);
  void add_facts(const Report& report);
  void number_depth_first();

  Alignment result_;
  TreeUnion metrics_;
  size_t specified_ = 0;  ///< Counts the metrics that come from a specification.
  TreeUnion call_paths_;
  std::map<std::tuple<std::string, std::string, int64_t, int64_t>, RegionId> regions_;
  SystemUnion system_;
};

/// Returns whether values of `from` can be values of `into`. If they cannot, a note says so.
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
    into.kind = MetricKind::exclusive;  // Values of any kind can be made exclusive.
  return true;
}

/// Adds metrics; those of the same unique name are the same, whatever they are part of.
std::vector<MetricId> Aligner::place_metrics(const std::vector<Metric>& from) {
  std::vector<TreeNode> nodes;
  for (const Metric& metric : from) nodes.push_back({.key = metric.id});
  std::vector<Metric>& metrics = result_.report.metrics;
  std::vector<MetricId> places;
  for (const size_t position : metrics_.add(nodes)) {
    const Metric& metric = from[places.size()];
    places.emplace_back(position);
    if (position < metrics.size()) continue;
    metrics.push_back(metric);
    if (metric.parent.valid()) metrics.back().parent = places[metric.parent.index()];
  }
  return places;
}

void Aligner::specify(const Report& specification) {
  place_metrics(specification.metrics);
  specified_ = result_.report.metrics.size();
  result_.report.mirrors = specification.mirrors;
}

void Aligner::add_metrics(Operand& operand) {
  for (const MetricId id : place_metrics(operand.report->metrics)) {
    const Metric& metric = operand.report->metrics[operand.metrics.size()];
    Metric& here = result_.report.metrics[id.index()];
    if (id.index() < specified_)
      here.value = metric.value;
    else if (!metric.is_ghost)
      here.is_ghost = false;  // The result shows a metric that an operand shows.
    operand.metrics.push_back(accept_values(metric, here) ? id : MetricId());
  }
}

/// Adds a region; those are the same whose name, module and lines in the source are.
RegionId Aligner::add_region(const Region& region) {
  const auto [known, is_new] =
      regions_.try_emplace({region.name, region.module, region.begin_line, region.end_line},
                           RegionId(result_.report.regions.size()));
  if (is_new) result_.report.regions.push_back(region);
  return known->second;
}

void Aligner::add_call_paths(Operand& operand, std::span<const PathPart> parts) {
  const Report& from = *operand.report;
  const size_t count = from.call_paths.size();
  const auto part_of = [&](size_t i) { return parts.empty() ? PathPart::kept : parts[i]; };
  std::vector<TreeNode> kept;
  std::vector<TreeNodeId> in_kept(count);  // An absorbed call path has here what it is absorbed by.
  std::vector<TreeNode> nodes = call_path_nodes(from);
  for (size_t i = 0; i < count; ++i) {
    if (part_of(i) == PathPart::outside) continue;
    TreeNodeId& parent = nodes[i].parent;
    if (parent.valid()) parent = part_of(i) == PathPart::root ? TreeNodeId() : in_kept[parent.index()];
    in_kept[i] = part_of(i) == PathPart::absorbed ? parent : TreeNodeId(kept.size());
    if (part_of(i) != PathPart::absorbed) kept.push_back(std::move(nodes[i]));
  }

  const std::vector<size_t> places = call_paths_.add(kept);
  const auto place_of = [&](TreeNodeId id) {
    return id.valid() ? CallPathId(places[id.index()]) : CallPathId();
  };
  std::vector<CallPath>& call_paths = result_.report.call_paths;
  std::vector<RegionId> regions(from.regions.size());
  operand.call_paths.resize(count);
  if (!parts.empty()) operand.absorbed_by.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const CallPathId place = place_of(in_kept[i]);
    (part_of(i) == PathPart::absorbed ? operand.absorbed_by : operand.call_paths)[i] = place;
    if (!place.valid() || part_of(i) == PathPart::absorbed) continue;
    const CallPath& path = from.call_paths[i];
    const bool is_new = place.index() == call_paths.size();
    RegionId& region = regions[path.region.index()];
    if (!region.valid())
      region = is_new ? add_region(from.regions[path.region.index()]) : call_paths[place.index()].region;
    if (!is_new) continue;
    call_paths.push_back(path);
    call_paths.back().parent = place_of(kept[in_kept[i].index()].parent);
    call_paths.back().region = region;
  }
}

/// Sets the flags of the result, which say what is true of all operands.
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

/// Numbers metrics depth first, those that are not shown behind all others, since CubeLib crashes otherwise.
std::vector<uint32_t> positions_of(const std::vector<Metric>& metrics) {
  std::vector<bool> is_hidden;
  for (const Metric& each : metrics)
    is_hidden.push_back(each.parent.valid() ? is_hidden[each.parent.index()] : each.is_ghost);
  const std::vector<uint32_t> positions = depth_first(metrics).positions;
  std::vector<size_t> order(metrics.size());
  for (size_t i = 0; i < order.size(); ++i) order[positions[i]] = i;
  std::stable_partition(order.begin(), order.end(), [&](size_t i) { return !is_hidden[i]; });
  std::vector<uint32_t> moved(metrics.size());
  for (size_t i = 0; i < order.size(); ++i) moved[order[i]] = static_cast<uint32_t>(i);
  return moved;
}

/// Moves every node to its position.
template <class Node>
void move_nodes(std::vector<Node>& nodes, const std::vector<uint32_t>& positions) {
  std::vector<Node> moved(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    auto& parent = nodes[i].parent;
    if (parent.valid()) parent = NodeId<Node>(positions[parent.index()]);
    moved[positions[i]] = std::move(nodes[i]);
  }
  nodes = std::move(moved);
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
  for (const Report* operand : operands) aligner.add(*operand, shape.parts);
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
