// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file writes the definitions of a report as XML. Those of locations, of their groups and of where they
// stand in topologies can be many: the ranks write them together, a few hundred at a time.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <pugixml.hpp>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "base/printable.h"
#include "cubex/anchor.h"
#include "cubex/system_tree.h"

namespace latecomer::cubex {

namespace {

using namespace report;
using pugi::xml_node;

/// Collects what is written.
struct Text : pugi::xml_writer {
  std::string text;
  void write(const void* data, size_t size) override { text.append(static_cast<const char*>(data), size); }
};

void add_text(xml_node node, const char* name, const std::string& text) {
  node.append_child(name).text().set(printable(text).c_str());
}

void add_number(xml_node node, const char* name, int64_t number) {
  node.append_child(name).text().set(static_cast<long long>(number));
}

void add_id(xml_node node, const char* name, size_t id) {
  node.append_attribute(name).set_value(static_cast<unsigned long long>(id));
}

const char* kind_name(MetricKind kind) {
  switch (kind) {
    case MetricKind::exclusive:
      return "EXCLUSIVE";
    case MetricKind::inclusive:
      return "INCLUSIVE";
    case MetricKind::simple:
      return "SIMPLE";
    case MetricKind::postderived:
      return "POSTDERIVED";
    case MetricKind::prederived_inclusive:
      return "PREDERIVED_INCLUSIVE";
    case MetricKind::prederived_exclusive:
      break;
  }
  return "PREDERIVED_EXCLUSIVE";
}

/// Adds an attribute of text. A tag with two of them can still be read (xml_reader.cc), whatever XML makes of
/// their characters. Files' names and facts are never as long.
void add_text_attribute(xml_node node, const char* name, const std::string& text) {
  constexpr size_t kLongest = size_t{64} << 10U;
  const std::string shown = text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
  node.append_attribute(name).set_value(printable(shown).c_str());
}

void add_attribute(xml_node owner, const std::string& key, const std::string& value) {
  xml_node attr = owner.append_child("attr");
  add_text_attribute(attr, "key", key);
  add_text_attribute(attr, "value", value);
}

void add_attributes(xml_node owner, const Attributes& attributes) {
  for (const auto& [key, value] : attributes) add_attribute(owner, key, value);
}

void add_title(xml_node tree, const std::string& title) {
  if (!title.empty()) add_text_attribute(tree, "title", title);
}

void add_facts(xml_node cube, const Report& report) {
  std::map<std::string, std::string> attributes = report.attributes;
  if (report.storage() == nullptr)  // A report that was read from a file says so itself, or leaves it out.
    attributes.insert(
        {{"Creator", "latecomer " LATECOMER_VERSION}, {"CUBE_CT_AGGR", "SUM"}, {"CLUSTERING", "OFF"}});
  attributes["Cube Version"] = "4.8";
  attributes["CubePL Version"] = "1.1";
  attributes["Cube anchor.xml syntax version"] = "4.4";
  for (const auto& [key, value] : attributes) add_attribute(cube, key, value);
}

void add_mirrors(xml_node doc, const Report& report) {
  xml_node mirrors = doc.append_child("mirrors");
  for (const std::string& mirror : report.mirrors) add_text(mirrors, "murl", mirror);
  if (report.mirrors.empty()) mirrors.text().set("");
}

void add_expressions(xml_node node, const Metric& metric) {
  if (!metric.expression.empty() || !metric.is_rowwise) add_text(node, "cubepl", metric.expression);
  if (!metric.is_rowwise) node.child("cubepl").append_attribute("rowwise").set_value(false);
  if (!metric.initialization.empty()) add_text(node, "cubeplinit", metric.initialization);
  const auto add_aggregation = [&](const char* type, const std::string& expression) {
    if (expression.empty()) return;
    add_text(node, "cubeplaggr", expression);
    node.last_child().append_attribute("cubeplaggrtype").set_value(type);
  };
  add_aggregation("plus", metric.aggregation_plus);
  add_aggregation("minus", metric.aggregation_minus);
  add_aggregation("aggr", metric.aggregation);
}

void add_metric(xml_node node, const Metric& metric) {
  node.append_attribute("type").set_value(kind_name(metric.kind));
  if (metric.is_ghost) node.append_attribute("viztype").set_value("GHOST");
  if (!metric.is_convertible) node.append_attribute("convertible").set_value(false);
  if (!metric.is_cacheable) node.append_attribute("cacheable").set_value(false);
  add_text(node, "disp_name", metric.name);
  add_text(node, "uniq_name", metric.id);
  add_text(node, "dtype", metric.data_type);
  add_text(node, "uom", metric.unit);
  if (!metric.value.empty()) add_text(node, "val", metric.value);
  add_text(node, "url", metric.url);
  const std::string remedy = metric.remedy.empty() ? "" : std::string(kRemedyMark) + metric.remedy;
  add_text(node, "descr", metric.description + remedy);
  add_expressions(node, metric);
  add_attributes(node, metric.attributes);
}

void add_metrics(xml_node metrics, const Report& report) {
  add_title(metrics, report.metrics_title);
  std::vector<xml_node> nodes;
  for (const Metric& metric : report.metrics) {
    xml_node node = (metric.parent.valid() ? nodes[metric.parent.index()] : metrics).append_child("metric");
    add_id(node, "id", nodes.size());
    add_metric(node, metric);
    nodes.push_back(node);
  }
}

void add_regions(xml_node program, const Report& report) {
  for (size_t i = 0; i < report.regions.size(); ++i) {
    const Region& region = report.regions[i];
    xml_node node = program.append_child("region");
    add_id(node, "id", i);
    add_text_attribute(node, "mod", region.module);
    node.append_attribute("begin").set_value(static_cast<long long>(region.begin_line));
    node.append_attribute("end").set_value(static_cast<long long>(region.end_line));
    add_text(node, "name", region.name);
    add_text(node, "mangled_name", region.mangled_name.empty() ? region.name : region.mangled_name);
    add_text(node, "paradigm", region.paradigm);
    add_text(node, "role", region.role);
    add_text(node, "url", region.url);
    add_text(node, "descr", region.description);
    add_attributes(node, region.attributes);
  }
}

void add_parameters(xml_node node, const CallPath& path) {
  for (const Parameter& parameter : path.parameters) {
    xml_node element = node.append_child("parameter");
    element.append_attribute("partype").set_value(parameter.is_number ? "numeric" : "string");
    add_text_attribute(element, "parkey", parameter.key);
    add_text_attribute(element, "parvalue", parameter.value);
  }
}

void add_call_paths(xml_node program, const Report& report) {
  const bool have_numbers = report.call_path_numbers.size() == report.call_paths.size();
  std::vector<xml_node> nodes;
  for (const CallPath& path : report.call_paths) {
    xml_node node = (path.parent.valid() ? nodes[path.parent.index()] : program).append_child("cnode");
    add_id(node, "id", have_numbers ? report.call_path_numbers[nodes.size()] : nodes.size());
    if (path.call_line != -1) node.append_attribute("line").set_value(static_cast<long long>(path.call_line));
    if (!path.call_file.empty()) add_text_attribute(node, "mod", path.call_file);
    add_id(node, "calleeId", path.region.index());
    add_parameters(node, path);
    add_attributes(node, path.attributes);
    nodes.push_back(node);
  }
  for (xml_node node : nodes) {
    if (!node.first_child()) node.text().set("");
  }
}

/// Marks, in what rank 0 writes, where a node's groups or the coordinates in a topology belong.
constexpr const char* kElementsHere = "elements-here";
constexpr std::string_view kElementsHereLine = "<elements-here />\n";

void add_system(xml_node system, const Report& report, const SystemTree& tree) {
  add_title(system, report.system_title);
  std::vector<xml_node> nodes;
  for (const SystemNode& each : report.system_nodes) {
    xml_node node =
        (each.parent.valid() ? nodes[each.parent.index()] : system).append_child("systemtreenode");
    add_id(node, "Id", tree.node_positions()[nodes.size()]);
    add_text(node, "name", each.name);
    add_text(node, "class", each.class_name);
    if (!each.description.empty()) add_text(node, "descr", each.description);
    add_attributes(node, each.attributes);
    node.append_child(kElementsHere);
    nodes.push_back(node);
  }
}

/// Adds where something stands, the i-th of a list: `coordinates` are those of all.
void add_coordinate(xml_node cart, const char* attribute, size_t id, const Topology& topology,
                    const std::vector<uint32_t>& coordinates, size_t i) {
  const size_t dimensions = topology.dimensions.size();
  const auto position = std::span(coordinates).subspan(i * dimensions, dimensions);
  xml_node node = cart.append_child("coord");
  add_id(node, attribute, id);
  node.text().set(fmt::format("{}", fmt::join(position, " ")).c_str());
}

void add_topologies(xml_node topologies, const Report& report, const SystemTree& tree) {
  for (const Topology& topology : report.topologies) {
    xml_node cart = topologies.append_child("cart");
    add_text_attribute(cart, "name", topology.name);
    add_id(cart, "ndims", topology.dimensions.size());
    for (const Topology::Dimension& dimension : topology.dimensions) {
      xml_node dim = cart.append_child("dim");
      add_text_attribute(dim, "name", dimension.name);
      add_id(dim, "size", dimension.size);
      dim.append_attribute("periodic").set_value(dimension.periodic);
    }
    for (size_t i = 0; i < topology.system_nodes.size(); ++i)
      add_coordinate(cart, "stnId", tree.node_positions()[topology.system_nodes[i].index()], topology,
                     topology.system_node_coordinates, i);
    for (size_t i = 0; i < topology.groups.size(); ++i)
      add_coordinate(cart, "lgId", tree.group_positions()[topology.groups[i].index()], topology,
                     topology.group_coordinates, i);
    cart.append_child(kElementsHere);
  }
  if (report.topologies.empty()) topologies.text().set("");
}

/// Adds a location, or a group of them.
xml_node add_member(xml_node parent, const char* element, size_t id, const std::string& name, int64_t rank,
                    const std::string& type) {
  xml_node node = parent.append_child(element);
  add_id(node, "Id", id);
  add_text(node, "name", name);
  add_number(node, "rank", rank);
  add_text(node, "type", type);
  return node;
}

void add_group(xml_node parent, const Report& report, const SystemTree& tree, size_t g) {
  const LocationGroup& group = report.location_groups[g];
  xml_node node =
      add_member(parent, "locationgroup", tree.group_positions()[g], group.name, group.rank, group.type);
  add_attributes(node, group.attributes);
  for (const size_t l : tree.locations_of(g)) {
    const Location& location = report.locations[l];
    add_attributes(add_member(node, "location", l, location.name, location.rank, location.type),
                   location.attributes);
  }
}

std::string print(const pugi::xml_document& document) {
  Text out;
  // The document has a declaration if it needs one. An element without a child is written as <a/>, which is
  // how CubeLib wants <attr> and <dim>; one whose text is empty as <a></a>, which it wants for all others.
  document.save(out, "", pugi::format_indent | pugi::format_no_declaration);
  return std::move(out.text);
}

/// Returns everything but location groups, locations and coordinates.
std::string print_definitions(const Report& report, const SystemTree& tree) {
  pugi::xml_document document;
  xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version").set_value("1.0");
  declaration.append_attribute("encoding").set_value("UTF-8");
  xml_node cube = document.append_child("cube");
  cube.append_attribute("version").set_value("4.4");
  add_facts(cube, report);
  add_mirrors(cube.append_child("doc"), report);
  add_metrics(cube.append_child("metrics"), report);
  xml_node program = cube.append_child("program");
  add_title(program, report.call_tree_title);
  add_regions(program, report);
  add_call_paths(program, report);
  xml_node system = cube.append_child("system");
  add_system(system, report, tree);
  add_topologies(system.append_child("topologies"), report, tree);
  return print(document);
}

/// Prints the elements that the ranks write together. Those of the first sections are the groups of a system
/// node each, in the order in which nodes begin, and those of the others the coordinates in a topology each.
///
/// The file consists of what rank 0 writes up to the first section, the elements there, and so forth. The
/// text before section p has the position p + the number of elements before it, and its elements follow.
class Elements {
 public:
  explicit Elements(const Report& report) : report_(report), tree_(report), first_(tree_.first_groups()) {
    for (const Topology& each : report.topologies) first_.push_back(first_.back() + each.locations.size());
  }

