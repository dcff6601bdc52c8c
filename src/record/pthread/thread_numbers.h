// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <pthread.h>

#include <cstdint>

// The numbers of the threads that the program creates, from 1; 0 is none.
namespace latecomer::record {

uint64_t next_thread_number() noexcept;

/// Stores a thread's number; the thread and the one that creates it call it: whoever comes first, others can
/// join it from then on.
void set_number(pthread_t thread, uint64_t number) noexcept;
/// Returns the number of a joined thread and forgets it: another one can be called the same.
uint64_t take_number(pthread_t thread) noexcept;

}  // namespace latecomer::record
