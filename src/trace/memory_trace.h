// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <utility>
#include <vector>

#include "trace/trace.h"

namespace latecomer::trace {

/// Is a trace that is held in memory, as tests write and generate them.
class MemoryTrace : public Trace {
 public:
  /// Is what a location delivers: its events in the order given, and how its reading ends.
  struct LocationContent {
    std::vector<Event> events;
    ReadOutcome outcome;
  };

  /// Takes one entry of `contents` per location of `definitions`.
  MemoryTrace(Definitions definitions, std::vector<LocationContent> contents);

  const Definitions& definitions() const override { return definitions_; }
  Region region(RegionId id) const override { return definitions_.regions[id.index()]; }
  ReadOutcome read(LocationId location, EventSink& sink) const override;

  const std::vector<Event>& events(LocationId location) const { return contents_[location.index()].events; }

 private:
  Definitions definitions_;
  std::vector<LocationContent> contents_;
};

}  // namespace latecomer::trace
