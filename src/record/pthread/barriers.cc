// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Barriers, in front of the C library's. The last thread that comes to one releases the others.

#include <pthread.h>

#include "record/libc/real_functions.h"
#include "record/pthread/call.h"

namespace latecomer::record::pthread {

namespace {

int record_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                unsigned threads) noexcept {
  const int problem = real.barrier_init(barrier, attributes, threads);
  if (problem == 0 && recording()) barrier_made(barrier, threads);
  return problem;
}

int record_wait(pthread_barrier_t* barrier, const void* caller) {
  if (!between_calls() || !is_of_program(caller)) {
    arrive(barrier);
    return real.barrier_wait(barrier);
  }
  Call call(Function::barrier_wait, caller);
  const std::optional<BarrierArrival> arrival = arrive(barrier);
  if (arrival && arrival->is_last)
    record(event_of(trace::EventKind::release_lock, arrival->event), call.entered());
  const int outcome = call.real(real.barrier_wait, barrier);
  if (arrival && !arrival->is_last)
    record(event_of(trace::EventKind::acquire_lock, arrival->event), call.returned());
  return outcome;
}

}  // namespace

}  // namespace latecomer::record::pthread

extern "C" {

using namespace latecomer::record::pthread;
using latecomer::record::real;

int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                         unsigned threads) noexcept {
  return record_init(barrier, attributes, threads);
}

int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  return record_wait(barrier, __builtin_return_address(0));
}
}
