// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/waits/wait_kinds.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

constexpr WaitKind kKinds[kWaitKinds] = {
    {Builtin::mpi_latesender, Builtin::delay_latesender, Builtin::delay_latesender_longterm,
     WaitFamily::late_sender, Builtin::mpi_latesender_polling},
    {Builtin::mpi_latesender_probe, Builtin::delay_latesender, Builtin::delay_latesender_longterm,
     WaitFamily::late_sender, Builtin::mpi_latesender_probe_polling},
    {Builtin::mpi_latesender_partitioned, Builtin::delay_latesender, Builtin::delay_latesender_longterm,
     WaitFamily::late_sender, Builtin::mpi_latesender_partitioned_polling},
    {Builtin::mpi_lswo_same, Builtin::delay_latesender, Builtin::delay_latesender_longterm,
     WaitFamily::late_sender, Builtin::mpi_lswo_same_polling},
    {Builtin::mpi_lswo_different, Builtin::delay_latesender, Builtin::delay_latesender_longterm,
     WaitFamily::late_sender, Builtin::mpi_lswo_different_polling},
    {Builtin::mpi_latereceiver, Builtin::delay_latereceiver, Builtin::delay_latereceiver_longterm,
     WaitFamily::late_receiver, Builtin::mpi_latereceiver_polling},
    {Builtin::mpi_barrier_wait, Builtin::delay_barrier, Builtin::delay_barrier_longterm,
     WaitFamily::collective, Builtin::mpi_barrier_wait_polling},
    {Builtin::mpi_wait_nxn, Builtin::delay_n2n, Builtin::delay_n2n_longterm, WaitFamily::collective,
     Builtin::mpi_wait_nxn_polling},
    {Builtin::mpi_latebroadcast, Builtin::delay_12n, Builtin::delay_12n_longterm, WaitFamily::collective,
     Builtin::mpi_latebroadcast_polling},
    {Builtin::mpi_earlyreduce_first, Builtin::delay_earlyreduce, Builtin::delay_earlyreduce_longterm,
     WaitFamily::collective, Builtin::mpi_earlyreduce_first_polling},
    {Builtin::mpi_wait_n21, Builtin::delay_wait_n21, Builtin::delay_wait_n21_longterm, WaitFamily::collective,
     Builtin::mpi_wait_n21_polling},
    {Builtin::mpi_earlyscan, Builtin::delay_earlyscan, Builtin::delay_earlyscan_longterm,
     WaitFamily::collective, Builtin::mpi_earlyscan_polling},
    {Builtin::mpi_finalize_wait, Builtin::delay_finalize, Builtin::delay_finalize_longterm,
     WaitFamily::collective},
    {Builtin::mpi_mgmt_comm_wait, Builtin::delay_comm, Builtin::delay_comm_longterm, WaitFamily::collective,
     Builtin::mpi_mgmt_comm_wait_polling},
    {Builtin::mpi_mgmt_file_wait, Builtin::delay_file, Builtin::delay_file_longterm, WaitFamily::collective},
    {Builtin::mpi_io_wait, Builtin::delay_io, Builtin::delay_io_longterm, WaitFamily::collective},
    {Builtin::mpi_rma_wait_at_create, Builtin::delay_rma_window, Builtin::delay_rma_window_longterm,
     WaitFamily::rma},
    {Builtin::mpi_rma_wait_at_free, Builtin::delay_rma_window, Builtin::delay_rma_window_longterm,
     WaitFamily::rma},
    {Builtin::mpi_rma_wait_at_fence, Builtin::delay_rma_fence, Builtin::delay_rma_fence_longterm,
     WaitFamily::rma},
    {Builtin::mpi_rma_sync_late_post, Builtin::delay_rma_latepost, Builtin::delay_rma_latepost_longterm,
     WaitFamily::rma},
    {Builtin::mpi_rma_comm_late_post, Builtin::delay_rma_latepost, Builtin::delay_rma_latepost_longterm,
     WaitFamily::rma},
    {Builtin::mpi_rma_early_wait, Builtin::delay_rma_earlywait, Builtin::delay_rma_earlywait_longterm,
     WaitFamily::rma, Builtin::mpi_rma_early_wait_polling},
    {Builtin::mpi_rma_sync_lock_competition, Builtin::delay_rma_lock, Builtin::delay_rma_lock_longterm,
     WaitFamily::rma},
    {Builtin::mpi_rma_comm_lock_competition, Builtin::delay_rma_lock, Builtin::delay_rma_lock_longterm,
     WaitFamily::rma},
    {Builtin::mpi_rma_sync_wait_for_progress, Builtin::delay_rma_progress,
     Builtin::delay_rma_progress_longterm, WaitFamily::rma},
    {Builtin::mpi_rma_comm_wait_for_progress, Builtin::delay_rma_progress,
     Builtin::delay_rma_progress_longterm, WaitFamily::rma},
    {Builtin::omp_ebarrier_wait, Builtin::delay_ompbarrier, Builtin::delay_ompbarrier_longterm,
     WaitFamily::threads},
    {Builtin::omp_ibarrier_wait, Builtin::delay_ompbarrier, Builtin::delay_ompbarrier_longterm,
     WaitFamily::threads},
    {Builtin::omp_idle_threads, Builtin::delay_ompidle, Builtin::delay_ompidle_longterm, WaitFamily::threads},
    {Builtin::omp_lock_contention_critical, Builtin::delay_omplock, Builtin::delay_omplock_longterm,
     WaitFamily::threads},
    {Builtin::omp_lock_contention_api, Builtin::delay_omplock, Builtin::delay_omplock_longterm,
     WaitFamily::threads},
    {Builtin::pthread_lock_contention_mutex_lock, Builtin::delay_pthreadlock,
     Builtin::delay_pthreadlock_longterm, WaitFamily::threads},
    {Builtin::pthread_lock_contention_conditional, Builtin::delay_pthreadlock,
     Builtin::delay_pthreadlock_longterm, WaitFamily::threads},
    {Builtin::pthread_signal_wait, Builtin::delay_pthreadsignal, Builtin::delay_pthreadsignal_longterm,
     WaitFamily::threads},
    {Builtin::pthread_semaphore_wait, Builtin::delay_pthreadsignal, Builtin::delay_pthreadsignal_longterm,
     WaitFamily::threads},
    {Builtin::pthread_barrier_wait, Builtin::delay_pthreadbarrier, Builtin::delay_pthreadbarrier_longterm,
     WaitFamily::threads},
    {Builtin::pthread_join_wait, Builtin::delay_pthreadjoin, Builtin::delay_pthreadjoin_longterm,
     WaitFamily::threads},
};

}  // namespace

const WaitKind& wait_kind(Builtin wait) {
  for (const WaitKind& each : kKinds) {
    if (each.wait == wait || each.by_polling == wait) return each;
  }
  CHECK(false);  // every metric of a wait state is in the table
}

std::optional<Builtin> wait_for_release(Builtin time) {
  switch (time) {
    case Builtin::omp_critical:
      return Builtin::omp_lock_contention_critical;
    case Builtin::omp_lock_api:
      return Builtin::omp_lock_contention_api;
    case Builtin::pthread_lock_api:
      return Builtin::pthread_lock_contention_mutex_lock;
    case Builtin::pthread_conditional:
      return Builtin::pthread_signal_wait;
    case Builtin::pthread_barrier:
      return Builtin::pthread_barrier_wait;
    case Builtin::pthread_semaphore:
      return Builtin::pthread_semaphore_wait;
    default:
      return std::nullopt;
  }
}

size_t cost_kind(Builtin wait) {
  const auto first = std::ranges::find(kKinds, wait_kind(wait).long_term, &WaitKind::long_term);
  return static_cast<size_t>(first - std::begin(kKinds));
}

Builtin long_term_of(size_t cost_kind) {
  return kKinds[cost_kind].long_term;
}

}  // namespace latecomer::analyze
