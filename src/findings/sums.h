// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <vector>

namespace latecomer::findings {

/// Adds values of call paths or locations to those of the same ones.
inline void add_values(std::vector<double>& to, const std::vector<double>& what, double factor = 1) {
  for (size_t i = 0; i < to.size(); ++i) to[i] += factor * what[i];
}

}  // namespace latecomer::findings
