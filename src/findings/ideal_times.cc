// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/ideal_times.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <stdexcept>

#include "base/json.h"
#include "base/json_text.h"
#include "findings/phases.h"

namespace latecomer::findings {

using namespace report;

namespace {

/// Throws where a value is not what it has to be.
double seconds_from(const Json& json) {
  const double seconds = json.get<double>();
  if (!(seconds >= 0)) throw std::out_of_range("no length of time");
  return seconds;
}

}  // namespace

PhasesByPath phases_by_path(const Report& report) {
  PhasesByPath found{{}, std::vector<std::vector<uint32_t>>(report.call_paths.size())};
  std::vector<uint32_t> number(report.regions.size());
  for (size_t region = 0; region < number.size(); ++region) {
    if (!is_phase(report.regions[region])) continue;
    number[region] = static_cast<uint32_t>(found.names.size());
    found.names.push_back(report.regions[region].name);
  }
  for (size_t p = 0; p < report.call_paths.size(); ++p) {  // parents before children
    const CallPath& path = report.call_paths[p];
    std::vector<uint32_t>& of_path = found.of_path[p];
    if (path.parent.valid()) of_path = found.of_path[path.parent.index()];
    const uint32_t own = number[path.region.index()];
    const bool is_new = std::ranges::count(of_path, own) == 0;
    if (is_phase(report.regions[path.region.index()]) && is_new) of_path.push_back(own);
  }
  return found;
}

std::string print_ideal_times(const IdealTimes& times) {
  Json windows = Json::array();
  for (const IdealTimes::Window& window : times.windows)
    windows.push_back({{"ideal", window.ideal},
                       {"mean_computation", window.mean_computation},
                       {"largest_computation", window.largest_computation}});
  return in_lines(Json{{"phases", times.phases}, {"windows", std::move(windows)}});
}

IdealTimes read_ideal_times(const Report& report) {
  const std::shared_ptr<const std::string> content = report.file(std::string(kIdealTimesFile));
  if (content == nullptr) return {};
  try {
    IdealTimes times;
    const Json json = Json::parse(*content);
    for (const auto& [name, seconds] : json.at("phases").items()) times.phases[name] = seconds_from(seconds);
    for (const Json& window : json.at("windows"))
      times.windows.push_back({seconds_from(window.at("ideal")), seconds_from(window.at("mean_computation")),
                               seconds_from(window.at("largest_computation"))});
    return times;
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace latecomer::findings
