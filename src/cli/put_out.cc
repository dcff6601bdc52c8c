// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/put_out.h"

#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "base/printable.h"
#include "base/spill.h"

namespace latecomer::cli {

void put_out(std::string_view text) {
  const std::string shown = printable(text);
  std::fwrite(shown.data(), 1, shown.size(), stdout);
}

void put_error(std::string_view message) {
  if (!message.empty()) fmt::print(stderr, "latecomer: {}\n", printable_line(message));
}

std::string line_of(const std::exception& problem) {
  if (dynamic_cast<const SpillFileFull*>(&problem) != nullptr) return problem.what();
  if (dynamic_cast<const std::bad_alloc*>(&problem) != nullptr)
    return "there is not enough memory; analyze takes less with --spill-dir, or on several processes";
  return fmt::format("unexpected problem: {}; the input may be damaged", problem.what());
}

int guarded(const std::function<int()>& command) {
  try {
    return command();
  } catch (const std::exception& problem) {
    std::fflush(stdout);
    put_error(line_of(problem));
    return 1;
  }
}

}  // namespace latecomer::cli
