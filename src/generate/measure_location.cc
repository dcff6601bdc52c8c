// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the analysis has to find, from what the simulation knows: each wait is the difference between two
// times of the run.
//
//     Late Sender       in Recv or Waitall, until the last of the senders begins
//     wrong order       that wait, if a message that is received in a later call was sent before
//     Late Receiver     in Send or Waitall, until the receive begins, if it begins before the call ends; in
//                       Waitall only if no sender was late
//     Wait at N x N, ...   in collective operations, until the last one comes
//
// Cost: O(steps · iterations), and for wrong orders a binary search for each wait.

#include "generate/measure_location.h"

#include <algorithm>
#include <span>
#include <vector>

#include "generate/costs.h"

namespace latecomer::generate {

namespace {

struct Received {
  uint32_t call;  ///< Is the number of the call that completes it.
  uint32_t source;
  Ticks sent;
};

/// Is a wait for a message: the one in `RankMeasure::received_`.
struct LateSender {
  size_t message;
  Ticks amount;
};

class RankMeasure {
 public:
  RankMeasure(const Program& program, const Schedule& schedule, uint32_t rank)
      : program_(program), schedule_(schedule), rank_(rank), threads_(program.settings.threads) {}

  std::vector<KnownValues> measure() {
    for (uint32_t iteration = 0; iteration < program_.iterations; ++iteration) {
      for (size_t i = program_.first_step[rank_]; i < program_.first_step[rank_ + 1]; ++i) {
        const StepId id(i);
        if (program_.is_done_in(program_[id], iteration)) add_step(program_[id], id, iteration);
      }
    }
    add_late_senders();
    add_begin_and_end();
    for (KnownValues& thread : threads_) add_sums(thread);
    return std::move(threads_);
  }

 private:
  KnownValues& master() { return threads_.front(); }
  void add(Known metric, Ticks time) { master()[metric] += time.count; }

  void add_step(const Step& step, StepId id, uint32_t iteration) {
    if (step.kind == StepKind::parallel) return add_team(step, schedule_.team(id, iteration));
    const Ticks begin = schedule_.enter(id, iteration);
    const Ticks time = schedule_.leave(id, iteration) - begin;
    master()[Known::visits] += step.kind == StepKind::compute ? 1 + step.calls : 1;
    if (step.kind == StepKind::compute) return;
    if (step.kind == StepKind::collective) return add_collective(step, id, iteration, begin, time);
    add(Known::mpi_point2point, time);
    if (step.kind == StepKind::waitall) {
      const bool sender_was_late = add_receives(requests_of(program_, id), iteration, begin);
      if (!sender_was_late) add_late_receiver(requests_of(program_, id), iteration, begin, time);
    } else if (step.kind == StepKind::recv) {
      add_receives(std::span(&step, 1), iteration, begin);
    } else if (step.kind != StepKind::irecv) {
      ++master()[Known::comms_send];
      master()[Known::bytes_sent] += static_cast<int64_t>(program_.settings.bytes);
      if (step.kind == StepKind::send) add_late_receiver(std::span(&step, 1), iteration, begin, time);
    }
  }

  /// Adds one call's messages. It waits once: for the last sender, among equals the one of the highest rank.
  bool add_receives(std::span<const Step> messages, uint32_t iteration, Ticks begin) {
    LateSender latest{0, Ticks()};
    for (const Step& message : messages) {
      if (message.kind != StepKind::recv && message.kind != StepKind::irecv) continue;
      ++master()[Known::comms_recv];
      master()[Known::bytes_rcvd] += static_cast<int64_t>(program_.settings.bytes);
      const Ticks sent = schedule_.enter(message.counterpart, iteration);
      received_.push_back({calls_, message.peer, sent});
      const Ticks amount = sent - begin;
      const bool is_later = amount > latest.amount ||
                            (amount == latest.amount && message.peer >= received_[latest.message].source);
      if (amount > Ticks() && is_later) latest = {received_.size() - 1, amount};
    }
    ++calls_;
    if (latest.amount > Ticks()) late_.push_back(latest);
    return latest.amount > Ticks();
  }

  void add_late_receiver(std::span<const Step> messages, uint32_t iteration, Ticks begin, Ticks time) {
    Ticks latest;
    for (const Step& message : messages) {
      if (message.kind != StepKind::send && message.kind != StepKind::isend) continue;
      const Ticks amount = schedule_.enter(message.counterpart, iteration) - begin;
      if (amount < time) latest = std::max(latest, amount);
    }
    if (latest == Ticks()) return;
    add(Known::mpi_latereceiver, latest);
    ++master()[Known::mpi_clr_count];
  }

