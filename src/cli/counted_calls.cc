// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/counted_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "text/text.h"

namespace latecomer::cli {

using namespace text;

namespace {

// Of all processes, the most often called first.
std::vector<trace::CountedCalls> sums_of(const trace::Definitions& definitions) {
  std::map<std::string, uint64_t> sums;
  for (const trace::LocationGroup& process : definitions.location_groups) {
    for (const trace::CountedCalls& counted : process.counted_calls) sums[counted.function] += counted.calls;
  }
  std::vector<trace::CountedCalls> sorted;
  for (const auto& [function, calls] : sums) sorted.push_back({function, calls});
  std::ranges::stable_sort(sorted, std::greater(), &trace::CountedCalls::calls);
  return sorted;
}

}  // namespace

std::string often_counted(const trace::Definitions& definitions) {
  constexpr uint64_t kOften = 10'000;
  constexpr size_t kShown = 3;
  std::string text;
  size_t shown = 0;
  for (const trace::CountedCalls& counted : sums_of(definitions)) {
    if (counted.calls < kOften || shown++ == kShown) break;
    text += fmt::format("{}{} {} calls", text.empty() ? "" : ", ", counted.function, grouped(counted.calls));
  }
  return text.empty() ? text : text + ": counted only (record --local-calls records each)";
}

std::string list_of_counted(const trace::Definitions& definitions) {
  const std::vector<trace::CountedCalls> sums = sums_of(definitions);
  if (sums.empty()) return {};
  std::string text = "Calls that were counted only (record --local-calls records each):\n";
  for (const trace::CountedCalls& counted : sums)
    text += fmt::format("  {:>14}  {}\n", grouped(counted.calls), counted.function);
  return text;
}

}  // namespace latecomer::cli
