// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// From a pattern to a program: which send belongs to which receive, how many functions are called, how many
// iterations there are, and in which order the steps of an iteration can be worked out.
//
// The order is found by letting the ranks run, each until it waits for a rank that has not come far enough;
// that rank wakes it up when it has stopped itself.
//
//     rank 0:  compute, Recv from 1 (stops)                           Recv
//     rank 1:                               compute, Send, (wakes 0)       ...
//
// Cost: O(messages log messages) for the pairs, O(steps) for the order.

#include "generate/program.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/check.h"
#include "generate/patterns.h"

namespace latecomer::generate {

namespace {

bool is_send(StepKind kind) {
  return kind == StepKind::send || kind == StepKind::isend;
}
bool is_receive(StepKind kind) {
  return kind == StepKind::recv || kind == StepKind::irecv;
}
bool computes(StepKind kind) {
  return kind == StepKind::compute || kind == StepKind::parallel;
}

/// Gives each computation the calls for the operations up to the next one; the first one also for those
/// before it.
void add_calls(const Settings& settings, std::span<Step> steps) {
  Step* caller = nullptr;
  uint32_t before = 0;
  for (Step& step : steps) {
    if (computes(step.kind)) {
      step.calls = caller == nullptr ? before * settings.functions : 0;
      caller = &step;
    } else if (caller == nullptr) {
      ++before;
    } else {
      caller->calls += settings.functions;
    }
  }
  const uint32_t shares = 2 * settings.threads;
  for (Step& step : steps) {
    if (step.kind == StepKind::parallel) step.calls = (step.calls + shares - 1) / shares;
  }
}

struct End {
  uint32_t sender;
  uint32_t receiver;
  uint32_t tag;
  StepId step;
  auto envelope() const { return std::tie(sender, receiver, tag); }
};

void pair_messages(std::vector<Step>& steps) {
  std::vector<End> sends;
  std::vector<End> receives;
  for (size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (is_send(step.kind)) sends.push_back({step.rank, step.peer, step.tag, StepId(i)});
    if (is_receive(step.kind)) receives.push_back({step.peer, step.rank, step.tag, StepId(i)});
  }
  CHECK(sends.size() == receives.size());
  const auto by_envelope = [](const End& a, const End& b) { return a.envelope() < b.envelope(); };
  std::sort(sends.begin(), sends.end(), by_envelope);
  std::sort(receives.begin(), receives.end(), by_envelope);
  for (size_t i = 0; i < sends.size(); ++i) {
    CHECK(sends[i].envelope() == receives[i].envelope());
    steps[sends[i].step.index()].counterpart = receives[i].step;
    steps[receives[i].step.index()].counterpart = sends[i].step;
  }
}

std::vector<std::vector<StepId>> gather_collectives(const Program& program) {
  std::vector<std::vector<StepId>> collectives;
  size_t number = 0;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    if (i == program.first_step[step.rank]) number = 0;
    if (step.kind != StepKind::collective) continue;
    if (number == collectives.size()) collectives.emplace_back();
    collectives[number++].push_back(StepId(i));
  }
  for (const std::vector<StepId>& members : collectives) CHECK(members.size() == program.settings.ranks);
  return collectives;
}

class Ordering {
 public:
  explicit Ordering(const Program& program)
      : program_(program),
        next_(program.first_step.begin(), program.first_step.end() - 1),
        first_waiter_(program.settings.ranks, kNobody),
        next_waiter_(program.settings.ranks, kNobody) {}

  std::vector<StepId> find() {
    for (uint32_t rank = program_.settings.ranks; rank-- > 0;) ready_.push_back(rank);
    while (!ready_.empty()) {
      const uint32_t rank = ready_.back();
      ready_.pop_back();
      run(rank);
      for (uint32_t waiter = first_waiter_[rank]; waiter != kNobody; waiter = next_waiter_[waiter])
        ready_.push_back(waiter);
      first_waiter_[rank] = kNobody;
    }
    for (size_t rank = 0; rank < next_.size(); ++rank) CHECK(next_[rank] == program_.first_step[rank + 1]);
    return std::move(order_);
  }

 private:
  static constexpr uint32_t kNobody = UINT32_MAX;

  bool has_begun(StepId step) const { return next_[program_[step].rank] >= step.index(); }

  /// Returns the rank for which a message waits.
  uint32_t holder(const Step& step) const {
    const bool goes_ahead = is_send(step.kind) && !program_.sends_wait();
    return goes_ahead || has_begun(step.counterpart) ? kNobody : step.peer;
  }

