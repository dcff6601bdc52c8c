// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/calls.h"

#include <utility>

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
    add(calls[i]);
    const uint32_t segment = before.where_[i];
    const bool fills = segment < kApart && segments.begin(segment) == calls[i].enter &&
                       segments.end(segment) == calls[i].leave &&
                       segments.only_path(segment) == calls[i].path;
    if (fills) fill(i, segment);
  }
}

void Calls::clear() {
  where_.clear();
  apart_.clear();
}

}  // namespace latecomer::analyze
