// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Definitions are made while the XML is read. What a file may claim is bounded: elements that no report
// has cost nothing, and room for those that it has is taken only once they have been counted.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/printable.h"
#include "cubex/anchor.h"
#include "cubex/anchor_elements.h"
#include "cubex/id_table.h"
#include "cubex/xml_reader.h"

namespace latecomer::cubex {

namespace {

using namespace report;

constexpr std::pair<std::string_view, MetricKind> kKinds[] = {
    {"", MetricKind::exclusive},
    {"EXCLUSIVE", MetricKind::exclusive},
    {"INCLUSIVE", MetricKind::inclusive},
    {"SIMPLE", MetricKind::simple},
    {"POSTDERIVED", MetricKind::postderived},
    {"DERIVED", MetricKind::postderived},
    {"PREDERIVED_INCLUSIVE", MetricKind::prederived_inclusive},
    {"PREDERIVED_EXCLUSIVE", MetricKind::prederived_exclusive},
};

size_t count_of(std::string_view part, std::string_view text) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

class AnchorReader : private XmlHandler {
 public:
  explicit AnchorReader(std::string_view xml) : xml_(xml) {}

  Result<Anchor> read() {
    TRY_STATUS(make_room());
    TRY_STATUS(read_xml(xml_, *this));
    TRY_STATUS(complete());
    return std::move(anchor_);
  }

 private:
  /// Is an element that is not at its end. It says which definition it is, and where its text goes.
  struct Open {
    Element element = Element::other;
    size_t position = 0;
    std::string* text = nullptr;
  };

  /// Makes room for the definitions of which there can be many. In files of any producer these take less room
  /// than their text does, or not much more.
  Status make_room() {
    Report& report = anchor_.report;
    constexpr size_t kAlways = size_t{16} << 20U;
    const size_t most = kAlways + 3 * xml_.size();
    size_t total = 0;
    const auto reserve = [&](auto& list, std::string_view tag) {
      const size_t count = count_of(tag, xml_);
      total += count * sizeof(list[0]);
      if (total <= most) list.reserve(count);
    };
    reserve(report.call_paths, "<cnode");
    reserve(report.regions, "<region");
    reserve(report.locations, "<location ");
    reserve(report.location_groups, "<locationgroup");
    reserve(report.system_nodes, "<systemtreenode");
    reserve(report.metrics, "<metric ");
    if (total > most) return Error{"has more definitions than there is text to define them"};
    return {};
  }

  Status begin(const XmlElement& element) override {
    element_ = element;
    const Open parent = open_.back();
    Open open{element_in(parent.element, element.name()), parent.position};
    if (open.element == Element::other) {
      open.text = text_field(anchor_.report, parent.element, parent.position, element.name());
      if (open.text != nullptr) {
        open.text->clear();
        open.element = Element::text;
      }
    }
    if (parent.element == Element::metric && element.name() == "cubepl" && element.has_attribute("rowwise"))
      metric(parent).is_rowwise = is_true(element.attribute("rowwise"));
    TRY_STATUS(begin_definition(parent, open));
    open_.push_back(open);
    return {};
  }

  Status text(const std::string& text) override {
    if (open_.back().text != nullptr) *open_.back().text += text;
    return {};
  }

  Status end() override {
    const Open ended = open_.back();
    open_.pop_back();
    return end_definition(ended);
  }

  Metric& metric(const Open& open) { return anchor_.report.metrics[open.position]; }

  Status begin_definition(const Open& parent, Open& open) {
    Report& report = anchor_.report;
    switch (open.element) {
      case Element::cube:
        has_cube_ = true;
        return {};
      case Element::metrics:
        report.metrics_title = element_.attribute("title");
        return {};
      case Element::program:
        report.call_tree_title = element_.attribute("title");
        return {};
      case Element::system:
        report.system_title = element_.attribute("title");
        return {};
      case Element::attribute:
        return add_attribute(parent);
      case Element::mirror:
        open.text = &report.mirrors.emplace_back();
        return {};
      case Element::metric:
        return add_metric(parent, open);
      case Element::aggregation:
        open.text = aggregation(metric(parent));
        return {};
      case Element::region:
        return add_region(open);
      case Element::call_path:
        return add_call_path(parent, open);
      case Element::parameter:
        report.call_paths[parent.position].parameters.push_back({element_.attribute("parkey"),
                                                                 element_.attribute("parvalue"),
                                                                 element_.attribute("partype") == "numeric"});
        return {};
      default:
        return begin_system_definition(parent, open);
    }
  }

