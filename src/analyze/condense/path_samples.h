// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <tsl/robin_map.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analyze/model/sampled_path.h"

namespace latecomer::analyze {

/// Is the least number of samples of a piece whose time is divided among its own.
inline constexpr size_t kSamplesOfLongPiece = 4;

/// Collects what was sampled on the call paths of a location, in the order of time.
class PathSamples {
 public:
  /// Notes that a piece of a path, of this length, had these samples, each given by the path of its function.
  void add(CallPathId path, Ticks piece, std::span<const CallPathId> functions);
  /// Returns what was sampled, by path, given the time of each path in ticks.
  std::vector<SampledPath> divide(const std::vector<Ticks>& path_time) const;

 private:
  struct Function {
    CallPathId path;
    Ticks of_long_pieces;
    int64_t samples_of_long_pieces = 0;
    int64_t samples_of_others = 0;
  };
  struct OnPath {
    Ticks long_pieces;
    std::vector<Function> functions;  ///< Is in the order in which they were met first.
    tsl::robin_map<uint32_t, size_t> position;
  };

  static SampledPath divided(CallPathId path, const OnPath& samples, Ticks path_time);

  tsl::robin_map<uint32_t, OnPath> by_path_;
};

}  // namespace latecomer::analyze
