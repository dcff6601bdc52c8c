// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace latecomer::analyze {

enum class ClockMode : uint8_t {
  automatic,    ///< interpolate, and correct if violations remain
  interpolate,  ///< use the recorded clock offsets, correct nothing
  logical,      ///< interpolate and run the controlled logical clock in any case
  off,          ///< times as recorded
};

/// Each mode's name on the command line and in reports, in the order of ClockMode.
inline constexpr std::array<std::string_view, 4> kClockModeNames = {"auto", "interpolate", "logical", "off"};

/// Least time that a message takes, in seconds.
struct Latency {
  double within = 0;   ///< a node
  double between = 0;  ///< two nodes
};

struct ClockOptions {
  ClockMode mode = ClockMode::automatic;
  /// The locations of each node share a clock, also where the archive does not say so.
  bool one_per_node = false;
  /// Control factor γ: no interval gets shorter than this part of its length. Between 0 and 1.
  double control_factor = 0.99;
  /// Backward: an interval before a jump gets longer by at most this part of its length.
  double stretch = 0.01;
  /// None: estimated from the trace.
  std::optional<Latency> latency = Latency();
};

}  // namespace latecomer::analyze
