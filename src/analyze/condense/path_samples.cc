// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Whose the time of a gap was.
//
// The problem: most pieces of a gap, which are its single visits, are shorter than the period of samples, and
// have one sample or none. One sample says little of its piece, and none says nothing.
//
// The idea: of long pieces, those with at least four samples, each is divided among its own. All others are
// judged together, in the proportions of all of their samples:
//
//     pieces     [--k--][-----][--k--][-k--h-k-h-][--h--][-----][--k--]
//     long                            [ 1/2 k, 1/2 h ]
//     together   [ 3/4 k, 1/4 h                                       ]
//
// Where those together have no samples, the long ones' proportions hold for them, too.
// Cost: O(samples).

#include "analyze/condense/path_samples.h"

#include <algorithm>

namespace latecomer::analyze {

void PathSamples::add(CallPathId path, Ticks piece, std::span<const CallPathId> functions) {
  OnPath& samples = by_path_[path.value];
  const bool is_long = functions.size() >= kSamplesOfLongPiece;
  std::vector<size_t> in_piece;  // lists those of a long piece, each once
  std::vector<int64_t> counts;   // counts their samples
  for (const CallPathId function : functions) {
    const auto [known, is_new] = samples.position.try_emplace(function.value, samples.functions.size());
    if (is_new) samples.functions.push_back({.path = function});
    const size_t position = known->second;
    Function& each = samples.functions[position];
    if (!is_long) {
      ++each.samples_of_others;
      continue;
    }
    ++each.samples_of_long_pieces;
    const auto listed = static_cast<size_t>(std::ranges::find(in_piece, position) - in_piece.begin());
    if (listed == in_piece.size()) {
      in_piece.push_back(position);
      counts.push_back(0);
    }
    ++counts[listed];
  }
  if (!is_long) return;
  samples.long_pieces += piece;
  const std::vector<int64_t> parts = analyze::divide(piece.count, counts);
  for (size_t i = 0; i < parts.size(); ++i) samples.functions[in_piece[i]].of_long_pieces += Ticks(parts[i]);
}

SampledPath PathSamples::divided(CallPathId path, const OnPath& samples, Ticks path_time) {
  SampledPath sampled{.path = path, .parts = {}};
  std::vector<int64_t> of_others;
  std::vector<int64_t> of_long_pieces;
  for (const Function& each : samples.functions) {
    sampled.parts.push_back({each.path, each.of_long_pieces});
    of_others.push_back(each.samples_of_others);
    of_long_pieces.push_back(each.samples_of_long_pieces);
  }
  const bool have_others = std::ranges::any_of(of_others, [](int64_t count) { return count > 0; });
  const std::vector<int64_t> together =
      analyze::divide((path_time - samples.long_pieces).count, have_others ? of_others : of_long_pieces);
  for (size_t i = 0; i < together.size(); ++i) sampled.parts[i].time += Ticks(together[i]);
  return sampled;
}

std::vector<SampledPath> PathSamples::divide(const std::vector<Ticks>& path_time) const {
  std::vector<SampledPath> all;
  for (const auto& [path, samples] : by_path_) {
    if (path_time[path] != Ticks()) all.push_back(divided(CallPathId(path), samples, path_time[path]));
  }
  std::ranges::sort(all, {}, &SampledPath::path);
  return all;
}

}  // namespace latecomer::analyze
