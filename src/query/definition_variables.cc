// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/definition_variables.h"

#include <algorithm>
#include <map>
#include <type_traits>
#include <utility>

namespace latecomer::query {

using namespace report;
using cubepl::PredefinedVariable;

namespace {

PredefinedVariable one(size_t number) {
  return {std::vector<double>{static_cast<double>(number)}};
}

const std::string& value_of(const std::string& text) {
  return text;
}
/// Returns a number, or the position that an id stands for: -1 for none, as for the parent of a root.
template <class Value>
double value_of(Value value) {
  if constexpr (requires { value.valid(); })
    return value.valid() ? static_cast<double>(value.index()) : -1;
  else
    return static_cast<double>(value);
}

// These functions return variables of a list of the report: of nodes with a parent, where that is needed.

/// Returns a member of each.
template <auto kList, auto kMember>
PredefinedVariable values(const Report& report) {
  std::vector<std::remove_cvref_t<decltype(value_of((report.*kList)[0].*kMember))>> of_all;
  for (const auto& each : report.*kList) of_all.push_back(value_of(each.*kMember));
  return {std::move(of_all)};
}

template <auto kList>
PredefinedVariable size_of(const Report& report) {
  return one((report.*kList).size());
}

/// Counts for each node how many have it as their parent.
template <auto kList>
PredefinedVariable child_counts(const Report& report) {
  std::vector<double> counts((report.*kList).size());
  for (const auto& each : report.*kList)
    if (each.parent.valid()) ++counts[each.parent.index()];
  return {std::move(counts)};
}

template <auto kList>
PredefinedVariable root_count(const Report& report) {
  const auto is_root = [](const auto& each) { return !each.parent.valid(); };
  return one(static_cast<size_t>(std::ranges::count_if(report.*kList, is_root)));
}

using Variable = PredefinedVariable (*)(const Report&);

const std::map<std::string, Variable>& variables() {
  static const std::map<std::string, Variable> all = {
      {"cube::#metrics", size_of<&Report::metrics>},
      {"cube::#root::metrics", root_count<&Report::metrics>},
      {"cube::#regions", size_of<&Report::regions>},
      {"cube::#callpaths", size_of<&Report::call_paths>},
      {"cube::#root::callpaths", root_count<&Report::call_paths>},
      {"cube::#stns", size_of<&Report::system_nodes>},
      {"cube::#rootstns", root_count<&Report::system_nodes>},
      {"cube::#locationgroups", size_of<&Report::location_groups>},
      {"cube::#locations", size_of<&Report::locations>},
      {"cube::#locationgroups::nonvoid", size_of<&Report::location_groups>},
      {"cube::#locations::nonvoid", size_of<&Report::locations>},
      {"cube::#threads", size_of<&Report::locations>},
      {"cube::#threads::nonvoid", size_of<&Report::locations>},
      {"cube::#processes::nonvoid", size_of<&Report::location_groups>},
      {"cube::metric::uniq::name", values<&Report::metrics, &Metric::id>},
      {"cube::metric::disp::name", values<&Report::metrics, &Metric::name>},
      {"cube::metric::uom", values<&Report::metrics, &Metric::unit>},
      {"cube::metric::dtype", values<&Report::metrics, &Metric::data_type>},
      {"cube::metric::url", values<&Report::metrics, &Metric::url>},
      {"cube::metric::description", values<&Report::metrics, &Metric::description>},
      {"cube::metric::expression", values<&Report::metrics, &Metric::expression>},
      {"cube::metric::initexpression", values<&Report::metrics, &Metric::initialization>},
      {"cube::metric::#children", child_counts<&Report::metrics>},
      {"cube::metric::parent::id", values<&Report::metrics, &Metric::parent>},
      {"cube::region::name", values<&Report::regions, &Region::name>},
      {"cube::region::mangled::name", values<&Report::regions, &Region::mangled_name>},
      {"cube::region::paradigm", values<&Report::regions, &Region::paradigm>},
      {"cube::region::role", values<&Report::regions, &Region::role>},
      {"cube::region::url", values<&Report::regions, &Region::url>},
      {"cube::region::description", values<&Report::regions, &Region::description>},
      {"cube::region::mod", values<&Report::regions, &Region::module>},
      {"cube::region::begin::line", values<&Report::regions, &Region::begin_line>},
      {"cube::region::end::line", values<&Report::regions, &Region::end_line>},
      {"cube::callpath::mod", values<&Report::call_paths, &CallPath::call_file>},
      {"cube::callpath::line", values<&Report::call_paths, &CallPath::call_line>},
      {"cube::callpath::calleeid", values<&Report::call_paths, &CallPath::region>},
      {"cube::callpath::#children", child_counts<&Report::call_paths>},
      {"cube::callpath::parent::id", values<&Report::call_paths, &CallPath::parent>},
      {"cube::stn::name", values<&Report::system_nodes, &SystemNode::name>},
      {"cube::stn::class", values<&Report::system_nodes, &SystemNode::class_name>},
      {"cube::stn::#children", child_counts<&Report::system_nodes>},
      {"cube::stn::parent::id", values<&Report::system_nodes, &SystemNode::parent>},
      {"cube::locationgroup::name", values<&Report::location_groups, &LocationGroup::name>},
      {"cube::locationgroup::type", values<&Report::location_groups, &LocationGroup::type>},
      {"cube::locationgroup::rank", values<&Report::location_groups, &LocationGroup::rank>},
      {"cube::locationgroup::parent::id", values<&Report::location_groups, &LocationGroup::parent>},
      {"cube::location::name", values<&Report::locations, &Location::name>},
      {"cube::location::type", values<&Report::locations, &Location::type>},
      {"cube::location::rank", values<&Report::locations, &Location::rank>},
      {"cube::location::parent::id", values<&Report::locations, &Location::group>},
  };
  return all;
}

}  // namespace

std::optional<PredefinedVariable> definition_variable(const Report& report, const std::string& name) {
  const auto found = variables().find(name);
  return found == variables().end() ? std::nullopt : std::optional(found->second(report));
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
