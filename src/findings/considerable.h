// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

namespace latecomer::findings {

inline constexpr double kConsiderable = 0.01;  ///< Is the part of a whole from which on something has a line.
inline constexpr double kVisible = 0.0005;     ///< Is the least part that is not shown as 0.0 %.

/// Returns whether so much time is worth advice: 1 % of `total`, or 10 ms. Both are in seconds.
inline bool is_worth_advice(double seconds, double total) {
  constexpr double kNoticeable = 0.01;  // This is in seconds.
  return seconds >= kConsiderable * total || seconds >= kNoticeable;
}

/// Returns whether a part of `all` has a line of its own: it is worth advice, or 1 % of all.
inline bool is_worth_a_line(double seconds, double total, double all) {
  return is_worth_advice(seconds, total) || seconds >= kConsiderable * all;
}

}  // namespace latecomer::findings
