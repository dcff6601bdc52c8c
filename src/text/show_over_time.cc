// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include "text/show_text.h"
#include "text/table.h"
#include "text/text.h"

namespace latecomer::text {

using findings::Efficiencies;

namespace {

std::string line(const auto&... cells) {
  return table_line({10, 12, 12, 12, 16, 12}, {cells...});
}

std::string percent(double ratio) {
  return fmt::format("{:.1f}", 100 * ratio);
}

}  // namespace

std::string over_time_text(const std::vector<Efficiencies>& windows) {
  if (windows.empty())
    return "The efficiencies over time are not known: latecomer analyze finds them when it predicts gains\n";
  std::string text = line("from", "to", "parallel/%", "load bal./%", "serialization/%", "transfer/%");
  for (size_t i = 0; i < windows.size(); ++i) {
    const Efficiencies& is = windows[i];
    text += line(with_unit(static_cast<double>(i) * is.run_seconds),
                 with_unit(static_cast<double>(i + 1) * is.run_seconds), percent(is.parallel),
                 percent(is.load_balance), percent(is.serialization), percent(is.transfer));
  }
  return text + "as if each part were a run: parallel = load balance x serialization x transfer\n";
}

}  // namespace latecomer::text
