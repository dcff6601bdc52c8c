// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "generate/program.h"
#include "generate/schedule.h"
#include "generate/work.h"
#include "trace/trace.h"
#include "trace/trace_builder.h"

namespace latecomer::generate {

/// Holds regions by what happens in them.
struct Regions {
  Regions(const Program& program, trace::TraceBuilder& builder);
  trace::RegionId of(const Step& step) const;

  trace::RegionId main, init, finalize, compute, send, recv, isend, irecv, waitall, alltoall, allreduce,
      barrier;
  trace::RegionId parallel, team_barrier, implicit_barrier;
  std::vector<trace::RegionId> functions;  ///< Has the functions' regions by how deep they are nested.
};

/// Holds what the events of all locations are made of.
struct Run {
  const Program& program;
  const Schedule& schedule;
  const Regions& regions;
  std::vector<trace::CommId> teams;  ///< Has the communicators of teams by rank, where there are any.
};

/// Gives the events of a location to the sink, in the order of time.
void produce_events(const Run& run, uint32_t rank, uint32_t thread, trace::EventSink& sink);

}  // namespace latecomer::generate
