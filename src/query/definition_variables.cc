// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/definition_variables.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace latecomer::query {

using namespace report;
using cubepl::PredefinedVariable;

namespace {

template <class Things, class Value>
PredefinedVariable texts(const Things& things, const Value& value) {
  std::vector<std::string> values;
  for (const auto& each : things) values.push_back(value(each));
  return {std::move(values)};
}

template <class Things, class Value>
PredefinedVariable numbers(const Things& things, const Value& value) {
  std::vector<double> values;
  for (const auto& each : things) values.push_back(static_cast<double>(value(each)));
  return {std::move(values)};
}

PredefinedVariable one(size_t number) {
  return {std::vector<double>{static_cast<double>(number)}};
}

/// Returns the position of a parent, -1 for a root.
template <class Id>
double parent_number(Id parent) {
  return parent.valid() ? static_cast<double>(parent.index()) : -1;
}

/// Counts for each node how many have it as their parent.
template <class Nodes>
PredefinedVariable child_counts(const Nodes& nodes) {
  std::vector<double> counts(nodes.size());
  for (const auto& each : nodes)
    if (each.parent.valid()) ++counts[each.parent.index()];
  return {std::move(counts)};
}

template <class Nodes>
size_t root_count(const Nodes& nodes) {
  return static_cast<size_t>(
      std::ranges::count_if(nodes, [](const auto& each) { return !each.parent.valid(); }));
}

using Variable = PredefinedVariable (*)(const Report&);

const std::map<std::string, Variable>& counts_of_definitions() {
  static const std::map<std::string, Variable> all = {
      {"cube::#metrics", [](const Report& r) { return one(r.metrics.size()); }},
      {"cube::#root::metrics", [](const Report& r) { return one(root_count(r.metrics)); }},
      {"cube::#regions", [](const Report& r) { return one(r.regions.size()); }},
      {"cube::#callpaths", [](const Report& r) { return one(r.call_paths.size()); }},
      {"cube::#root::callpaths", [](const Report& r) { return one(root_count(r.call_paths)); }},
      {"cube::#stns", [](const Report& r) { return one(r.system_nodes.size()); }},
      {"cube::#rootstns", [](const Report& r) { return one(root_count(r.system_nodes)); }},
      {"cube::#locationgroups", [](const Report& r) { return one(r.location_groups.size()); }},
      {"cube::#locations", [](const Report& r) { return one(r.locations.size()); }},
      {"cube::#locationgroups::nonvoid", [](const Report& r) { return one(r.location_groups.size()); }},
      {"cube::#locations::nonvoid", [](const Report& r) { return one(r.locations.size()); }},
      {"cube::#threads", [](const Report& r) { return one(r.locations.size()); }},
      {"cube::#threads::nonvoid", [](const Report& r) { return one(r.locations.size()); }},
      {"cube::#processes::nonvoid", [](const Report& r) { return one(r.location_groups.size()); }},
  };
  return all;
}

const std::map<std::string, Variable>& metrics_and_regions() {
  static const std::map<std::string, Variable> all = {
      {"cube::metric::uniq::name",
       [](const Report& r) { return texts(r.metrics, std::mem_fn(&Metric::id)); }},
      {"cube::metric::disp::name",
       [](const Report& r) { return texts(r.metrics, std::mem_fn(&Metric::name)); }},
      {"cube::metric::uom", [](const Report& r) { return texts(r.metrics, std::mem_fn(&Metric::unit)); }},
      {"cube::metric::dtype",
       [](const Report& r) { return texts(r.metrics, std::mem_fn(&Metric::data_type)); }},
      {"cube::metric::url", [](const Report& r) { return texts(r.metrics, std::mem_fn(&Metric::url)); }},
      {"cube::metric::description",
       [](const Report& r) { return texts(r.metrics, std::mem_fn(&Metric::description)); }},
      {"cube::metric::expression",
       [](const Report& r) { return texts(r.metrics, std::mem_fn(&Metric::expression)); }},
      {"cube::metric::initexpression",
       [](const Report& r) { return texts(r.metrics, std::mem_fn(&Metric::initialization)); }},
      {"cube::metric::#children", [](const Report& r) { return child_counts(r.metrics); }},
      {"cube::metric::parent::id",
       [](const Report& r) {
         return numbers(r.metrics, [](const auto& m) { return parent_number(m.parent); });
       }},
      {"cube::region::name", [](const Report& r) { return texts(r.regions, std::mem_fn(&Region::name)); }},
      {"cube::region::mangled::name",
       [](const Report& r) { return texts(r.regions, std::mem_fn(&Region::mangled_name)); }},
      {"cube::region::paradigm",
       [](const Report& r) { return texts(r.regions, std::mem_fn(&Region::paradigm)); }},
      {"cube::region::role", [](const Report& r) { return texts(r.regions, std::mem_fn(&Region::role)); }},
      {"cube::region::url", [](const Report& r) { return texts(r.regions, std::mem_fn(&Region::url)); }},
      {"cube::region::description",
       [](const Report& r) { return texts(r.regions, std::mem_fn(&Region::description)); }},
      {"cube::region::mod", [](const Report& r) { return texts(r.regions, std::mem_fn(&Region::module)); }},
      {"cube::region::begin::line",
       [](const Report& r) { return numbers(r.regions, std::mem_fn(&Region::begin_line)); }},
      {"cube::region::end::line",
       [](const Report& r) { return numbers(r.regions, std::mem_fn(&Region::end_line)); }},
  };
  return all;
}

const std::map<std::string, Variable>& call_paths_and_system() {
  static const std::map<std::string, Variable> all = {
      {"cube::callpath::mod",
       [](const Report& r) { return texts(r.call_paths, std::mem_fn(&CallPath::call_file)); }},
      {"cube::callpath::line",
       [](const Report& r) { return numbers(r.call_paths, std::mem_fn(&CallPath::call_line)); }},
      {"cube::callpath::calleeid",
       [](const Report& r) { return numbers(r.call_paths, [](const auto& p) { return p.region.index(); }); }},
      {"cube::callpath::#children", [](const Report& r) { return child_counts(r.call_paths); }},
      {"cube::callpath::parent::id",
       [](const Report& r) {
         return numbers(r.call_paths, [](const auto& p) { return parent_number(p.parent); });
       }},
      {"cube::stn::name",
       [](const Report& r) { return texts(r.system_nodes, std::mem_fn(&SystemNode::name)); }},
      {"cube::stn::class",
       [](const Report& r) { return texts(r.system_nodes, std::mem_fn(&SystemNode::class_name)); }},
      {"cube::stn::#children", [](const Report& r) { return child_counts(r.system_nodes); }},
      {"cube::stn::parent::id",
       [](const Report& r) {
         return numbers(r.system_nodes, [](const auto& n) { return parent_number(n.parent); });
       }},
      {"cube::locationgroup::name",
       [](const Report& r) { return texts(r.location_groups, std::mem_fn(&LocationGroup::name)); }},
      {"cube::locationgroup::type",
       [](const Report& r) { return texts(r.location_groups, std::mem_fn(&LocationGroup::type)); }},
      {"cube::locationgroup::rank",
       [](const Report& r) { return numbers(r.location_groups, std::mem_fn(&LocationGroup::rank)); }},
      {"cube::locationgroup::parent::id",
       [](const Report& r) {
         return numbers(r.location_groups, [](const auto& g) { return parent_number(g.parent); });
       }},
      {"cube::location::name",
       [](const Report& r) { return texts(r.locations, std::mem_fn(&Location::name)); }},
      {"cube::location::type",
       [](const Report& r) { return texts(r.locations, std::mem_fn(&Location::type)); }},
      {"cube::location::rank",
       [](const Report& r) { return numbers(r.locations, std::mem_fn(&Location::rank)); }},
      {"cube::location::parent::id",
       [](const Report& r) { return numbers(r.locations, [](const auto& l) { return l.group.index(); }); }},
  };
  return all;
}

}  // namespace

