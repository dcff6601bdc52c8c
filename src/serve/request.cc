// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace latecomer::serve {

using namespace query;
using namespace report;

namespace {

struct KindEntry {
  std::string_view name;
  Kind kind;
  Names parameters;
};

const std::vector<KindEntry>& kinds() {
  static const Names value = {"metric", "child_metrics", "call_path", "callees", "region",
                              "node",   "rank",          "location",  "by"};
  static const Names top = {"metric", "child_metrics", "call_path", "callees", "region",
                            "node",   "rank",          "location",  "by",      "limit"};
  static const std::vector<KindEntry> all = {{"report", Kind::report, {}},
                                             {"findings", Kind::findings, {}},
                                             {"summary", Kind::summary, {}},
                                             {"source_files", Kind::source_files, {}},
                                             {"topologies", Kind::topologies, {}},
                                             {"values", Kind::values, value},
                                             {"statistics", Kind::statistics, value},
                                             {"top", Kind::top, top},
                                             {"search", Kind::search, {"text", "by", "limit"}},
                                             {"compare", Kind::compare, {"limit"}},
                                             {"aligned", Kind::aligned, {}}};
  return all;
}

bool is_of_both(Kind kind) {
  return kind == Kind::compare || kind == Kind::aligned;
}

const Choices<Below>& below_choices() {
  static const Choices<Below> all = {{"included", Below::included}, {"excluded", Below::excluded}};
  return all;
}

const Choices<By>& by_choices() {
  static const Choices<By> all = {{"call_path", By::call_path}, {"region", By::region},
                                  {"location", By::location},   {"rank", By::rank},
                                  {"node", By::node},           {"total", By::total}};
  return all;
}

Result<const KindEntry*> find_kind(const Reports& reports, std::string_view name) {
  const std::vector<std::string> names = request_names(reports);
  if (std::ranges::find(names, name) == names.end())
    return Error{fmt::format("there is no '{}'; there are {}", name, fmt::join(names, ", "))};
  if (name.starts_with(kSecond)) name.remove_prefix(kSecond.size());
  return std::ranges::find(kinds(), name, &KindEntry::name).base();
}

Result<MetricId> find_metric(const Report& report, const ParameterReader& parameters) {
  const std::optional<std::string> wanted = parameters.text("metric");
  if (!wanted) return Error{"a metric is needed: metric=ID; /api/v1/report lists them"};
  const MetricId found = report.find_metric(*wanted);
  if (!found.valid())
    return Error{fmt::format("metric={}: there is none of this id; /api/v1/report lists them", *wanted)};
  return found;
}

/// Returns the part of the system that at most one of node, rank and location names.
Result<SystemPart> find_part(const Report& report, const ParameterReader& parameters) {
  TRY(const SystemNodeId node, parameters.position<SystemNodeId>("node", report.system_nodes.size()));
  TRY(const LocationGroupId group,
      parameters.position<LocationGroupId>("rank", report.location_groups.size()));
  TRY(const LocationId location, parameters.position<LocationId>("location", report.locations.size()));
  if (static_cast<int>(node.valid()) + static_cast<int>(group.valid()) + static_cast<int>(location.valid()) >
      1)
    return Error{"node, rank and location exclude each other: each is a part of the system"};
  if (node.valid()) return SystemPart(node);
  if (group.valid()) return SystemPart(group);
  if (location.valid()) return SystemPart(location);
  return SystemPart();
}

constexpr size_t kMostAnswered = 1000;
constexpr size_t kUsuallyAnswered = 10;

Result<Request> parse_compare(const ParameterReader& parameters) {
  Request request;
  request.kind = Kind::compare;
  TRY(request.limit, parameters.number("limit", 1, kMostAnswered, 0));
  return request;
}

Result<Request> parse_search(const ParameterReader& parameters) {
  Request request;
  request.kind = Kind::search;
  const std::optional<std::string> text = parameters.text("text");
  if (!text || text->empty()) return Error{"a text to search for is needed: text=WORD"};
  request.text = *text;
  TRY(request.by,
      parameters.choice<By>("by", {{"call_path", By::call_path}, {"region", By::region}}, By::call_path));
  TRY(request.limit, parameters.number("limit", 1, kMostAnswered, kUsuallyAnswered));
  return request;
}

/// Returns what there are values for. A request that needs a value for each of several things has no total.
Result<By> parse_by(Kind kind, const ParameterReader& parameters) {
  if (kind == Kind::values) return parameters.choice("by", by_choices(), By::total);
  Choices<By> choices = by_choices();
  choices.pop_back();
  return parameters.choice("by", choices, kind == Kind::top ? By::call_path : By::location);
}

Result<Request> parse_value(const Report& report, Kind kind, const ParameterReader& parameters) {
  Request request;
  request.kind = kind;
  TRY(request.metric, find_metric(report, parameters));
  TRY(request.child_metrics, parameters.choice("child_metrics", below_choices(), Below::included));
  const Metric& metric = report.metrics[request.metric.index()];
  const bool is_calculated = metric.kind == MetricKind::postderived;
  if (request.child_metrics == Below::excluded && (is_calculated || !is_sum(metric)))
    return Error{"child_metrics=excluded: values of this metric are no sums, of which a part could be taken"};
  TRY(request.path, parameters.position<CallPathId>("call_path", report.call_paths.size()));
  TRY(request.region, parameters.position<RegionId>("region", report.regions.size()));
  // With what is below them, callees would always be at the top.
  const Below usual = kind == Kind::top ? Below::excluded : Below::included;
  TRY(request.callees, parameters.choice("callees", below_choices(), usual));
  TRY(request.where, find_part(report, parameters));
  TRY(request.by, parse_by(kind, parameters));
  if (is_calculated && (request.by == By::region || request.region.valid()))
    return Error{"region: this metric is calculated from others for a call path or all, not for several"};
  if (kind == Kind::top) {
    TRY(request.limit, parameters.number("limit", 1, kMostAnswered, kUsuallyAnswered));
  }
  return request;
}

Result<Request> parse_of_kind(const Report& report, const KindEntry& entry, const ParameterReader& reader) {
  switch (entry.kind) {
    case Kind::search:
      return parse_search(reader);
    case Kind::compare:
      return parse_compare(reader);
    case Kind::values:
    case Kind::statistics:
    case Kind::top:
      return parse_value(report, entry.kind, reader);
    default: {
      Request request;
      request.kind = entry.kind;
      return request;
    }
  }
}

std::string encoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          c == '_' || c == '-' || c == '.';
    result += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

std::string part_text(const SystemPart& part) {
  if (const auto* node = std::get_if<SystemNodeId>(&part)) return fmt::format("&node={}", node->index());
  if (const auto* group = std::get_if<LocationGroupId>(&part)) return fmt::format("&rank={}", group->index());
  if (const auto* location = std::get_if<LocationId>(&part))
    return fmt::format("&location={}", location->index());
  return "";
}

}  // namespace

