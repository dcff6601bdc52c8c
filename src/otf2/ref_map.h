// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/id.h"

namespace latecomer::otf2 {

/// Maps the references of one kind of definition, as an archive numbers them, to positions in our tables.
/// Dense references, as they nearly always are, cost one vector access; stray ones go to a hash table.
template <class Target>
class RefMap {
 public:
  /// Adds a reference; returns false, and changes nothing, if it is in the map already.
  bool insert(uint64_t ref, Target target) {
    if (find(ref).valid()) return false;
    if (ref <= 2 * dense_.size() + kSlack) {
      if (ref >= dense_.size()) dense_.resize(ref + 1);
      dense_[ref] = target;
    } else {
      sparse_.emplace(ref, target);
    }
    return true;
  }

  /// Changes the target of a reference that is in the map.
  void set(uint64_t ref, Target target) {
    if (ref < dense_.size() && dense_[ref].valid())
      dense_[ref] = target;
    else
      sparse_[ref] = target;
  }

  /// Returns the target of a reference; invalid if it is not in the map.
  Target find(uint64_t ref) const {
    if (ref < dense_.size() && dense_[ref].valid()) return dense_[ref];
    if (sparse_.empty()) return Target();
    const auto found = sparse_.find(ref);
    return found == sparse_.end() ? Target() : found->second;
  }

  /// Returns what is found at once, by reference; invalid where there is nothing.
  std::span<const Target> dense() const { return dense_; }

 private:
  static constexpr size_t kSlack = 1024;
  std::vector<Target> dense_;
  std::unordered_map<uint64_t, Target> sparse_;
};

}  // namespace latecomer::otf2
