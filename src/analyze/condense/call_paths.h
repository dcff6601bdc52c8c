// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <tsl/robin_map.h>

#include <array>
#include <cstdint>
#include <vector>

#include "analyze/condense/condensing_location.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// Holds the call paths of a location while its events are read: those of regions that were entered, and
/// those of call stacks and samples. Each is made when it is asked for first.
class CallPaths {
 public:
  CallPaths(CondensingLocation& out, const trace::Definitions& definitions)
      : out_(out), contexts_(definitions.calling_contexts) {}

  /// Returns the path of a region that was entered from `parent`.
  CallPathId child(CallPathId parent, trace::RegionId region) {
    const Known& known = known_[slot_of(parent, region)];
    if (known.region == region && known.parent == parent && known.path.valid()) return known.path;
    return find_child(parent, region);
  }
  /// Is the innermost region that was entered, and its call path; both are invalid where there is none.
  /// Stacks have no frame of a region that is a part of a function, but of that function.
  struct Active {
    trace::RegionId region;
    trace::RegionId function{};  ///< Is the function in which the region was entered; invalid: not known.
    CallPathId path;
    /// Is, of a parallel region, that function's frame. What the runtime calls in the region can have the
    /// same name, and other callers, or none: stacks in the region can begin with it.
    trace::CallingContextId frame{};
  };
  /// Returns the path of a region that was entered with this call stack: the frames within the active
  /// function, or all if it is not among them, and the region, each where it was called.
  CallPathId called(Active active, trace::CallingContextId stack, trace::RegionId region);
  /// Returns the path of the code between two calls with these stacks, of which one can be invalid: before
  /// the first call, or behind the last one. The source is [SEMANTICS 6a].
  CallPathId gap(Active active, trace::CallingContextId after, trace::CallingContextId before);
  /// Returns the path of a sampled function below a gap, or below the active function where there is no gap.
  CallPathId sampled(Active active, CallPathId below, trace::CallingContextId sample);
  /// Returns the path of time on `below` in which the thread had no core; `kind` says why, and `by`, which
  /// can be invalid, who caused that.
  CallPathId off_core(CallPathId below, CallTree::Kind kind, trace::RegionId by) {
    return enter({.parent = below, .region = by, .kind = kind});
  }
  /// Returns the innermost function of a call stack.
  trace::RegionId function_of(trace::CallingContextId stack) const { return contexts_[stack.index()].region; }
  /// Returns the path of a node of another tree whose parent is `parent` in this one.
  CallPathId copy(CallTree::Node node, CallPathId parent) {
    node.parent = parent;
    return enter(node);
  }

 private:
  using Frames = std::vector<trace::CallingContextId>;

  /// Is a path that was entered before.
  struct Known {
    CallPathId parent;
    trace::RegionId region;
    CallPathId path;
  };
  static constexpr size_t kKnown = 256;
  static size_t slot_of(CallPathId parent, trace::RegionId region) {
    return (parent.value * 37 + region.value) % kKnown;
  }
  /// Is a path, and what it was found by besides.
  struct Key {
    CallPathId path;
    uint32_t first;
    uint32_t second;
    bool operator==(const Key&) const = default;
  };
  struct HashKey {
    size_t operator()(const Key& key) const {
      constexpr uint64_t kMix = 0x9e3779b97f4a7c15;
      return ((key.path.value * kMix + key.first) * kMix) + key.second;
    }
  };
  using Paths = tsl::robin_map<Key, CallPathId, HashKey>;

  CallPathId find_child(CallPathId parent, trace::RegionId region);
  CallPathId enter(const CallTree::Node& node);
  Frames frames_of(trace::CallingContextId stack) const;
  size_t find_active(const Frames& frames, const Active& active) const;
  size_t find_innermost(const Frames& frames, trace::RegionId region) const;
  bool are_called_together(trace::CallingContextId a, trace::CallingContextId b) const;
  CallPathId enter_frames(CallPathId below, const Frames& frames, size_t first, trace::SourceLocationId site);
  CallPathId make_call(Active active, trace::CallingContextId stack, trace::RegionId region);
  CallPathId make_gap(Active active, trace::CallingContextId after, trace::CallingContextId before);
  CallPathId make_sampled(Active active, CallPathId below, trace::CallingContextId sample);
  CallTree::Node gap_between(const Frames& after, const Frames& before) const;
  CallTree::Node gap_in(trace::CallingContextId frame, trace::SourceLocationId from,
                        trace::SourceLocationId to) const;

  CondensingLocation& out_;
  const std::vector<trace::CallingContext>& contexts_;
  std::array<Known, kKnown> known_;  ///< Holds, by slot_of, the path that was entered there last.
  Paths calls_;
  Paths gaps_;
  Paths sampled_;
};

}  // namespace latecomer::analyze