std::vector<std::string> request_names(const Reports& reports) {
  std::vector<std::string> names;
  for (const KindEntry& each : kinds())
    if (reports.second != nullptr || !is_of_both(each.kind)) names.emplace_back(each.name);
  if (reports.second == nullptr) return names;
  for (const KindEntry& each : kinds())
    if (!is_of_both(each.kind)) names.push_back(fmt::format("{}{}", kSecond, each.name));
  return names;
}

std::string_view name_of(By by) {
  for (const auto& [name, value] : by_choices())
    if (value == by) return name;
  return "";
}

Result<Request> parse_request(const Reports& reports, std::string_view name, const Parameters& parameters) {
  TRY(const KindEntry* entry, find_kind(reports, name));
  TRY_STATUS(check_names(name, entry->parameters, parameters));
  const bool is_of_second = name.starts_with(kSecond);
  TRY(Request request,
      parse_of_kind(is_of_second ? *reports.second : reports.first, *entry, ParameterReader(parameters)));
  request.is_of_second = is_of_second;
  return request;
}

Result<Request> parse_request(const Reports& reports, std::string_view text) {
  const size_t kind_end = std::min(text.find('?'), text.size());
  const std::string_view query = text.substr(std::min(text.size(), kind_end + 1));
  return parse_request(reports, text.substr(0, kind_end), parse_query(query));
}

std::string to_text(const Reports& reports, const Request& request) {
  const Report& report = request.is_of_second ? *reports.second : reports.first;
  const auto* entry = std::ranges::find(kinds(), request.kind, &KindEntry::kind).base();
  std::string text = fmt::format("{}{}", request.is_of_second ? kSecond : "", entry->name);
  const auto below = [](Below each) { return each == Below::included ? "included" : "excluded"; };
  if (request.kind == Kind::search) {
    text += fmt::format("?text={}&by={}", encoded(request.text), name_of(request.by));
  } else if (request.metric.valid()) {
    text += fmt::format("?metric={}&child_metrics={}&callees={}&by={}",
                        encoded(report.metrics[request.metric.index()].id), below(request.child_metrics),
                        below(request.callees), name_of(request.by));
    if (request.region.valid()) text += fmt::format("&region={}", request.region.index());
    if (request.path.valid()) text += fmt::format("&call_path={}", request.path.index());
    text += part_text(request.where);
  }
  const char separator = request.kind == Kind::compare ? '?' : '&';
  return request.limit > 0 ? fmt::format("{}{}limit={}", text, separator, request.limit) : text;
}

}  // namespace latecomer::serve
