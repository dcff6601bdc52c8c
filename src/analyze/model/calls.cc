// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/calls.h"

#include <algorithm>

#include "base/check.h"

namespace latecomer::analyze {

std::vector<Call> Calls::all(const Segments& segments) const {
  std::vector<Call> calls;
  calls.reserve(size());
  for (CallIndex i = 0; i < size(); ++i) calls.push_back(at(i, segments));
  return calls;
}

void Calls::renumber(std::span<const CallPathId> paths) {
  for (Call& call : apart_) call.path = paths[call.path.index()];
}

void Calls::renew(std::span<const Call> calls, const Segments& segments) {
  const Calls before = std::exchange(*this, {});
  for (CallIndex i = 0; i < before.size(); ++i) {
    add(calls[i].enter, calls[i].leave, calls[i].path);
    if (before.distances_[i] == kApart) continue;
    const size_t segment = before.filled_segment(i);
    const bool fills = segments.begin(segment) == calls[i].enter && segments.end(segment) == calls[i].leave &&
                       segments.only_path(segment) == calls[i].path;
    if (fills) fill(segment, calls[i].leave);
  }
}

/// One of those that stand apart.
const Calls::Apart* Calls::find_apart(CallIndex call) const {
  if (apart_.back().index == call) return &apart_.back();
  const size_t block = call / kBlock;
  const auto end = block + 1 < blocks_.size() ? apart_.begin() + blocks_[block + 1].apart : apart_.end();
  const auto found =
      std::lower_bound(apart_.begin() + blocks_[block].apart, end, call,
                       [](const Apart& each, CallIndex sought) { return each.index < sought; });
  CHECK(found != end && found->index == call);
  return &*found;
}

void Calls::clear() {
  distances_.clear();
  blocks_.clear();
  apart_.clear();
}

}  // namespace latecomer::analyze
