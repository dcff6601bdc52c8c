// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "partitioned.h"

// One thread makes all partitions ready, with all the functions that there are for it.
static void one_after_the_other(MPI_Request request, double before_each) {
  for (int partition = 0; partition < SEND_PARTITIONS; ++partition) {
    work(before_each);
    MPI_Pready(partition, request);
  }
}

static void range_and_list(MPI_Request request, double before_each) {
  int list[] = {3, 0};
  work(2 * before_each);
  MPI_Pready_range(1, 2, request);
  work(2 * before_each);
  MPI_Pready_list(2, list, request);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const struct works before_all = {.before_all = 0.2};
  const struct works before_each = {.before_each = 0.05};
  const struct works in_time = {.of_receiver = 0.2};
  transfer(before_all, one_after_the_other, complete_by_wait);
  transfer(before_each, range_and_list, complete_by_waitall);
  transfer(in_time, one_after_the_other, complete_by_waitany);
  MPI_Finalize();
  return 0;
}
