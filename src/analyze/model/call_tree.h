// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "comm/comm.h"
#include "report/off_core.h"
#include "report/report.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

using report::CallPathId;

/// Is a prefix tree of regions and where they were called. Ids count nodes in the order in which they were
/// first entered, parents before children.
class CallTree {
 public:
  /// Says what a node stands for. A gap is what a thread does between two recorded calls
  /// (condense/call_paths.cc). The others are time without a core (report/off_core.def): that is no region's
  /// time, but a part of its parent's; its region stands for who caused it, as far as that is known.
  enum class Kind : uint32_t {
    call,
    gap,
#define OFF_CORE(id, name, why) id,
#include "report/off_core.def"
#undef OFF_CORE
  };
  struct Node {
    CallPathId parent;  ///< Is invalid for a root.
    trace::RegionId region;
    trace::SourceLocationId from{};  ///< Says where the region was called; of a gap, at which line it begins.
    trace::SourceLocationId to{};  ///< Says at which line a gap ends; both are invalid if they are not known.
    trace::CallingContextId caller{};  ///< Is the frame that called the function of a gap.
    Kind kind = Kind::call;
    bool operator==(const Node&) const = default;
  };

  /// Returns the id of that node, which is made where there is none.
  CallPathId enter(const Node& node);
  void clear();
  const std::vector<Node>& nodes() const {
    return nodes_;
  }
  const Node& operator[](CallPathId path) const {
    return nodes_[path.index()];
  }

  /// Adds what `other` has and this tree has not, in other's order; returns this tree's ids of other's nodes.
  std::vector<CallPathId> merge(std::span<const Node> other);

 private:
  struct Links {
    CallPathId first_child;
    CallPathId next_sibling;
  };
  struct HashNode {
    size_t operator()(const Node& node) const {
      constexpr uint64_t kMix = 0x9e3779b97f4a7c15;  // so that equal regions of many parents lie apart
      const uint64_t lines = (node.from.value * kMix + node.to.value) * kMix + node.caller.value;
      return (lines + node.parent.value) * kMix + node.region.value;
    }
  };

  static constexpr size_t kFew = 16;  ///< Is how many children are searched one by one.

  std::vector<Node> nodes_;
  std::vector<Links> links_;
  CallPathId first_root_;
  tsl::robin_map<Node, CallPathId, HashNode> of_many_;  ///< Has all children of the nodes that have more.
};

/// Returns why a thread has no core in a node of that kind; nothing where it has one.
constexpr std::optional<report::OffCore> off_core(CallTree::Kind kind) {
  const auto first = static_cast<uint32_t>(CallTree::Kind::not_running);
  if (static_cast<uint32_t>(kind) < first) return std::nullopt;
  return static_cast<report::OffCore>(static_cast<uint32_t>(kind) - first);
}

/// Returns the same tree with its nodes numbered depth first, siblings in the order of `tree`: as files of
/// reports number them, so that what is stored beside a report can name call paths by number.
CallTree depth_first(const CallTree& tree);

/// Returns the union of all ranks' trees, the same on every rank. Its ids do not depend on the number of
/// ranks, as long as ranks hold consecutive locations.
CallTree unite(const CallTree& mine, Comm& comm);

}  // namespace latecomer::analyze
