// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdio>
#include <cstdlib>

/// Ends the program when an invariant of latecomer's own is broken. Errors of input are an `Error` instead.
#define CHECK(condition)                                                                                   \
  do {                                                                                                     \
    if (!(condition)) {                                                                                    \
      std::fprintf(stderr, "latecomer: internal error: %s does not hold at %s:%d\n", #condition, __FILE__, \
                   __LINE__);                                                                              \
      std::abort();                                                                                        \
    }                                                                                                      \
  } while (false)
