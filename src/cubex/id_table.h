// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace latecomer::cubex {

/// Holds the ids that a file gives its definitions of a kind, which mostly are their positions.
class IdTable {
 public:
  void add(uint64_t id);
  /// Returns the position of the definition with this id.
  std::optional<size_t> find(uint64_t id);
  /// Returns an id that several definitions have.
  std::optional<uint64_t> duplicate();

  bool are_positions() const { return are_positions_; }
  const std::vector<uint64_t>& ids() const { return ids_; }
  /// Returns the positions in the order of the ids.
  const std::vector<size_t>& by_id();

 private:
  std::vector<uint64_t> ids_;
  bool are_positions_ = true;
  std::vector<size_t> by_id_;
};

}  // namespace latecomer::cubex
