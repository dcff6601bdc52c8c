// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/attributes.h"

#include <cstdlib>

namespace latecomer::report {

std::string attribute(const Report& report, const std::string& key) {
  const auto found = report.attributes.find(key);
  return found == report.attributes.end() ? "" : found->second;
}

std::vector<std::string> attributes_below(const Report& report, const std::string& prefix) {
  std::vector<std::string> found;
  for (auto each = report.attributes.lower_bound(prefix);
       each != report.attributes.end() && each->first.starts_with(prefix); ++each)
    found.push_back(each->second);
  return found;
}

double run_seconds(const Report& report) {
  return std::atof(attribute(report, "latecomer.run_seconds").c_str());
}

}  // namespace latecomer::report