  uint32_t holder(StepId id) const {
    const Step& step = program_[id];
    if (step.kind == StepKind::send || step.kind == StepKind::recv) return holder(step);
    if (step.kind != StepKind::waitall) return kNobody;
    for (const Step& request : requests_of(program_, id)) {
      if (const uint32_t rank = holder(request); rank != kNobody) return rank;
    }
    return kNobody;
  }

  /// Lets all members go on when the last of them comes.
  void come_to_collective() {
    if (++arrived_ < program_.settings.ranks) return;
    arrived_ = 0;
    order_.push_back(StepId(next_[0]));
    for (uint32_t rank = program_.settings.ranks; rank-- > 0;) {
      ++next_[rank];
      ready_.push_back(rank);
    }
  }

  void run(uint32_t rank) {
    while (next_[rank] < program_.first_step[rank + 1]) {
      const StepId id(next_[rank]);
      if (program_[id].kind == StepKind::collective) return come_to_collective();
      if (const uint32_t other = holder(id); other != kNobody) {
        next_waiter_[rank] = first_waiter_[other];
        first_waiter_[other] = rank;
        return;
      }
      order_.push_back(id);
      ++next_[rank];
    }
  }

  const Program& program_;
  std::vector<uint32_t> next_;  ///< Has the step at which each rank is.
  std::vector<uint32_t> ready_;
  std::vector<uint32_t> first_waiter_;  ///< Has the first rank that waits for each rank.
  std::vector<uint32_t> next_waiter_;   ///< Has for each rank the next one that waits for the same one.
  uint32_t arrived_ = 0;
  std::vector<StepId> order_;
};

/// Counts the events of a step, of all locations that take part.
uint64_t events_of(const Program& program, StepId id) {
  const Step& step = program[id];
  switch (step.kind) {
    case StepKind::compute:
      return 2 + 2 * uint64_t{step.calls};
    case StepKind::parallel:
      return 2 + program.settings.threads * (12 + 4 * uint64_t{step.calls});
    case StepKind::send:
    case StepKind::recv:
    case StepKind::isend:
    case StepKind::irecv:
      return 3;
    case StepKind::waitall:
      return 2 + requests_of(program, id).size();
    case StepKind::collective:
      return 4;
  }
  return 0;
}

/// Counts events of each rank outside of the iterations: main, MPI_Init, MPI_Finalize.
constexpr uint64_t kEventsAround = 10;

uint32_t iterations_for(const Program& program) {
  double each = 0;
  for (size_t i = 0; i < program.steps.size(); ++i)
    each += static_cast<double>(events_of(program, StepId(i))) / program.steps[i].every;
  const double around = static_cast<double>(kEventsAround) * program.settings.ranks;
  const double wanted = (static_cast<double>(program.settings.events) - around) / each;
  return static_cast<uint32_t>(std::clamp(std::round(wanted), 1.0, 4e9));
}

}  // namespace

std::span<const Step> requests_of(const Program& program, StepId waitall) {
  size_t begin = waitall.index();
  const uint32_t first = program.first_step[program[waitall].rank];
  const auto is_request = [](const Step& step) {
    return step.kind == StepKind::isend || step.kind == StepKind::irecv;
  };
  while (begin > first && is_request(program.steps[begin - 1])) --begin;
  return {program.steps.data() + begin, waitall.index() - begin};
}

uint64_t count_events(const Program& program) {
  uint64_t events = kEventsAround * program.settings.ranks;
  for (size_t i = 0; i < program.steps.size(); ++i)
    events += events_of(program, StepId(i)) * (program.iterations / program.steps[i].every);
  return events;
}

Program make_program(const Settings& settings) {
  Program program{.settings = settings};
  for (uint32_t rank = 0; rank < settings.ranks; ++rank) {
    const size_t begin = program.steps.size();
    program.first_step.push_back(static_cast<uint32_t>(begin));
    add_steps(settings, rank, program.steps);
    const std::span<Step> own = std::span(program.steps).subspan(begin);
    for (Step& step : own) step.rank = rank;
    add_calls(settings, own);
  }
  program.first_step.push_back(static_cast<uint32_t>(program.steps.size()));
  pair_messages(program.steps);
  program.collectives = gather_collectives(program);
  program.order = Ordering(program).find();
  program.iterations =
      settings.iterations > 0 ? static_cast<uint32_t>(settings.iterations) : iterations_for(program);
  return program;
}

}  // namespace latecomer::generate
