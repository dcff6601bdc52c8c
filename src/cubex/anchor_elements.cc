// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/anchor_elements.h"

#include <utility>

namespace latecomer::cubex {

namespace {

using namespace report;

struct Nesting {
  Element parent;
  std::string_view name;
  Element element;
};

constexpr Nesting kElements[] = {
    {Element::document, "cube", Element::cube},
    {Element::cube, "attr", Element::attribute},
    {Element::cube, "doc", Element::doc},
    {Element::doc, "mirrors", Element::mirrors},
    {Element::mirrors, "murl", Element::mirror},
    {Element::cube, "metrics", Element::metrics},
    {Element::metrics, "metric", Element::metric},
    {Element::metric, "metric", Element::metric},
    {Element::metric, "attr", Element::attribute},
    {Element::metric, "cubeplaggr", Element::aggregation},
    {Element::cube, "program", Element::program},
    {Element::program, "region", Element::region},
    {Element::region, "attr", Element::attribute},
    {Element::program, "cnode", Element::call_path},
    {Element::call_path, "cnode", Element::call_path},
    {Element::call_path, "parameter", Element::parameter},
    {Element::call_path, "attr", Element::attribute},
    {Element::cube, "system", Element::system},
    {Element::system, "systemtreenode", Element::system_node},
    {Element::system_node, "systemtreenode", Element::system_node},
    {Element::system_node, "attr", Element::attribute},
    {Element::system_node, "locationgroup", Element::group},
    {Element::group, "attr", Element::attribute},
    {Element::group, "rank", Element::rank},
    {Element::group, "location", Element::location},
    {Element::location, "attr", Element::attribute},
    {Element::location, "rank", Element::rank},
    {Element::system, "topologies", Element::topologies},
    {Element::topologies, "cart", Element::topology},
    {Element::topology, "dim", Element::dimension},
    {Element::topology, "coord", Element::coordinate},
};

template <class T>
using TextField = std::pair<std::string_view, std::string T::*>;

constexpr TextField<Metric> kMetricTexts[] = {
    {"disp_name", &Metric::name},    {"uniq_name", &Metric::id},      {"dtype", &Metric::data_type},
    {"uom", &Metric::unit},          {"val", &Metric::value},         {"url", &Metric::url},
    {"descr", &Metric::description}, {"cubepl", &Metric::expression}, {"cubeplinit", &Metric::initialization},
};
constexpr TextField<Region> kRegionTexts[] = {
    {"name", &Region::name},         {"mangled_name", &Region::mangled_name},
    {"paradigm", &Region::paradigm}, {"role", &Region::role},
    {"url", &Region::url},           {"descr", &Region::description},
};
constexpr TextField<SystemNode> kSystemNodeTexts[] = {
    {"name", &SystemNode::name}, {"class", &SystemNode::class_name}, {"descr", &SystemNode::description}};
constexpr TextField<LocationGroup> kGroupTexts[] = {{"name", &LocationGroup::name},
                                                    {"type", &LocationGroup::type}};
constexpr TextField<Location> kLocationTexts[] = {{"name", &Location::name}, {"type", &Location::type}};

template <class T, size_t n>
std::string* find(T& owner, const TextField<T> (&fields)[n], std::string_view name) {
  for (const auto& [known, field] : fields)
    if (known == name) return &(owner.*field);
  return nullptr;
}

}  // namespace

Element element_in(Element parent, std::string_view name) {
  for (const Nesting& each : kElements)
    if (each.parent == parent && each.name == name) return each.element;
  return Element::other;
}

std::string* text_field(Report& report, Element parent, size_t position, std::string_view name) {
  switch (parent) {
    case Element::metric:
      return find(report.metrics[position], kMetricTexts, name);
    case Element::region:
      return find(report.regions[position], kRegionTexts, name);
    case Element::system_node:
      return find(report.system_nodes[position], kSystemNodeTexts, name);
    case Element::group:
      return find(report.location_groups[position], kGroupTexts, name);
    case Element::location:
      return find(report.locations[position], kLocationTexts, name);
    default:
      return nullptr;
  }
}

}  // namespace latecomer::cubex
