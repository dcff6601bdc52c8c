// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>

namespace latecomer::findings {

/// Is a value, such as an efficiency, at a number of threads. Both are above 0.
struct SizedValue {
  double threads = 0;
  double value = 0;
};

/// Says how a value changes with the number of threads, in the form of Amdahl's law by which POP extrapolates
/// each factor of efficiency: E(n) = E0 / (f + (1 - f) n), with f from 0 to 1. So it never grows.
struct AmdahlFit {
  double single = 0;      ///< Is E0: the value for one thread.
  double sequential = 0;  ///< Is 1 - f, which Amdahl's law has as the sequential part of the work.
  /// Is by how much the fit differs at most from the values that it was made of.
  double largest_residual = 0;

  double at(double threads) const { return single / (1 + sequential * (threads - 1)); }
};

/// Fits the form to the values by least squares. There have to be two numbers of threads at least.
AmdahlFit fit_amdahl(std::span<const SizedValue> values);

}  // namespace latecomer::findings
