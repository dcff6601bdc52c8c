// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/printable_names.h"

#include <map>
#include <string>
#include <utility>

#include "base/printable.h"

namespace latecomer::report {

void make_printable(Report& report) {
  const auto make_line = [](std::string& text) { text = printable_line(text); };
  for (Metric& metric : report.metrics)
    for (std::string* text : {&metric.id, &metric.name, &metric.unit, &metric.data_type, &metric.url})
      make_line(*text);
  for (Region& region : report.regions)
    for (std::string* text :
         {&region.name, &region.mangled_name, &region.url, &region.paradigm, &region.role, &region.module})
      make_line(*text);
  for (SystemNode& node : report.system_nodes) make_line(node.name), make_line(node.class_name);
  for (LocationGroup& group : report.location_groups) make_line(group.name), make_line(group.type);
  for (Location& location : report.locations) make_line(location.name), make_line(location.type);
  for (std::string& note : report.notes) make_line(note);
  std::map<std::string, std::string> attributes;
  for (const auto& [key, value] : report.attributes) attributes[printable_line(key)] = printable_line(value);
  report.attributes = std::move(attributes);
}

}  // namespace latecomer::report
