// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <pthread.h>

#include <cstdint>

// The numbers of the threads that the program creates, from 1; 0 is none.
namespace latecomer::record {

uint64_t next_thread_number() noexcept;

/// Stores a thread's number, unless a later thread with the same name has stored its own. The thread and the
/// one that creates it call it: whichever is first, others can join it from then on.
void set_number(pthread_t thread, uint64_t number) noexcept;
/// Returns a thread's number; 0 if it is not known. It is called before the thread is joined, since another
/// one can have the same name from then on.
uint64_t number_of(pthread_t thread) noexcept;
/// Forgets the number of a joined thread, unless another one with the same name has taken its place.
void forget_number(pthread_t thread, uint64_t number) noexcept;

}  // namespace latecomer::record
