// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/id_table.h"

#include <algorithm>
#include <numeric>

namespace latecomer::cubex {

void IdTable::add(uint64_t id) {
  are_positions_ = are_positions_ && id == ids_.size();
  ids_.push_back(id);
}

const std::vector<size_t>& IdTable::by_id() {
  if (by_id_.size() == ids_.size()) return by_id_;
  by_id_.resize(ids_.size());
  std::iota(by_id_.begin(), by_id_.end(), size_t{0});
  std::ranges::stable_sort(by_id_, {}, [&](size_t position) { return ids_[position]; });
  return by_id_;
}

std::optional<size_t> IdTable::find(uint64_t id) {
  if (are_positions_) return id < ids_.size() ? std::optional<size_t>(id) : std::nullopt;
  const auto found =
      std::ranges::lower_bound(by_id(), id, {}, [&](size_t position) { return ids_[position]; });
  if (found == by_id_.end() || ids_[*found] != id) return std::nullopt;
  return *found;
}

std::optional<uint64_t> IdTable::duplicate() {
  if (are_positions_) return std::nullopt;
  const auto same = std::ranges::adjacent_find(by_id(), {}, [&](size_t position) { return ids_[position]; });
  return same == by_id_.end() ? std::nullopt : std::optional<uint64_t>(ids_[*same]);
}

}  // namespace latecomer::cubex
