// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/amount_text.h"
#include "text/show_text.h"
#include "text/table.h"
#include "text/text.h"

namespace latecomer::text {

using report::CommunicatorTraffic;

namespace {

std::string number(int64_t count) {
  return grouped(static_cast<size_t>(count));
}

std::string size(int64_t bytes) {
  return bytes_text(static_cast<double>(bytes));
}

}  // namespace

std::string communicators_text(const std::vector<CommunicatorTraffic>& communicators, bool all) {
  if (communicators.empty()) return "Nothing was sent in any communicator.\n";
  constexpr size_t kMost = 20;
  const size_t shown = all ? communicators.size() : std::min(communicators.size(), kMost);
  const auto line = [](const auto&... cells) { return table_line({10, 15, 11, 18, 11, 11, -2}, {cells...}); };
  std::string text =
      line("ranks", "messages", "bytes", "collective calls", "sent", "received", "  communicator");
  for (size_t i = 0; i < shown; ++i) {
    const CommunicatorTraffic& each = communicators[i];
    text += line(number(each.ranks), number(each.messages), size(each.bytes), number(each.collective_calls),
                 size(each.collective_bytes_sent), size(each.collective_bytes_received),
                 "  " + (each.name.empty() ? "(no name)" : each.name));
  }
  if (shown < communicators.size())
    text += fmt::format("{} with less: --all\n", count_of(communicators.size() - shown, "communicator"));
  return text +
         wrapped(
             "Messages count where they are sent. Of a collective operation each member's call counts, with "
             "what it sends and receives. One-sided communication and files are not in it.",
             "");
}

}  // namespace latecomer::text