std::optional<PredefinedVariable> definition_variable(const Report& report, const std::string& name) {
  for (const auto* variables : {&counts_of_definitions(), &metrics_and_regions(), &call_paths_and_system()}) {
    const auto found = variables->find(name);
    if (found != variables->end()) return found->second(report);
  }
  return std::nullopt;
}

std::vector<SystemPart> numbered_parts(const Report& report) {
  std::vector<std::vector<SystemNodeId>> below(report.system_nodes.size());
  std::vector<std::vector<LocationGroupId>> groups(report.system_nodes.size());
  std::vector<std::vector<LocationId>> locations(report.location_groups.size());
  std::vector<SystemNodeId> open;
  for (size_t i = report.system_nodes.size(); i-- > 0;) {
    const SystemNodeId parent = report.system_nodes[i].parent;
    (parent.valid() ? below[parent.index()] : open).emplace_back(i);
  }
  for (size_t i = 0; i < report.location_groups.size(); ++i)
    if (report.location_groups[i].parent.valid())
      groups[report.location_groups[i].parent.index()].emplace_back(i);
  for (size_t i = 0; i < report.locations.size(); ++i)
    locations[report.locations[i].group.index()].emplace_back(i);

  std::vector<SystemPart> parts;
  std::vector<SystemNodeId> path;  // Are nodes whose groups are still to come.
  const auto close = [&](SystemNodeId node) {
    for (const LocationGroupId group : groups[node.index()]) {
      parts.emplace_back(group);
      parts.insert(parts.end(), locations[group.index()].begin(), locations[group.index()].end());
    }
  };
  while (!open.empty()) {
    const SystemNodeId node = open.back();
    open.pop_back();
    while (!path.empty() && path.back() != report.system_nodes[node.index()].parent) {
      close(path.back());
      path.pop_back();
    }
    parts.emplace_back(node);
    path.push_back(node);
    open.insert(open.end(), below[node.index()].begin(), below[node.index()].end());
  }
  for (; !path.empty(); path.pop_back()) close(path.back());
  return parts;
}

}  // namespace latecomer::query
