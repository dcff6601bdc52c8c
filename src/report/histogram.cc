// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/histogram.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace latecomer::report {

namespace {

template <class Number>
bool is_empty(const HistogramAt<Number>& histogram) {
  for (size_t i = 0; i < histogram.bins(); ++i)
    if (histogram.bin(i) != 0) return false;
  return true;
}

struct Limits {
  double lower;
  double upper;
};

/// Returns where `value` is among the bins, 0 at the lower limit and their number at the upper one.
double bin_position(const Limits& limits, size_t bins, double value) {
  const double width = (limits.upper - limits.lower) / static_cast<double>(bins);
  const double position = width > 0 ? (value - limits.lower) / width : 0;
  return std::isnan(position) ? 0 : std::clamp(position, 0.0, static_cast<double>(bins));
}

/// Spreads the bins over those of other limits, which contain the old ones: a bin reaches into two at most.
template <class Number>
void spread(const HistogramAt<Number>& from, const Limits& limits, std::vector<double>& bins) {
  const double width = (from.upper() - from.lower()) / static_cast<double>(from.bins());
  for (size_t i = 0; i < from.bins(); ++i) {
    const double left = from.lower() + static_cast<double>(i) * width;
    const double begin = bin_position(limits, bins.size(), left);
    const double end = bin_position(limits, bins.size(), left + width);
    const size_t first = std::min(static_cast<size_t>(begin), bins.size() - 1);
    const double border = static_cast<double>(first + 1);
    const bool is_inside = end <= border || first + 1 == bins.size();
    const double share = is_inside ? 1 : (border - begin) / (end - begin);
    bins[first] += share * from.bin(i);
    if (!is_inside) bins[first + 1] += (1 - share) * from.bin(i);
  }
}

}  // namespace

void add_histogram(const HistogramAt<double>& into, const HistogramAt<const double>& from) {
  if (is_empty(from)) return;
  std::vector<double> bins(into.bins());
  Limits limits{from.lower(), from.upper()};
  if (!is_empty(into)) {
    limits = {std::min(limits.lower, into.lower()), std::max(limits.upper, into.upper())};
    spread(into, limits, bins);
  }
  spread(from, limits, bins);
  into.lower() = limits.lower;
  into.upper() = limits.upper;
  for (size_t i = 0; i < bins.size(); ++i) into.bin(i) = bins[i];
}

}  // namespace latecomer::report
