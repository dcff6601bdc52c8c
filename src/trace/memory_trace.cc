// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/memory_trace.h"

#include "base/check.h"

namespace latecomer::trace {

MemoryTrace::MemoryTrace(Definitions definitions, std::vector<LocationContent> contents)
    : definitions_(std::move(definitions)), contents_(std::move(contents)) {
  CHECK(contents_.size() == definitions_.locations.size());
}

ReadOutcome MemoryTrace::read(LocationId location, EventSink& sink) const {
  const LocationContent& content = contents_[location.index()];
  for (const Event& event : content.events) sink.on_event(event);
  return content.outcome;
}

}  // namespace latecomer::trace
