// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// A pause that is no recorded call, as those of the C library's functions are: it asks the kernel itself.
static inline void pause_for(double seconds) {
  struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  syscall(SYS_nanosleep, &time, NULL);
}