  Status begin_system_definition(const Open& parent, Open& open) {
    Report& report = anchor_.report;
    switch (open.element) {
      case Element::system_node:
        open.position = report.system_nodes.size();
        report.system_nodes.emplace_back().parent = parent_in<SystemNodeId>(parent, open);
        nodes_.emplace_back(open.position);
        (parent.element == open.element ? inner_nodes_ : machines_).emplace_back(open.position);
        return {};
      case Element::group:
        open.position = report.location_groups.size();
        report.location_groups.emplace_back().parent = SystemNodeId(parent.position);
        return {};
      case Element::location:
        return add_location(parent, open);
      case Element::topologies:
        return sort_locations();
      case Element::topology:
        open.position = report.topologies.size();
        report.topologies.emplace_back().name = element_.attribute("name");
        return {};
      case Element::dimension:
        add_dimension(report.topologies[parent.position]);
        return {};
      case Element::rank:
        numbers_.clear();
        open.text = &numbers_;
        return {};
      case Element::coordinate:
        numbers_.clear();
        open.text = &numbers_;
        if (topology_problem_.empty()) begin_coordinate(report.topologies[parent.position]);
        return {};
      default:
        return {};
    }
  }

  template <class Id>
  static Id parent_in(const Open& parent, const Open& open) {
    return parent.element == open.element ? Id(parent.position) : Id();
  }

  /// Returns the `id` of an element; its position if it has none.
  Result<uint64_t> id_of_element(std::string_view attribute, size_t position) const {
    if (!element_.has_attribute(attribute)) return position;
    const std::string text = element_.attribute(attribute);
    const std::optional<uint64_t> id = number<uint64_t>(text);
    if (!id) return Error{fmt::format("<{}> has the id '{}', which is no number", element_.name(), text)};
    return *id;
  }

  /// Adds the id of a definition that is about to be made.
  Status add_id(IdTable& ids, std::string_view attribute) const {
    TRY(const uint64_t id, id_of_element(attribute, ids.ids().size()));
    ids.add(id);
    return {};
  }

  Status add_attribute(const Open& parent) {
    Report& report = anchor_.report;
    std::string key = element_.attribute("key");
    std::string value = element_.attribute("value");
    switch (parent.element) {
      case Element::cube:
        // The keys that describe the file rather than the run are the writer's business.
        if (key != "Cube Version" && key != "CubePL Version" && key != "Cube anchor.xml syntax version")
          report.attributes[printable_line(key)] = printable_line(value);
        return {};
      case Element::metric:
        return add_attribute(report.metrics, parent, key, value);
      case Element::region:
        return add_attribute(report.regions, parent, key, value);
      case Element::call_path:
        return add_attribute(report.call_paths, parent, key, value);
      case Element::system_node:
        return add_attribute(report.system_nodes, parent, key, value);
      case Element::group:
        return add_attribute(report.location_groups, parent, key, value);
      default:
        return add_attribute(report.locations, parent, key, value);
    }
  }

  template <class T>
  static Status add_attribute(std::vector<T>& definitions, const Open& parent, std::string& key,
                              std::string& value) {
    definitions[parent.position].attributes.emplace_back(std::move(key), std::move(value));
    return {};
  }

  Status add_metric(const Open& parent, Open& open) {
    open.position = anchor_.report.metrics.size();
    TRY_STATUS(add_id(metric_ids_, "id"));
    anchor_.metric_ids.push_back(std::to_string(metric_ids_.ids().back()));
    Metric& metric = anchor_.report.metrics.emplace_back();
    metric.parent = parent_in<MetricId>(parent, open);
    metric.is_ghost = element_.attribute("viztype") == "GHOST" || element_.attribute("viztype") == "ghost";
    metric.is_convertible =
        !element_.has_attribute("convertible") || is_true(element_.attribute("convertible"));
    metric.is_cacheable = !element_.has_attribute("cacheable") || is_true(element_.attribute("cacheable"));
    const std::string type = element_.attribute("type");
    for (const auto& [name, kind] : kKinds) {
      if (name != type) continue;
      metric.kind = kind;
      return {};
    }
    return Error{fmt::format("metric {} is of the unknown type '{}'", anchor_.metric_ids.back(), type)};
  }

  std::string* aggregation(Metric& metric) const {
    const std::string type = element_.attribute("cubeplaggrtype");
    if (type.empty()) return nullptr;
    const char first = type.front();
    return first == 'p' || first == 'P'   ? &metric.aggregation_plus
           : first == 'm' || first == 'M' ? &metric.aggregation_minus
                                          : &metric.aggregation;
  }

