// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>

#include "findings/wait_states.h"
#include "text/show_text.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace report;

namespace {

bool is_kind_of(const Report& report, MetricId kind, MetricId of) {
  while (kind.valid() && kind != of) kind = report.metrics[kind.index()].parent;
  return kind.valid();
}

std::string cause_text(const Report& report, const Instance::Cause& cause) {
  if (!cause.location.valid()) return "for something that is not in the trace";
  const std::string who = "for " + report.location_name(cause.location);
  if (!cause.path.valid()) return who + ", which took no longer on anything that is in the trace";
  const std::string where = report.path_name(cause.path);
  if (!cause.wait.valid())
    return fmt::format("{}, which took {} longer in {}", who, with_unit(cause.seconds), where);
  return fmt::format("{}, which had itself waited {} in {} ({})", who, with_unit(cause.seconds), where,
                     wait_name(report, cause.wait));
}

std::string instance_text(const Report& report, const Instance& instance, int digits) {
  const std::string head = fmt::format("{:>14.{}f}{:>14.{}f}{:>14}  ", instance.begin, digits, instance.end,
                                       digits, with_unit(instance.amount));
  return wrapped(fmt::format("{} in {}", report.location_name(instance.location),
                             report.path_name(instance.path)),
                 head) +
         wrapped(cause_text(report, instance.cause), std::string(head.size(), ' '));
}

}  // namespace

std::string instances_text(const Report& report, const std::vector<Instance>& instances, MetricId only) {
  double latest = 0;
  for (const Instance& each : instances) latest = std::max(latest, each.end);
  const int digits = decimals(latest) + 1;
  std::string text;
  MetricId previous;
  for (const Instance& each : instances) {
    const MetricId kind = each.metric;
    if (only.valid() && !is_kind_of(report, kind, only)) continue;
    if (kind != previous) {
      text +=
          fmt::format("{}{} ({})\n{:>14}{:>14}{:>14}\n", text.empty() ? "" : "\n", wait_name(report, kind),
                      report.metrics[kind.index()].id, "from s", "to s", "waited");
    }
    previous = kind;
    text += instance_text(report, each, digits);
  }
  if (!text.empty()) return text;
  return only.valid() ? fmt::format("There are no wait states of kind {}.\n", report.metrics[only.index()].id)
                      : "There are no wait states.\n";
}

}  // namespace latecomer::text
