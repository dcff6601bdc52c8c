// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The library of library.c.
#include "code.h"

double react(double seconds);

NOT_INLINED static double reaction_rate(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

double react(double seconds) {
  return 1 + reaction_rate(seconds);  // planted: react → reaction_rate, rank 1, 0.4 s
}
