// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/row_sums.h"

#include <memory>
#include <utility>

#include "base/check.h"
#include "base/parallel.h"
#include "report/unreadable.h"

namespace latecomer::query {

using namespace report;

RowSums::RowSums(const Report& report, Comm& comm, std::vector<int> owners)
    : report_(report), comm_(comm), owners_(std::move(owners)) {
  CHECK(owners_.empty() || owners_.size() == report.call_paths.size());
}

/// Returns the locations that a rank reads: all, unless ranks have blocks of them.
LocationRange RowSums::block_of(int rank) const {
  const size_t all = report_.locations.size();
  if (!owners_.empty()) return {0, all};
  return {begin_of_share(all, rank, comm_.size()), begin_of_share(all, rank + 1, comm_.size())};
}

LocationRange RowSums::block(const RowsOfMetric& rows) const {
  return rows.needs_all_ranks ? LocationRange{0, report_.locations.size()} : block_of(comm_.rank());
}

bool RowSums::is_own(const RowsOfMetric& rows, CallPathId path) const {
  return rows.needs_all_ranks || owners_.empty() || owners_[path.index()] == comm_.rank();
}

Column RowSums::over_locations(const RowsOfMetric& rows, std::optional<std::span<const size_t>> which) const {
  const LocationRange block = this->block(rows);
  std::vector<size_t> positions;  // Are positions in the block.
  if (which)
    for (const size_t each : *which)
      if (block.begin <= each && each < block.end) positions.push_back(each - block.begin);
  std::vector<CallPathId> own;
  for (size_t i = 0; i < report_.call_paths.size(); ++i)
    if (is_own(rows, CallPathId(i))) own.emplace_back(i);
  Column mine(rows.type, own.size());
  const auto combine = [&](size_t i) {
    const Row row = rows.row(own[i], block);
    if (row != nullptr) mine.set(i, which ? row->combined(positions) : row->combined(), 0);
  };
  if (rows.is_calculated)
    for (size_t i = 0; i < own.size(); ++i) combine(i);
  else
    parallel_for(own.size(), combine);
  if (comm_.size() == 1 || rows.needs_all_ranks) return mine;
  meet(comm_);
  if (!divides_locations()) return gather_rows(mine);
  const bool has_none = which ? positions.empty() : block.size() == 0;
  return combine_ranks(has_none ? std::nullopt : std::optional(mine), mine.type(), mine.size())
      .value_or(Column(mine.type(), mine.size()));
}

/// Returns all call paths' values, given each rank's own.
Column RowSums::gather_rows(const Column& mine) const {
  const DataType& type = mine.type();
  std::vector<size_t> counts(static_cast<size_t>(comm_.size()));
  for (const int owner : owners_) ++counts[static_cast<size_t>(owner)];
  const std::vector<Bytes> bytes = comm_.all_gather(to_bytes(mine));
  std::vector<Column> of_ranks;
  for (size_t r = 0; r < counts.size(); ++r) of_ranks.push_back(column_from_bytes(type, counts[r], bytes[r]));
  Column all(type, owners_.size());
  std::vector<size_t> next(counts.size());
  for (size_t i = 0; i < owners_.size(); ++i) {
    const size_t owner = static_cast<size_t>(owners_[i]);
    all.set(i, of_ranks[owner], next[owner]++);
  }
  return all;
}

/// Returns all locations' values, given each rank's block.
Column RowSums::gather_blocks(const std::optional<Column>& mine, DataType type) const {
  Column all(type, report_.locations.size());
  const std::vector<Bytes> of_ranks = comm_.all_gather(mine ? to_bytes(*mine) : Bytes());
  for (int rank = 0; rank < comm_.size(); ++rank) {
    const Bytes& bytes = of_ranks[static_cast<size_t>(rank)];
    if (bytes.empty()) continue;  // A rank without bytes has only zeros, or no location.
    const LocationRange block = block_of(rank);
    const Column theirs = column_from_bytes(type, block.size(), bytes);
    for (size_t i = 0; i < block.size(); ++i) all.set(block.begin + i, theirs, i);
  }
  return all;
}

/// Combines this rank's rows; it returns nothing if the rank has none of them. Rows that are not stored are
/// zeros, which count where values do not add up.
std::optional<Column> RowSums::combine_own(const RowsOfMetric& rows,
                                           std::span<const CallPathId> paths) const {
  const LocationRange block = this->block(rows);
  std::optional<Column> sum;
  for (const CallPathId path : paths) {
    if (!is_own(rows, path)) continue;
    Row row = rows.row(path, block);
    if (row == nullptr && rows.type.is_sum()) continue;
    if (row == nullptr) row = std::make_shared<const Column>(rows.type, block.size());
    if (sum)
      sum->add(*row);
    else
      sum = *row;
  }
  return sum;
}

std::optional<Column> RowSums::combine_ranks(std::optional<Column> mine, DataType type, size_t size) const {
  if (comm_.size() == 1) return mine;
  const Bytes all = reduce_tree(comm_, mine ? to_bytes(*mine) : Bytes(), [&](Bytes a, const Bytes& b) {
    if (a.empty() || b.empty()) return a.empty() ? b : a;
    Column sum = column_from_bytes(type, size, a);
    sum.add(column_from_bytes(type, size, b));
    return to_bytes(sum);
  });
  return all.empty() ? std::nullopt : std::optional(column_from_bytes(type, size, all));
}

Column RowSums::over_call_paths(const RowsOfMetric& rows, std::span<const CallPathId> paths) const {
  std::optional<Column> sum = combine_own(rows, paths);
  if (!rows.needs_all_ranks) meet(comm_);
  if (divides_locations() && !rows.needs_all_ranks) return gather_blocks(sum, rows.type);
  if (!rows.needs_all_ranks) sum = combine_ranks(std::move(sum), rows.type, report_.locations.size());
  return sum ? std::move(*sum) : Column(rows.type, report_.locations.size());
}

}  // namespace latecomer::query
