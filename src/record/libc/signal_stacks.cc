// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <signal.h>

#include <cstddef>

#include "record/core/threads.h"
#include "record/libc/real_functions.h"

namespace {

// 0: signals are handled where the thread is.
size_t size_of(const stack_t& stack) {
  return (stack.ss_flags & SS_DISABLE) != 0 ? 0 : stack.ss_size;
}

}  // namespace

/// Stands in front of the C library's, so that no sample is taken where it would not fit.
extern "C" int sigaltstack(const stack_t* wanted, stack_t* before) noexcept {
  using namespace latecomer::record;
  if (wanted == nullptr) return real.sigaltstack(wanted, before);
  if (!samples_fit_on(size_of(*wanted))) follow_signal_stack(size_of(*wanted));
  const int outcome = real.sigaltstack(wanted, before);
  stack_t in_use{};
  const ErrnoKeeper keeper;
  if (real.sigaltstack(nullptr, &in_use) == 0) follow_signal_stack(size_of(in_use));
  return outcome;
}
