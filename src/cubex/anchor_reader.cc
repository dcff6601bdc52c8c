// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <unordered_map>
#include <utility>

#include "cubex/anchor.h"

namespace latecomer::cubex {

namespace {

using namespace report;
using pugi::xml_node;

constexpr std::pair<std::string_view, MetricKind> kKinds[] = {
    {"EXCLUSIVE", MetricKind::exclusive},
    {"INCLUSIVE", MetricKind::inclusive},
    {"SIMPLE", MetricKind::simple},
    {"POSTDERIVED", MetricKind::postderived},
    {"PREDERIVED_INCLUSIVE", MetricKind::prederived_inclusive},
    {"PREDERIVED_EXCLUSIVE", MetricKind::prederived_exclusive},
};

/// Reads one anchor.xml. The trees in it are walked with a stack of their own: call trees can be very deep.
class AnchorReader {
 public:
  explicit AnchorReader(std::string what) : what_(std::move(what)) {}

  Status read(const xml_node& cube) {
    read_attributes(cube);
    TRY_STATUS(read_metrics(cube.child("metrics")));
    TRY_STATUS(read_regions(cube.child("program")));
    TRY_STATUS(read_call_paths(cube.child("program")));
    return read_system(cube.child("system"));
  }

  Anchor take() { return std::move(anchor_); }

 private:
  /// An element and the position of its parent in the table that both go to.
  using Open = std::pair<xml_node, size_t>;
  static constexpr size_t kNoParent = UINT32_MAX;

  Error error(const std::string& problem) const { return Error{fmt::format("{}: {}", what_, problem)}; }

