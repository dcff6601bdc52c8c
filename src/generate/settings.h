// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace latecomer::generate {

/// Says who communicates with whom; patterns.cc has the steps of each.
enum class Pattern : uint8_t { halo2d, halo3d, wavefront, alltoall, tree, master_worker, ring, hybrid };

struct PatternName {
  Pattern pattern;
  const char* name;
  const char* description;  ///< Describes the pattern in a line.
};
std::span<const PatternName> pattern_names();

/// Says how much longer than others a thread computes.
enum class Imbalance : uint8_t {
  none,     ///< All locations compute equally long.
  linear,   ///< Each location computes longer than the one before, up to `strength`.
  random,   ///< The time is drawn anew every time, up to `strength` longer.
  hotspot,  ///< One location computes longer by `strength`, nobody else.
};

/// Describes the program to generate. `check` says whether that is possible.
struct Settings {
  Pattern pattern = Pattern::halo2d;
  uint32_t ranks = 64;
  uint32_t threads = 1;  ///< Counts threads of each rank; more than one is for hybrid only.
  uint64_t events = 1'000'000;
  uint64_t iterations = 0;  ///< Is the number of iterations; 0: as many as make `events`.
  uint32_t functions = 0;   ///< Counts calls of functions for each communication operation.
  uint32_t depth = 1;       ///< Is how deep calls of functions are nested.
  Imbalance imbalance = Imbalance::random;
  uint32_t strength = 500;  ///< Is the strength of the imbalance, in thousandths of the ordinary time.
  uint64_t bytes = 8192;    ///< Is the size of a message; in an all-to-all exchange, for each rank.
  uint64_t seed = 1;

  uint64_t locations() const { return uint64_t{ranks} * threads; }
};

/// Reads "hotspot:0.5": a model and, if it is there, the strength.
Status parse_imbalance(std::string_view text, Settings& settings);
/// Returns the command line that gives these settings.
std::string to_string(const Settings& settings);
/// Returns an error that names the setting with which nothing can be generated.
Status check(const Settings& settings);

}  // namespace latecomer::generate
