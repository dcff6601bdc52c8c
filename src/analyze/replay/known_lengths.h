// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/ticks.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Knows how long things of some kinds take, by their distributions, to a sixteenth; `Key` is of a plain
/// type.
template <class Key>
class KnownLengths {
 public:
  /// Learns a length, which is not negative.
  void learn(const Key& key, Ticks length) { ++counts_[{key, bucket_of(length)}]; }
  void learn(const KnownLengths& other) {
    for (const auto& [what, count] : other.counts_) counts_[what] += count;
  }
  /// Puts together what all ranks have learned: from here on of each kind the length is known that `part` of
  /// its instances do not reach. All ranks call it.
  void settle(Comm& comm, double part) {
    struct Entry {
      Key key;
      uint32_t bucket;
      int64_t count;
    };
    std::vector<Entry> mine;
    for (const auto& [what, count] : counts_) mine.push_back({what.first, what.second, count});
    counts_.clear();
    for (const Bytes& bytes : comm.all_gather(to_bytes<Entry>(mine)))
      for (const Entry& each : from_bytes<Entry>(bytes)) counts_[{each.key, each.bucket}] += each.count;
    std::map<Key, int64_t> all;
    for (const auto& [what, count] : counts_) all[what.first] += count;
    std::map<Key, int64_t> below;
    for (const auto& [what, count] : counts_) {
      int64_t& before = below[what.first];
      before += count;
      if (static_cast<double>(before) > part * static_cast<double>(all[what.first]))
        lengths_.try_emplace(what.first, least_of(what.second));
    }
    counts_.clear();
  }

  const std::map<Key, Ticks>& lengths() const { return lengths_; }
  std::optional<Ticks> of(const Key& key) const {
    const auto known = lengths_.find(key);
    return known == lengths_.end() ? std::nullopt : std::optional(known->second);
  }

 private:
  // A bucket has the highest bits of its lengths, and how many bits are below these.
  static constexpr int kBits = 5;

  static uint32_t bucket_of(Ticks length) {
    const auto ticks = static_cast<uint64_t>(length.count);
    const int below = std::max(0, static_cast<int>(std::bit_width(ticks)) - kBits);
    return static_cast<uint32_t>(below) << kBits | static_cast<uint32_t>(ticks >> below);
  }
  static Ticks least_of(uint32_t bucket) {
    const uint64_t highest = bucket & ((1U << kBits) - 1);
    return Ticks(static_cast<int64_t>(highest << (bucket >> kBits)));
  }

  std::map<std::pair<Key, uint32_t>, int64_t> counts_;
  std::map<Key, Ticks> lengths_;
};

}  // namespace latecomer::analyze