  const SystemTree& tree() const { return tree_; }
  size_t sections() const { return first_.size() - 1; }
  size_t count() const { return first_.back(); }
  /// Returns the number of elements before a section, or before the end.
  size_t first(size_t section) const { return first_[section]; }

  std::string print(size_t section, size_t begin, size_t end) const {
    pugi::xml_document document;
    for (size_t i = begin; i < end; ++i) {
      if (section < report_.system_nodes.size()) {
        add_group(document, report_, tree_, tree_.groups()[i]);
      } else {
        const Topology& topology = report_.topologies[section - report_.system_nodes.size()];
        const size_t place = i - first_[section];
        add_coordinate(document, "locId", topology.locations[place].index(), topology, topology.coordinates,
                       place);
      }
    }
    return cubex::print(document);
  }

 private:
  const Report& report_;
  SystemTree tree_;
  std::vector<size_t> first_;
};

/// Appends all that rank 0 writes.
void add_definitions(const std::string& text, const Elements& elements, std::vector<TextPiece>& pieces) {
  std::string_view rest = text;
  for (size_t section = 0; section <= elements.sections(); ++section) {
    const size_t end = std::min(rest.find(kElementsHereLine), rest.size());
    const int64_t position = static_cast<int64_t>(elements.first(section) + section);
    pieces.push_back({position, position, LargeText(rest.substr(0, end))});
    rest.remove_prefix(std::min(end + kElementsHereLine.size(), rest.size()));
  }
}

/// Appends the elements that a rank writes: its share of all.
void add_elements(const Elements& elements, const Comm& comm, std::vector<TextPiece>& pieces) {
  constexpr size_t kGrain = 256;  ///< Is how many are printed together at most.
  struct Part {
    size_t section;
    size_t begin;
    size_t end;
  };
  const size_t begin = begin_of_share(elements.count(), comm.rank(), comm.size());
  const size_t end = begin_of_share(elements.count(), comm.rank() + 1, comm.size());
  const size_t first_piece = pieces.size();
  std::vector<Part> parts;  // Has a part for each piece.
  for (size_t section = 0; section < elements.sections(); ++section) {
    const size_t section_end = std::min(end, elements.first(section + 1));
    for (size_t i = std::max(begin, elements.first(section)); i < section_end; i += kGrain) {
      parts.push_back({section, i, std::min(i + kGrain, section_end)});
      const int64_t position = static_cast<int64_t>(i + section + 1);
      pieces.push_back({position, position + static_cast<int64_t>(parts.back().end - i) - 1, ""});
    }
  }
  parallel_for(parts.size(), [&](size_t i) {
    pieces[first_piece + i].text = elements.print(parts[i].section, parts[i].begin, parts[i].end);
  });
}

}  // namespace

TextBlock write_anchor(const Report& report, Comm& comm) {
  const Elements elements(report);
  std::vector<TextPiece> pieces;
  if (comm.rank() == 0) add_definitions(print_definitions(report, elements.tree()), elements, pieces);
  add_elements(elements, comm, pieces);
  std::ranges::sort(pieces, {}, &TextPiece::first);
  return put_together("", std::move(pieces), comm);
}

}  // namespace latecomer::cubex
