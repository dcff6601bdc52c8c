// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: waits barrier|end|idle|critical|lock|nest_lock|test|tasks|nested|serial|dynamic
// A program without MPI whose threads wait for each other, for 0.2 seconds in all:
//   barrier    thread 0 for thread 1, at a barrier
//   end        thread 1 for thread 0, at the end of the parallel region
//   idle       the worker, between two parallel regions (hardly before and after them)
//   critical   thread 1 for thread 0, for a critical section
//   lock       the same for a lock, nest_lock: for one that can be nested
//   test       nobody: a lock is only tested, in vain
//   tasks      nobody, but each runs two of four tasks
//   nested     the leader of an inner team for its worker
//   serial     nobody: the region has one thread
//   dynamic    thread 0 for thread 1, which gets the long iteration of a loop
// Prints what they compute.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "../pause.h"

static omp_lock_t lock;
static omp_nest_lock_t nest_lock;

static void work(double seconds) {
  pause_for(seconds);
}

static void at_barrier(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) work(0.2);
#pragma omp barrier
#pragma omp master
    printf("master\n");
  }
}

static void at_end(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) work(0.2);
}

static void idle(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += omp_get_thread_num() + 1;
  work(0.2);
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += omp_get_thread_num() + 1;
  printf("sum %d\n", sum);
}

// Thread 0 has it first.
static void begin_second(void) {
  if (omp_get_thread_num() == 1) work(0.1);
}

static void critical(void) {
#pragma omp parallel num_threads(2)
  {
    begin_second();
#pragma omp critical
    work(omp_get_thread_num() == 0 ? 0.3 : 0.1);
    if (omp_get_thread_num() == 0) work(0.1);
  }
}

static void locked(void) {
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    begin_second();
    omp_set_lock(&lock);
    work(omp_get_thread_num() == 0 ? 0.3 : 0.1);
    omp_unset_lock(&lock);
    if (omp_get_thread_num() == 0) work(0.1);
  }
  omp_destroy_lock(&lock);
}

static void locked_nested(void) {
  omp_init_nest_lock(&nest_lock);
#pragma omp parallel num_threads(2)
  {
    begin_second();
    omp_set_nest_lock(&nest_lock);
    omp_set_nest_lock(&nest_lock);
    work(omp_get_thread_num() == 0 ? 0.3 : 0.1);
    omp_unset_nest_lock(&nest_lock);
    omp_unset_nest_lock(&nest_lock);
    if (omp_get_thread_num() == 0) work(0.1);
  }
  omp_destroy_nest_lock(&nest_lock);
}

static void test(void) {
  omp_init_lock(&lock);
  omp_set_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    int tested = 0;
    while (tested < 1000 && !omp_test_lock(&lock)) ++tested;
#pragma omp critical
    printf("tested %d\n", tested);
  }
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
}

static void tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 4; ++i) {
#pragma omp task firstprivate(i)
    {
      work(0.1);
#pragma omp critical
      printf("task %d\n", i);
    }
  }
}

static void nested(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1) work(0.2);
  } else {
    work(0.2);
  }
}

static void serial(void) {
#pragma omp parallel num_threads(1)
  {
    work(0.1);
#pragma omp barrier
  }
}

static void dynamic(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) work(0.1);  // thread 1 gets the first iteration
#pragma omp for schedule(monotonic : dynamic, 1)
    for (int i = 0; i < 2; ++i) work(i == 0 ? 0.4 : 0.1);
  }
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } kinds[] = {{"barrier", at_barrier}, {"end", at_end},     {"idle", idle},
               {"critical", critical},  {"lock", locked},    {"nest_lock", locked_nested},
               {"test", test},          {"tasks", tasks},    {"nested", nested},
               {"serial", serial},      {"dynamic", dynamic}};
  for (size_t i = 0; argc == 2 && i < sizeof kinds / sizeof *kinds; ++i) {
    if (strcmp(argv[1], kinds[i].name) != 0) continue;
    kinds[i].run();
    printf("%s has ended\n", argv[1]);
    return 0;
  }
  return 2;
}