  Status add_region(Open& open) {
    if (!anchor_.report.call_paths.empty()) return Error{"defines regions after call paths"};
    open.position = anchor_.report.regions.size();
    TRY_STATUS(add_id(region_ids_, "id"));
    Region& region = anchor_.report.regions.emplace_back();
    region.module = element_.attribute("mod");
    region.begin_line = number<int64_t>(element_.attribute("begin")).value_or(-1);
    region.end_line = number<int64_t>(element_.attribute("end")).value_or(-1);
    return {};
  }

  Status add_call_path(const Open& parent, Open& open) {
    open.position = anchor_.report.call_paths.size();
    TRY_STATUS(add_id(call_path_ids_, "id"));
    TRY(const uint64_t callee, id_of_element("calleeId", UINT64_MAX));
    const std::optional<size_t> region = region_ids_.find(callee);
    if (!region)
      return Error{fmt::format("call path {} is in a region {} that is not defined",
                               call_path_ids_.ids().back(), element_.attribute("calleeId"))};
    anchor_.report.call_paths.push_back({parent_in<CallPathId>(parent, open), RegionId(*region),
                                         element_.attribute("mod"),
                                         number<int64_t>(element_.attribute("line")).value_or(-1)});
    return {};
  }

  Status add_location(const Open& parent, Open& open) {
    if (locations_are_sorted_) return Error{"defines locations after where they are in topologies"};
    open.position = anchor_.report.locations.size();
    TRY_STATUS(add_id(location_ids_, "Id"));
    anchor_.report.locations.emplace_back().group = LocationGroupId(parent.position);
    return {};
  }

  void add_dimension(Topology& topology) {
    const std::optional<uint32_t> size = number<uint32_t>(element_.attribute("size"));
    if (!size || *size == 0)
      topology_problem_ = fmt::format("a dimension of the size '{}'", element_.attribute("size"));
    topology.dimensions.push_back(
        {element_.attribute("name"), size.value_or(0), is_true(element_.attribute("periodic"))});
  }

  /// Groups and nodes are numbered in the order of the file, whatever their ids are, as CubeLib does it.
  void begin_coordinate(Topology& topology) {
    Report& report = anchor_.report;
    topology_problem_ = "coordinates of what is not defined";  // This is cleared where the node is defined.
    for (const std::string_view name : {"locId", "thrdId", "lgId", "procId", "stnId", "nodeId", "machId"}) {
      if (!element_.has_attribute(name)) continue;
      const std::optional<uint64_t> id = number<uint64_t>(element_.attribute(name));
      if (!id) return;
      if (name == "locId" || name == "thrdId") {
        const std::optional<size_t> position = sorted_location(*id);
        if (!position) return;
        topology.locations.emplace_back(*position);
        coordinates_ = &topology.coordinates;
      } else if (name == "lgId" || name == "procId") {
        if (*id >= report.location_groups.size()) return;
        topology.groups.emplace_back(*id);
        coordinates_ = &topology.group_coordinates;
      } else {
        const std::vector<SystemNodeId>& nodes = name == "stnId"    ? nodes_
                                                 : name == "machId" ? machines_
                                                                    : inner_nodes_;
        if (*id >= nodes.size()) return;
        topology.system_nodes.push_back(nodes[*id]);
        coordinates_ = &topology.system_node_coordinates;
      }
      topology_problem_.clear();
      return;
    }
  }

  Status end_definition(const Open& ended) {
    Report& report = anchor_.report;
    switch (ended.element) {
      case Element::metric: {
        Metric& metric = report.metrics[ended.position];
        const size_t mark = metric.description.find(kRemedyMark);
        if (mark == std::string::npos) return {};
        metric.remedy = metric.description.substr(mark + kRemedyMark.size());
        metric.description.resize(mark);
        return {};
      }
      case Element::region: {
        Region& region = report.regions[ended.position];
        if (region.mangled_name.empty()) region.mangled_name = region.name;
        return {};
      }
      case Element::rank: {
        const int64_t rank = number<int64_t>(numbers_).value_or(0);
        if (open_.back().element == Element::group)
          report.location_groups[ended.position].rank = rank;
        else
          report.locations[ended.position].rank = rank;
        return {};
      }
      case Element::coordinate:
        if (topology_problem_.empty()) end_coordinate(report.topologies[ended.position]);
        return {};
      case Element::topology:
        end_topology();
        return {};
      default:
        return {};
    }
  }

