// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/reader.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "cubex/anchor.h"
#include "cubex/archive.h"
#include "cubex/row_order.h"
#include "cubex/values.h"

namespace latecomer::cubex {

namespace {

using namespace report;

bool is_derived(MetricKind kind) {
  return kind == MetricKind::postderived || kind == MetricKind::prederived_inclusive ||
         kind == MetricKind::prederived_exclusive;
}

/// Reads every metric's values and takes their members out of `members`. A metric without members is zero
/// throughout.
Status read_all_values(const Anchor& anchor, const std::string& archive, Members& members, Report& report) {
  const std::vector<CallPathId> inclusive = row_order(report.call_paths, MetricKind::inclusive);
  const std::vector<CallPathId> exclusive = row_order(report.call_paths, MetricKind::exclusive);
  KnownRows known;
  std::vector<std::string> read;
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    const std::string index = anchor.metric_ids[i] + ".index";
    const std::string data = anchor.metric_ids[i] + ".data";
    const MetricKind kind = report.metrics[i].kind;
    if (!is_derived(kind) && members.contains(index) != members.contains(data)) {
      return Error{fmt::format("{}: has {} without {}; the file is incomplete", archive,
                               members.contains(index) ? index : data,
                               members.contains(index) ? data : index)};
    }
    if (!is_derived(kind) && members.contains(index)) {
      const MetricMembers mine{members[index], members[data], archive + ": " + index, archive + ": " + data};
      TRY_STATUS(read_values(mine, MetricId(i), kind == MetricKind::inclusive ? inclusive : exclusive, known,
                             report));
    }
    read.insert(read.end(), {index, data});
  }
  for (const std::string& name : read) members.erase(name);
  return {};
}

/// Makes a line of every name and fact that was read from a file (`printable_line`), so that none looks like
/// more than it is where it is printed.
void make_printable(report::Report& report) {
  const auto make_line = [](std::string& text) { text = printable_line(text); };
  for (report::Metric& metric : report.metrics)
    for (std::string* text : {&metric.id, &metric.name, &metric.unit, &metric.data_type, &metric.url})
      make_line(*text);
  for (report::Region& region : report.regions)
    for (std::string* text :
         {&region.name, &region.mangled_name, &region.url, &region.paradigm, &region.role, &region.module})
      make_line(*text);
  for (report::SystemNode& node : report.system_nodes) make_line(node.name), make_line(node.class_name);
  for (report::LocationGroup& group : report.location_groups) make_line(group.name), make_line(group.type);
  for (report::Location& location : report.locations) make_line(location.name), make_line(location.type);
  for (std::string& note : report.notes) make_line(note);
  std::map<std::string, std::string> attributes;
  for (const auto& [key, value] : report.attributes) attributes[printable_line(key)] = printable_line(value);
  report.attributes = std::move(attributes);
}

}  // namespace

Result<Report> read_cubex(const std::filesystem::path& path) {
  TRY(Members members, read_archive(path));
  const auto found = members.find("anchor.xml");
  if (found == members.end()) {
    return Error{
        fmt::format("{}: has no anchor.xml; it is not a .cubex file, or an incomplete one", path.string())};
  }
  const std::string what = path.string() + ": anchor.xml";
  TRY(const Bytes xml, gunzip_if_needed(std::move(found->second), what));
  members.erase(found);
  TRY(Anchor anchor, read_anchor(xml, what));
  Report report = std::move(anchor.report);
  TRY_STATUS(read_all_values(anchor, path.string(), members, report));
  for (const auto& [name, content] : members) {
    report.files[name] = std::string(reinterpret_cast<const char*>(content.data()), content.size());
  }
  make_printable(report);
  return report;
}

}  // namespace latecomer::cubex
