// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "generate/settings.h"

namespace latecomer::generate {

enum class Known : uint8_t {
#define KNOWN(id, unit) id,
#include "generate/answer_metrics.def"
#undef KNOWN
  count_
};

/// Holds values by metric; times in nanoseconds.
class KnownValues {
 public:
  int64_t& operator[](Known metric) { return values_[static_cast<size_t>(metric)]; }
  int64_t operator[](Known metric) const { return values_[static_cast<size_t>(metric)]; }
  KnownValues& operator+=(const KnownValues& other) {
    for (size_t i = 0; i < values_.size(); ++i) values_[i] += other.values_[i];
    return *this;
  }

 private:
  std::array<int64_t, static_cast<size_t>(Known::count_)> values_{};
};

/// Says what an analysis of the generated archive has to find.
struct Answer {
  /// Says how much of a metric is known.
  enum class Extent : uint8_t { nothing, total, all };

  Answer() { extents.fill(Extent::all); }

  std::vector<KnownValues> locations;  ///< Has the values of each location, at rank · threads + thread.
  KnownValues totals;                  ///< Has the sums of values over all locations.
  std::array<Extent, static_cast<size_t>(Known::count_)> extents;

  Extent& extent(Known metric) { return extents[static_cast<size_t>(metric)]; }
};

/// Writes lines METRIC<TAB>LOCATION<TAB>VALUE: for each known metric its total (location `*`), and, where
/// more is known than the total, every location that has not zero (`3`: rank 3; `3.1`: its thread 1). Times
/// are in seconds with nine decimals. The first line is a comment: # and the command that generates the
/// archive.
Status write_answer(const Answer& answer, const Settings& settings, const std::string& path);

}  // namespace latecomer::generate
