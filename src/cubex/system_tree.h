// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "report/report.h"

namespace latecomer::cubex {

/// Says which nodes, location groups and locations stand where in the system tree of an anchor. There a node
/// has first its groups, and then the nodes below it, as CubeLib wants it. Nodes and groups have where they
/// stand as ids, because that is how CubeLib counts them.
class SystemTree {
 public:
  explicit SystemTree(const report::Report& report);

  /// Returns for each system node how many begin before it.
  const std::vector<size_t>& node_positions() const { return node_positions_; }
  /// Returns the groups in the order of the file.
  std::span<const size_t> groups() const { return groups_; }
  /// Returns for each group its position in groups().
  const std::vector<size_t>& group_positions() const { return group_positions_; }
  /// Returns for each system node where its groups begin in groups(), and one past the last. Nodes are in the
  /// order in which they begin.
  const std::vector<size_t>& first_groups() const { return first_group_; }
  std::span<const size_t> locations_of(size_t group) const {
    return std::span(locations_)
        .subspan(first_location_[group], first_location_[group + 1] - first_location_[group]);
  }

 private:
  std::vector<size_t> node_positions_;
  std::vector<size_t> groups_;
  std::vector<size_t> group_positions_;
  std::vector<size_t> first_group_;
  std::vector<size_t> locations_;
  std::vector<size_t> first_location_;
};

}  // namespace latecomer::cubex
