// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <string>

#include "findings/time_shares.h"
#include "query/space.h"
#include "text/summary_parts.h"
#include "text/text.h"

namespace latecomer::text {

using namespace findings;
using namespace query;

namespace {

class TimeTable {
 public:
  explicit TimeTable(double total) : total_(total) {
    text_ = fmt::format("{:<40}{:>14}{:>9}{:>17}\n", "Where the time went", "time", "%", "of it waiting");
  }

  void add(const std::string& name, double seconds, double waiting) {
    const std::string wait = waiting > 0 ? with_unit(waiting) : "";
    const std::string line = fmt::format("  {:<38}{:>14}{:>9.1f}{:>17}", name, with_unit(seconds),
                                         total_ > 0 ? 100 * seconds / total_ : 0, wait);
    text_ += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }

  const std::string& text() const { return text_; }

 private:
  double total_;
  std::string text_;
};

}  // namespace

std::string time_table(const Space& space, double total, double waiting) {
  TimeTable table(total);
  for (const TimeShare& each : time_shares(space))
    table.add((each.is_part ? "  " : "") + each.name, each.seconds, each.waiting);
  table.add("All threads together", total, waiting);
  return table.text();
}

}  // namespace latecomer::text