  void end_coordinate(const Topology& topology) {
    const auto no_place = [&] { return fmt::format("no place '{}'", numbers_); };
    std::string_view rest = numbers_;
    for (const Topology::Dimension& dimension : topology.dimensions) {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t\n"), rest.size()));
      const size_t end = std::min(rest.find_first_of(" \t\n"), rest.size());
      const std::optional<uint32_t> coordinate = number<uint32_t>(rest.substr(0, end));
      if (!coordinate || *coordinate >= dimension.size) {
        topology_problem_ = no_place();
        return;
      }
      coordinates_->push_back(*coordinate);
      rest.remove_prefix(end);
    }
    if (rest.find_first_not_of(" \t\n") != std::string_view::npos) topology_problem_ = no_place();
  }

  /// Ends a topology. Values do not need topologies: one that is not understood is left out.
  void end_topology() {
    const std::string problem = std::exchange(topology_problem_, "");
    if (problem.empty()) return;
    Report& report = anchor_.report;
    report.notes.push_back(
        fmt::format("topology '{}' is left out: it has {}", report.topologies.back().name, problem));
    report.topologies.pop_back();
  }

  /// Sorts locations by their ids, by which values are stored, not by where they stand in the tree.
  Status sort_locations() {
    if (std::exchange(locations_are_sorted_, true)) return {};
    TRY_STATUS(check_ids(location_ids_, "locations"));
    if (location_ids_.are_positions()) return {};
    std::vector<Location> sorted;
    sorted.reserve(anchor_.report.locations.size());
    for (const size_t position : location_ids_.by_id())
      sorted.push_back(std::move(anchor_.report.locations[position]));
    anchor_.report.locations = std::move(sorted);
    return {};
  }

  std::optional<size_t> sorted_location(uint64_t id) {
    if (location_ids_.are_positions()) return location_ids_.find(id);
    const std::vector<uint64_t>& ids = location_ids_.ids();
    const std::vector<size_t>& by_id = location_ids_.by_id();
    const auto found =
        std::ranges::lower_bound(by_id, id, {}, [&](size_t position) { return ids[position]; });
    if (found == by_id.end() || ids[*found] != id) return std::nullopt;
    return static_cast<size_t>(found - by_id.begin());
  }

  Status check_ids(IdTable& ids, std::string_view what) const {
    if (const std::optional<uint64_t> twice = ids.duplicate())
      return Error{fmt::format("two {} have the id {}", what, *twice)};
    return {};
  }

  Status complete() {
    Report& report = anchor_.report;
    if (!has_cube_) return Error{"has no <cube> element; it is not a Cube 4 report"};
    if (report.metrics.empty()) return Error{"defines no metrics"};
    TRY_STATUS(check_ids(metric_ids_, "metrics"));
    TRY_STATUS(check_ids(region_ids_, "regions"));
    TRY_STATUS(check_ids(call_path_ids_, "call paths"));
    TRY_STATUS(sort_locations());
    if (call_path_ids_.are_positions()) return {};
    for (const uint64_t id : call_path_ids_.ids()) {
      if (id > INT32_MAX) return Error{fmt::format("a call path has the id {}, which is too large", id)};
      report.call_path_numbers.push_back(static_cast<uint32_t>(id));
    }
    return {};
  }

  std::string_view xml_;
  XmlElement element_ = {"", nullptr};  ///< Is the element that begins.
  Anchor anchor_;
  std::vector<Open> open_ = {{Element::document}};
  bool has_cube_ = false;
  IdTable metric_ids_;
  IdTable region_ids_;
  IdTable call_path_ids_;
  IdTable location_ids_;
  bool locations_are_sorted_ = false;
  // These are in the order of coordinates: all nodes of the system, and Cube 3's nodes and machines.
  std::vector<SystemNodeId> nodes_;
  std::vector<SystemNodeId> inner_nodes_;
  std::vector<SystemNodeId> machines_;
  std::string numbers_;                           ///< Is the text of a rank or of coordinates.
  std::vector<uint32_t>* coordinates_ = nullptr;  ///< Takes the coordinates of what is read.
  std::string topology_problem_;  ///< Says why the topology that is read is not understood, or is empty.
};

}  // namespace

Result<Anchor> read_definitions(std::string_view xml, const std::string& what) {
  Result<Anchor> anchor = AnchorReader(xml).read();
  if (!anchor) return Error{fmt::format("{}: {}", what, anchor.error().message)};
  return anchor;
}

Result<Anchor> read_anchor(std::span<const std::byte> xml, const std::string& what) {
  TRY(Anchor anchor, read_definitions({reinterpret_cast<const char*>(xml.data()), xml.size()}, what));
  if (anchor.report.locations.empty()) return Error{fmt::format("{}: defines no locations", what)};
  return anchor;
}

}  // namespace latecomer::cubex
