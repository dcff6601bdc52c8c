// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: threads [die|exit]
// A program without MPI: two threads of 0.1 s at the same time, then a third, which at its end kills the
// program with `die`, and ends it with status 3 with `exit`.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "../pause.h"

static void* sleep_briefly(void* end) {
  pause_for(0.1);
  if (end != NULL && strcmp(end, "die") == 0) raise(SIGKILL);
  if (end != NULL && strcmp(end, "exit") == 0) exit(3);
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t threads[3];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, sleep_briefly, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  pthread_create(&threads[2], NULL, sleep_briefly, argc > 1 ? argv[1] : NULL);
  pthread_join(threads[2], NULL);
  return 0;
}
