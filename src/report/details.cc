// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/details.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "report/parse_json.h"

namespace latecomer::report {

namespace {

using Json = nlohmann::ordered_json;

template <class IdType>
Json position_or_null(IdType id) {
  return id.valid() ? Json(id.index()) : Json();
}

Json to_json(const Instance& instance) {
  return {{"metric", instance.metric},
          {"location", instance.location.index()},
          {"call_path", instance.path.index()},
          {"begin", instance.begin},
          {"end", instance.end},
          {"amount", instance.amount},
          {"cause",
           {{"location", instance.cause.location.index()},
            {"call_path", position_or_null(instance.cause.path)},
            {"wait", instance.cause.wait.empty() ? Json() : Json(instance.cause.wait)},
            {"seconds", instance.cause.seconds}}}};
}

/// The first and the last of each run of consecutive ranks.
std::vector<size_t> runs_of(const std::vector<LocationGroupId>& ranks) {
  std::vector<size_t> runs;
  for (const LocationGroupId rank : ranks) {
    if (runs.empty() || runs.back() + 1 != rank.index()) runs.insert(runs.end(), 2, rank.index());
    runs.back() = rank.index();
  }
  return runs;
}

Json to_json(const Consequence& consequence) {
  return {{"delay_call_path", consequence.delay.index()},
          {"metric", consequence.metric},
          {"call_path", consequence.path.index()},
          {"seconds", consequence.seconds},
          {"rank_runs", runs_of(consequence.ranks)}};
}

/// A position below `count`. Throws where there is none, as nlohmann's accessors do for values of a wrong
/// type.
template <class IdType>
IdType position(const Json& value, size_t count) {
  if (!value.is_number_unsigned() || value.get<size_t>() >= count)
    throw std::out_of_range("no position in the report: " + value.dump());
  return IdType(value.get<size_t>());
}

/// The id of a metric of the report.
std::string metric_from(const Json& value, const Report& report) {
  const std::string id = value.get<std::string>();
  if (!report.find_metric(id).valid()) throw std::out_of_range("no metric of the report: " + value.dump());
  return id;
}

double seconds_from(const Json& value) {
  const double seconds = value.get<double>();
  if (!(seconds >= 0)) throw std::out_of_range("no length of time: " + value.dump());
  return seconds;
}

Instance instance_from(const Json& json, const Report& report) {
  const Json& cause = json.at("cause");
  const Json& cause_path = cause.at("call_path");
  return {metric_from(json.at("metric"), report),
          position<LocationId>(json.at("location"), report.locations.size()),
          position<CallPathId>(json.at("call_path"), report.call_paths.size()),
          json.at("begin").get<double>(),
          json.at("end").get<double>(),
          seconds_from(json.at("amount")),
          {position<LocationId>(cause.at("location"), report.locations.size()),
           cause_path.is_null() ? CallPathId() : position<CallPathId>(cause_path, report.call_paths.size()),
           cause.at("wait").is_null() ? "" : metric_from(cause.at("wait"), report),
           seconds_from(cause.at("seconds"))}};
}

std::vector<LocationGroupId> ranks_from(const Json& runs, size_t count) {
  std::vector<LocationGroupId> ranks;
  for (size_t i = 0; i < runs.size(); i += 2) {
    const LocationGroupId first = position<LocationGroupId>(runs.at(i), count);
    const LocationGroupId last = position<LocationGroupId>(runs.at(i + 1), count);
    if (last < first || (!ranks.empty() && first <= ranks.back()))
      throw std::out_of_range("ranks that do not ascend");
    for (size_t rank = first.index(); rank <= last.index(); ++rank) ranks.emplace_back(rank);
  }
  return ranks;
}

Consequence consequence_from(const Json& json, const Report& report) {
  return {position<CallPathId>(json.at("delay_call_path"), report.call_paths.size()),
          metric_from(json.at("metric"), report),
          position<CallPathId>(json.at("call_path"), report.call_paths.size()),
          seconds_from(json.at("seconds")), ranks_from(json.at("rank_runs"), report.location_groups.size())};
}

}  // namespace

std::string print_details(const Details& details) {
  Json json = {{"instances", Json::array()}, {"consequences", Json::array()}};
  for (const Instance& each : details.instances) json["instances"].push_back(to_json(each));
  for (const Consequence& each : details.consequences) json["consequences"].push_back(to_json(each));
  return json.dump(1) + "\n";
}

Result<Details> read_details(const Report& report) {
  const std::shared_ptr<const std::string> found = report.file(std::string(kDetailsFile));
  if (found == nullptr)
    return Error{fmt::format("the report has no {}; latecomer analyze writes it", kDetailsFile)};
  Details details;
  try {
    const Json json = parse_json(*found);
    for (const Json& each : json.at("instances")) details.instances.push_back(instance_from(each, report));
    for (const Json& each : json.at("consequences"))
      details.consequences.push_back(consequence_from(each, report));
  } catch (const std::exception& error) {
    return Error{fmt::format("{}: {}; the report is damaged", kDetailsFile, error.what())};
  }
  return details;
}

}  // namespace latecomer::report
