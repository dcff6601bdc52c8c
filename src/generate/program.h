// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "generate/settings.h"
#include "trace/event.h"

namespace latecomer::generate {

/// Is a position in `Program::steps`.
struct StepId : Id<StepId> {
  using Id::Id;
};

enum class StepKind : uint8_t {
  compute,   ///< The thread computes in functions of the program.
  parallel,  ///< A team of threads computes in two halves, with a barrier after each.
  send,      ///< The rank sends with a blocking call.
  recv,      ///< The rank receives with a blocking call.
  isend,
  irecv,
  waitall,     ///< The rank completes all requests since its last waitall.
  collective,  ///< All ranks call a collective operation.
};

/// Describes one operation of a rank in an iteration.
struct Step {
  StepKind kind = StepKind::compute;
  trace::CollectiveOp collective = trace::CollectiveOp::none;
  uint8_t every = 1;    ///< Is the period of the step: it is done in every so-many-th iteration.
  uint8_t percent = 0;  ///< Is the work of `compute` and `parallel`, in percent of the ordinary one.
  uint32_t rank = 0;    ///< Is the rank that does the step.
  uint32_t peer = 0;    ///< Is the other rank of a message.
  uint32_t tag = 0;
  uint32_t calls = 0;  ///< Counts calls while computing; in `parallel` by each thread in each half.
  StepId counterpart;  ///< Is the step of the other rank of a message.
};

/// Describes a parallel program: every rank does the same steps again and again. All messages of an iteration
/// are received in it.
struct Program {
  Settings settings;
  uint32_t iterations = 0;
  std::vector<Step> steps;           ///< Has the steps of an iteration, of rank after rank.
  std::vector<uint32_t> first_step;  ///< Has the position of each rank's first step, and the end.
  /// Has for each collective of an iteration its step on every rank.
  std::vector<std::vector<StepId>> collectives;
  /// Has all steps of an iteration, each after those whose begin it waits for; a collective stands where it
  /// is complete, as its step on rank 0.
  std::vector<StepId> order;

  const Step& operator[](StepId id) const { return steps[id.index()]; }
  bool is_done_in(const Step& step, uint32_t iteration) const { return (iteration + 1) % step.every == 0; }
  /// Returns whether a send waits for its receive, because the message is too large to go ahead of it.
  bool sends_wait() const { return settings.bytes > kLargestEagerMessage; }

  static constexpr uint64_t kLargestEagerMessage = 65'536;
};

Program make_program(const Settings& settings);

/// Returns the steps that a waitall completes: the requests right before it.
std::span<const Step> requests_of(const Program& program, StepId waitall);

/// Returns how many events all locations together have at the end.
uint64_t count_events(const Program& program);

}  // namespace latecomer::generate
