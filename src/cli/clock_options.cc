// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/clock_options.h"

#include <map>
#include <string>

namespace latecomer::cli {

void add_clock_options(CLI::App& command, analyze::ClockOptions& options) {
  using analyze::ClockMode;
  static const std::map<std::string, ClockMode> kModes = {{"auto", ClockMode::automatic},
                                                          {"interpolate", ClockMode::interpolate},
                                                          {"logical", ClockMode::logical},
                                                          {"off", ClockMode::off}};
  command
      .add_option("--clocks", options.mode,
                  "auto: interpolate recorded clock offsets, and correct what contradicts itself then; "
                  "interpolate: only that; logical: correct in any case; off: times as recorded")
      ->transform(CLI::CheckedTransformer(kModes))
      ->default_str("auto");
}

}  // namespace latecomer::cli
