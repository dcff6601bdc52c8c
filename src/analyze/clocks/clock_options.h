// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace latecomer::analyze {

enum class ClockMode : uint8_t {
  automatic,    ///< Interpolates, and corrects if violations remain.
  interpolate,  ///< Uses the recorded clock offsets, and corrects nothing.
  logical,      ///< Interpolates, and runs the controlled logical clock in any case.
  off,          ///< Takes times as recorded.
};

/// Holds each mode's name on the command line and in reports, in the order of ClockMode.
inline constexpr std::array<std::string_view, 4> kClockModeNames = {"auto", "interpolate", "logical", "off"};

/// Is the least time that a message takes, in seconds.
struct Latency {
  double within = 0;   ///< Is the time within a node.
  double between = 0;  ///< Is the time between two nodes.
};

struct ClockOptions {
  ClockMode mode = ClockMode::automatic;
  /// Says that the locations of each node share a clock, also where the archive does not say so.
  bool one_per_node = false;
  /// Is the control factor γ: no interval gets shorter than this part of its length. It is between 0 and 1.
  double control_factor = 0.99;
  /// Limits the backward amortization: an interval before a jump gets longer by at most this part of it.
  double stretch = 0.01;
  /// Is none if the latency is to be estimated from the trace.
  std::optional<Latency> latency = Latency();
};

}  // namespace latecomer::analyze
