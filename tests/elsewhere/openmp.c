// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// One of two threads works for 200 ms; the other one waits for it at the end of their region.

#include <omp.h>

static volatile double sum = 0;

void late_work(void) {
  const double begin = omp_get_wtime();
  while (omp_get_wtime() - begin < 0.2)
    for (int i = 1; i < 1000; ++i) sum = sum + 1.0 / i;
}

int main(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) late_work();
  return 0;
}
