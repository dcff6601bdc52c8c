// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/trace.h"

namespace latecomer::trace {

/// Is a run's trace, joined with what the kernels' schedulers of its nodes did with its threads: events that
/// say when these had no core, and why, are among the others, in place of what the recorder knew of that.
class JoinedTrace : public Trace {
 public:
  /// Takes a trace of each node, whose locations are threads with nothing but such events, and measurement_on
  /// and measurement_off around times in which it is known what the thread did. Threads are found by their
  /// numbers, on the node of the same boot id or else of the same name. Fails if none is one of the run's, or
  /// none was recorded while the run took place. Locations that are no threads are further ones of that node.
  static Result<std::unique_ptr<Trace>> join(std::unique_ptr<Trace> run,
                                             std::vector<std::unique_ptr<Trace>> nodes);

  const Definitions& definitions() const override { return definitions_; }
  Region region(RegionId id) const override;
  ReadOutcome read(LocationId location, EventSink& sink) const override;
  ReadOutcome read_from(LocationId location, const ReadPosition& position, EventSink& sink) const override;

 private:
  /// Is a location of a node's trace that is a thread of a location.
  struct Thread {
    size_t node;
    LocationId location;
  };

  JoinedTrace(std::unique_ptr<Trace> run, std::vector<std::unique_ptr<Trace>> nodes);
  void find_threads();
  void add_causes();
  /// Is what the kernel says of a location, in the order of time, and how reading that went.
  struct States {
    std::vector<Event> events;
    ReadOutcome outcome;
  };
  States read_states(LocationId location) const;
  /// Reads what a core ran after a time, while the run took place; of what is neither a core nor a thread
  /// there is nothing.
  ReadOutcome read_core(LocationId location, Ticks from, EventSink& sink) const;
  void rename(size_t node, Event& event) const;

  std::unique_ptr<Trace> run_;
  Definitions definitions_;  ///< Has those of the run, and the nodes' locations that are no threads.
  std::vector<std::unique_ptr<Trace>> nodes_;
  std::vector<std::vector<Thread>> threads_;  ///< Is by location.
  /// Has the run's locations of each node's; invalid where there is none.
  std::vector<std::vector<LocationId>> locations_;
  std::vector<std::string> names_;              ///< Has those of the nodes' regions, each once.
  std::vector<std::vector<RegionId>> regions_;  ///< Has what each node's regions are here.
};

}  // namespace latecomer::trace