  /// Adds waits of wrong order: it finds, from the last message back, the messages that could have been
  /// received before those at hand: each was sent earlier than all between.
  void add_late_senders() {
    std::vector<size_t> earlier;
    size_t end = received_.size();
    for (size_t w = late_.size(); w-- > 0;) {
      const Received& awaited = received_[late_[w].message];
      for (; end > 0 && received_[end - 1].call > awaited.call; --end) {
        while (!earlier.empty() && received_[earlier.back()].sent >= received_[end - 1].sent)
          earlier.pop_back();
        earlier.push_back(end - 1);
      }
      const auto next = std::partition_point(earlier.begin(), earlier.end(), [&](size_t message) {
        return received_[message].sent < awaited.sent;
      });
      add(Known::mpi_latesender, late_[w].amount);
      ++master()[Known::mpi_cls_count];
      if (next == earlier.begin()) continue;
      const bool same = received_[*(next - 1)].source == awaited.source;
      add(same ? Known::mpi_lswo_same : Known::mpi_lswo_different, late_[w].amount);
      ++master()[Known::mpi_clswo_count];
    }
    master()[Known::mpi_latesender_wo] = master()[Known::mpi_lswo_same] + master()[Known::mpi_lswo_different];
  }

  void add_collective(const Step& step, StepId id, uint32_t iteration, Ticks begin, Ticks time) {
    const bool is_barrier = step.collective == trace::CollectiveOp::barrier;
    const auto bytes = static_cast<int64_t>(collective_bytes(program_.settings, step.collective));
    add(is_barrier ? Known::mpi_sync_collective : Known::mpi_collective, time);
    add(is_barrier ? Known::mpi_barrier_wait : Known::mpi_wait_nxn,
        schedule_.last_enter(id, iteration) - begin);
    add(is_barrier ? Known::mpi_barrier_completion : Known::mpi_nxn_completion, collective_tail(rank_));
    ++master()[is_barrier ? Known::syncs_coll : Known::comms_cxch];
    master()[Known::bytes_cout] += bytes;
    master()[Known::bytes_cin] += bytes;
  }

  /// Adds a team's times. Workers are idle until the first team, and from one to the next.
  void add_team(const Step& step, const TeamTimes& times) {
    for (size_t t = 0; t < threads_.size(); ++t) {
      KnownValues& thread = threads_[t];
      thread[Known::omp_fork] += (times.begin - times.fork).count;
      if (t > 0) thread[Known::omp_idle_threads] += (times.fork - end_of_team_).count;
      const auto add_barrier = [&](const TeamTimes::Half& half, Known time, Known wait) {
        thread[time] += (half.end - half.arrival[t]).count;
        thread[wait] += (half.last_arrival - half.arrival[t]).count;
      };
      add_barrier(times.halves[0], Known::omp_ebarrier, Known::omp_ebarrier_wait);
      add_barrier(times.halves[1], Known::omp_ibarrier, Known::omp_ibarrier_wait);
      thread[Known::visits] += 5 + 2 * int64_t{step.calls};
      thread[Known::omp_management] += t == 0 ? (times.join - times.end).count : 0;
    }
    end_of_team_ = times.end;
  }

  void add_begin_and_end() {
    const Ticks finalize = schedule_.finalize_enter(rank_);
    // After the last team workers are idle until the end. Those of programs without teams are no workers.
    const bool has_teams = end_of_team_ > Ticks();
    for (size_t t = 0; t < threads_.size(); ++t) {
      if (t == 0 || has_teams) threads_[t][Known::time] += schedule_.end().count;
      if (t > 0 && has_teams) threads_[t][Known::omp_idle_threads] += (schedule_.end() - end_of_team_).count;
    }
    add(Known::mpi_init_exit, schedule_.init_leave() - schedule_.init_enter());
    add(Known::mpi_init_exit, schedule_.finalize_leave() - finalize);
    add(Known::mpi_finalize_wait, schedule_.last_finalize_enter() - finalize);
    master()[Known::visits] += 3;
  }

  static void add_sums(KnownValues& of) {
    of[Known::mpi] = of[Known::mpi_init_exit] + of[Known::mpi_sync_collective] + of[Known::mpi_point2point] +
                     of[Known::mpi_collective];
    of[Known::omp_management] += of[Known::omp_fork];
    of[Known::omp_time] = of[Known::omp_management] + of[Known::omp_ebarrier] + of[Known::omp_ibarrier];
    of[Known::execution] = of[Known::time] - of[Known::omp_idle_threads];
    of[Known::comp] = of[Known::execution] - of[Known::mpi] - of[Known::omp_time];
  }

  const Program& program_;
  const Schedule& schedule_;
  const uint32_t rank_;
  std::vector<KnownValues> threads_;
  std::vector<Received> received_;
  std::vector<LateSender> late_;
  uint32_t calls_ = 0;  ///< Counts calls that receive.
  Ticks end_of_team_;
};

}  // namespace

std::vector<KnownValues> measure_rank(const Program& program, const Schedule& schedule, uint32_t rank) {
  return RankMeasure(program, schedule, rank).measure();
}

}  // namespace latecomer::generate
