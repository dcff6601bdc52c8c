// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/communicators.h"

#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "base/json.h"

namespace latecomer::report {

namespace {

int64_t count_from(const Json& json, const char* key) {
  const auto count = json.at(key).get<int64_t>();
  if (count < 0) throw std::out_of_range(fmt::format("\"{}\" is below zero", key));
  return count;
}

}  // namespace

std::string print_communicators(const std::vector<CommunicatorTraffic>& communicators) {
  return in_lines(list_json(communicators, [](const CommunicatorTraffic& each) -> Json {
    return {{"name", each.name},
            {"ranks", each.ranks},
            {"messages", each.messages},
            {"bytes", each.bytes},
            {"collective_calls", each.collective_calls},
            {"collective_bytes_sent", each.collective_bytes_sent},
            {"collective_bytes_received", each.collective_bytes_received}};
  }));
}

Result<std::vector<CommunicatorTraffic>> read_communicators(const Report& report) {
  const std::shared_ptr<const std::string> file = report.file(std::string(kCommunicatorsFile));
  if (file == nullptr)
    return Error{fmt::format("the report has no {}; latecomer analyze writes it", kCommunicatorsFile)};
  try {
    std::vector<CommunicatorTraffic> communicators;
    for (const Json& each : parse_json(*file)) {
      const auto count = [&](const char* key) { return count_from(each, key); };
      communicators.push_back({each.at("name").get<std::string>(), count("ranks"), count("messages"),
                               count("bytes"), count("collective_calls"), count("collective_bytes_sent"),
                               count("collective_bytes_received")});
    }
    return communicators;
  } catch (const std::exception& error) {
    return Error{fmt::format("{}: {}; the report is damaged", kCommunicatorsFile, message_of(error))};
  }
}

}  // namespace latecomer::report
