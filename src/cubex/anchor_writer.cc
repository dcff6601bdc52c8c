// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <pugixml.hpp>
#include <utility>

#include "cubex/anchor.h"
#include "cubex/value_type.h"
#include "report/printable.h"

namespace latecomer::cubex {

namespace {

using namespace report;
using pugi::xml_node;

/// What is written.
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

void add_attributes(xml_node cube, const Report& report) {
  std::map<std::string, std::string> attributes = {
      {"Creator", "latecomer " LATECOMER_VERSION}, {"CUBE_CT_AGGR", "SUM"}, {"CLUSTERING", "OFF"}};
  for (const auto& [key, value] : report.attributes) attributes[key] = value;
  attributes["Cube Version"] = "4.8";
  attributes["CubePL Version"] = "1.1";
  attributes["Cube anchor.xml syntax version"] = "4.4";
  for (const auto& [key, value] : attributes) {
    xml_node attr = cube.append_child("attr");
    attr.append_attribute("key").set_value(printable(key).c_str());
    attr.append_attribute("value").set_value(printable(value).c_str());
  }
}

void add_metrics(xml_node metrics, const Report& report) {
  std::vector<xml_node> nodes;
  for (const Metric& metric : report.metrics) {
    xml_node node = (metric.parent.valid() ? nodes[metric.parent.index()] : metrics).append_child("metric");
    add_id(node, "id", nodes.size());
    node.append_attribute("type").set_value(kind_name(metric.kind));
    add_text(node, "disp_name", metric.name);
    add_text(node, "uniq_name", metric.id);
    add_text(node, "dtype", stored_type(metric.data_type));
    add_text(node, "uom", metric.unit);
    add_text(node, "url", metric.url);
    const std::string remedy = metric.remedy.empty() ? "" : std::string(kRemedyMark) + metric.remedy;
    add_text(node, "descr", metric.description + remedy);
    if (!metric.expression.empty()) add_text(node, "cubepl", metric.expression);
    if (!metric.initialization.empty()) add_text(node, "cubeplinit", metric.initialization);
    nodes.push_back(node);
  }
}

void add_regions(xml_node program, const Report& report) {
  for (size_t i = 0; i < report.regions.size(); ++i) {
    const Region& region = report.regions[i];
    xml_node node = program.append_child("region");
    add_id(node, "id", i);
    node.append_attribute("mod").set_value(printable(region.module).c_str());
    node.append_attribute("begin").set_value(static_cast<long long>(region.begin_line));
    node.append_attribute("end").set_value(static_cast<long long>(region.end_line));
    add_text(node, "name", region.name);
    add_text(node, "mangled_name", region.mangled_name.empty() ? region.name : region.mangled_name);
    add_text(node, "paradigm", region.paradigm);
    add_text(node, "role", region.role);
    add_text(node, "url", region.url);
    add_text(node, "descr", region.description);
  }
}

void add_call_paths(xml_node program, const Report& report) {
  std::vector<xml_node> nodes;
  for (const CallPath& path : report.call_paths) {
    xml_node node = (path.parent.valid() ? nodes[path.parent.index()] : program).append_child("cnode");
    add_id(node, "id", nodes.size());
    add_id(node, "calleeId", path.region.index());
    nodes.push_back(node);
  }
}

void add_system(xml_node system, const Report& report) {
  std::vector<xml_node> nodes;
  for (const SystemNode& each : report.system_nodes) {
    xml_node node =
        (each.parent.valid() ? nodes[each.parent.index()] : system).append_child("systemtreenode");
    add_id(node, "Id", nodes.size());
    add_text(node, "name", each.name);
    add_text(node, "class", each.class_name);
    nodes.push_back(node);
  }
  std::vector<xml_node> groups;
  for (const LocationGroup& group : report.location_groups) {
    xml_node node = nodes[group.parent.index()].append_child("locationgroup");
    add_id(node, "Id", groups.size());
    add_text(node, "name", group.name);
    add_number(node, "rank", group.rank);
    add_text(node, "type", group.type);
    groups.push_back(node);
  }
  for (size_t i = 0; i < report.locations.size(); ++i) {
    const Location& location = report.locations[i];
    xml_node node = groups[location.group.index()].append_child("location");
    add_id(node, "Id", i);
    add_text(node, "name", location.name);
    add_number(node, "rank", location.rank);
    add_text(node, "type", location.type);
  }
  system.append_child("topologies");
}

}  // namespace

std::string write_anchor(const Report& report) {
  pugi::xml_document document;
  xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version").set_value("1.0");
  declaration.append_attribute("encoding").set_value("UTF-8");
  xml_node cube = document.append_child("cube");
  cube.append_attribute("version").set_value("4.4");
  add_attributes(cube, report);
  cube.append_child("doc").append_child("mirrors");
  add_metrics(cube.append_child("metrics"), report);
  xml_node program = cube.append_child("program");
  add_regions(program, report);
  add_call_paths(program, report);
  add_system(cube.append_child("system"), report);
  Text out;
  document.save(out, "", pugi::format_indent | pugi::format_no_empty_element_tags);
  return std::move(out.text);
}

}  // namespace latecomer::cubex
