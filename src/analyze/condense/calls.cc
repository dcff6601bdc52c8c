// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/calls.h"

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
  const std::vector<uint32_t> before = places_;
  clear();
  for (CallIndex i = 0; i < before.size(); ++i) {
    const uint32_t segment = before[i];
    const bool fills = segment < kApart && segments.begin(segment) == calls[i].enter &&
                       segments.end(segment) == calls[i].leave &&
                       segments.only_path(segment) == calls[i].path;
    if (fills)
      places_.push_back(segment);
    else
      add(calls[i]);
  }
}

void Calls::clear() {
  places_.clear();
  apart_.clear();
}

}  // namespace latecomer::analyze