  static void push_children(std::vector<Open>& open, const xml_node& node, const char* name,
                            size_t position) {
    const size_t first = open.size();
    for (const xml_node& child : node.children(name)) open.emplace_back(child, position);
    std::reverse(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
  }

  /// The keys that describe the file rather than the run are the writer's business.
  void read_attributes(const xml_node& cube) {
    for (const xml_node& attr : cube.children("attr")) {
      const std::string key = attr.attribute("key").value();
      if (key == "Cube Version" || key == "CubePL Version" || key == "Cube anchor.xml syntax version")
        continue;
      anchor_.report.attributes[key] = attr.attribute("value").value();
    }
  }

  Status read_metrics(const xml_node& metrics) {
    std::vector<Open> open;
    push_children(open, metrics, "metric", kNoParent);
    while (!open.empty()) {
      const auto [node, parent] = open.back();
      open.pop_back();
      TRY(Metric metric, read_metric(node));
      metric.parent = MetricId(parent);
      push_children(open, node, "metric", anchor_.report.metrics.size());
      anchor_.metric_ids.emplace_back(node.attribute("id").value());
      anchor_.report.metrics.push_back(std::move(metric));
    }
    if (anchor_.report.metrics.empty()) return error("defines no metrics");
    return {};
  }

  Result<Metric> read_metric(const xml_node& node) const {
    Metric metric;
    metric.id = node.child_value("uniq_name");
    metric.name = node.child_value("disp_name");
    metric.unit = node.child_value("uom");
    metric.data_type = node.child_value("dtype");
    metric.url = node.child_value("url");
    metric.expression = node.child_value("cubepl");
    metric.initialization = node.child_value("cubeplinit");
    const std::string text = node.child_value("descr");
    const size_t mark = text.find(kRemedyMark);
    metric.description = text.substr(0, mark);
    if (mark != std::string::npos) metric.remedy = text.substr(mark + kRemedyMark.size());
    const std::string_view type = node.attribute("type").as_string("EXCLUSIVE");
    for (const auto& [name, kind] : kKinds) {
      if (name != type) continue;
      metric.kind = kind;
      return metric;
    }
    return error(fmt::format("metric '{}' is of the unknown type '{}'", metric.id, type));
  }

  Status read_regions(const xml_node& program) {
    for (const xml_node& node : program.children("region")) {
      Region region;
      region.name = node.child_value("name");
      region.mangled_name = node.child_value("mangled_name");
      region.description = node.child_value("descr");
      region.url = node.child_value("url");
      region.paradigm = node.child_value("paradigm");
      region.role = node.child_value("role");
      region.module = node.attribute("mod").value();
      region.begin_line = node.attribute("begin").as_llong(-1);
      region.end_line = node.attribute("end").as_llong(-1);
      const std::string id = node.attribute("id").value();
      if (!regions_.emplace(id, anchor_.report.regions.size()).second) {
        return error(fmt::format("two regions have the id {}", id));
      }
      anchor_.report.regions.push_back(std::move(region));
    }
    return {};
  }

  Status read_call_paths(const xml_node& program) {
    std::vector<Open> open;
    push_children(open, program, "cnode", kNoParent);
    while (!open.empty()) {
      const auto [node, parent] = open.back();
      open.pop_back();
      const auto region = regions_.find(node.attribute("calleeId").value());
      if (region == regions_.end()) {
        return error(fmt::format("call path {} is in a region {} that is not defined",
                                 node.attribute("id").value(), node.attribute("calleeId").value()));
      }
      push_children(open, node, "cnode", anchor_.report.call_paths.size());
      anchor_.report.call_paths.push_back({CallPathId(parent), RegionId(region->second),
                                           node.attribute("mod").value(),
                                           node.attribute("line").as_llong(-1)});
    }
    return {};
  }

  Status read_system(const xml_node& system) {
    std::vector<Open> open;
    push_children(open, system, "systemtreenode", kNoParent);
    while (!open.empty()) {
      const auto [node, parent] = open.back();
      open.pop_back();
      const size_t position = anchor_.report.system_nodes.size();
      push_children(open, node, "systemtreenode", position);
      anchor_.report.system_nodes.push_back(
          {node.child_value("name"), node.child_value("class"), SystemNodeId(parent)});
      for (const xml_node& group : node.children("locationgroup")) read_group(group, SystemNodeId(position));
    }
    return sort_locations();
  }

  void read_group(const xml_node& node, SystemNodeId parent) {
    LocationGroup group;
    group.name = node.child_value("name");
    group.type = node.child_value("type");
    group.rank = node.child("rank").text().as_llong();
    group.parent = parent;
    const LocationGroupId id(anchor_.report.location_groups.size());
    anchor_.report.location_groups.push_back(std::move(group));
    for (const xml_node& each : node.children("location")) {
      Location location;
      location.name = each.child_value("name");
      location.type = each.child_value("type");
      location.rank = each.child("rank").text().as_llong();
      location.group = id;
      locations_.emplace_back(each.attribute("Id").as_ullong(), std::move(location));
    }
  }

  /// Values are stored by the locations' ids, not by where they stand in the tree.
  Status sort_locations() {
    const auto before = [](const auto& a, const auto& b) { return a.first < b.first; };
    if (!std::is_sorted(locations_.begin(), locations_.end(), before))
      std::stable_sort(locations_.begin(), locations_.end(), before);
    for (size_t i = 0; i < locations_.size(); ++i) {
      if (i > 0 && locations_[i].first == locations_[i - 1].first) {
        return error(fmt::format("two locations have the id {}", locations_[i].first));
      }
      anchor_.report.locations.push_back(std::move(locations_[i].second));
    }
    if (anchor_.report.locations.empty()) return error("defines no locations");
    return {};
  }

  std::string what_;
  Anchor anchor_;
  std::unordered_map<std::string, size_t> regions_;
  std::vector<std::pair<uint64_t, Location>> locations_;
};

}  // namespace

Result<Anchor> read_anchor(std::span<const std::byte> xml, const std::string& what) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
  if (!parsed)
    return Error{fmt::format("{}: is not XML: {} at byte {}", what, parsed.description(), parsed.offset)};
  const xml_node cube = document.child("cube");
  if (!cube) return Error{fmt::format("{}: has no <cube> element; it is not a Cube 4 report", what)};
  AnchorReader reader(what);
  TRY_STATUS(reader.read(cube));
  return reader.take();
}

}  // namespace latecomer::cubex
