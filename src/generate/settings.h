// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace latecomer::generate {

/// Who communicates with whom; patterns.cc has the steps of each.
enum class Pattern : uint8_t { halo2d, halo3d, wavefront, alltoall, tree, master_worker, ring, hybrid };

struct PatternName {
  Pattern pattern;
  const char* name;
  const char* description;  ///< in a line
};
std::span<const PatternName> pattern_names();

/// How much longer than others a thread computes.
enum class Imbalance : uint8_t {
  none,     ///< all alike
  linear,   ///< more with each location, up to `strength`
  random,   ///< every time anew, up to `strength`
  hotspot,  ///< one location by `strength`, nobody else
};

/// What is to be generated. `check` says whether it can be.
struct Settings {
  Pattern pattern = Pattern::halo2d;
  uint32_t ranks = 64;
  uint32_t threads = 1;  ///< of each rank; more than one for hybrid only
  uint64_t events = 1'000'000;
  uint64_t iterations = 0;  ///< 0: as many as make `events`
  uint32_t functions = 0;   ///< calls of functions for each communication operation
  uint32_t depth = 1;       ///< how deep these calls are nested
  Imbalance imbalance = Imbalance::random;
  uint32_t strength = 500;  ///< thousandths of the ordinary time
  uint64_t bytes = 8192;    ///< of a message; in an all-to-all exchange, for each other rank
  uint64_t seed = 1;

  uint64_t locations() const { return uint64_t{ranks} * threads; }
};

/// "hotspot:0.5": a model and, if it is there, the strength.
Status parse_imbalance(std::string_view text, Settings& settings);
/// The command line that gives these settings.
std::string to_string(const Settings& settings);
/// An error that names the setting with which nothing can be generated.
Status check(const Settings& settings);

}  // namespace latecomer::generate
