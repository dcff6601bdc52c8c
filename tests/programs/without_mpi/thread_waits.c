// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: thread_waits mutex|signal|barrier|semaphore|rwlock|join|follow|cancel
// A program without MPI, in which threads make others wait for so many seconds:
//   mutex      0.2 in pthread_mutex_lock, of a worker for the main thread
//   signal     0.2 in pthread_cond_wait, of the main thread for a worker
//   barrier    0.2 in pthread_barrier_wait, of the main thread for a worker, twice
//   semaphore  0.2 in sem_wait, of the main thread for a worker
//   rwlock     0.2 in pthread_rwlock_wrlock, of the main thread for a worker that reads
//   join       0.2 in pthread_join, of the main thread for a worker
//   follow     the same twice, the second time for a worker that computes before
// With cancel, workers are cancelled in functions that wait. Prints what the functions return.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../pause.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static sem_t started;
static int is_ready;

static pthread_t start(void* (*routine)(void*)) {
  pthread_t thread;
  printf("create %d\n", pthread_create(&thread, NULL, routine, NULL));
  return thread;
}

static void end(pthread_t thread) {
  void* result = NULL;
  const int problem = pthread_join(thread, &result);
  printf("join %d, %s\n", problem, result == PTHREAD_CANCELED ? "cancelled" : (char*)result);
}

static void* lock(void* unused) {
  (void)unused;
  sem_post(&started);
  printf("lock %d\n", pthread_mutex_lock(&mutex));
  printf("unlock %d\n", pthread_mutex_unlock(&mutex));
  return "locked";
}

static void wait_for_mutex(void) {
  pthread_mutex_lock(&mutex);
  const pthread_t thread = start(lock);
  sem_wait(&started);
  pause_for(0.2);
  printf("try %d\n", pthread_mutex_trylock(&mutex) == EBUSY);
  pthread_mutex_unlock(&mutex);
  end(thread);
}

static void* produce(void* unused) {
  (void)unused;
  pause_for(0.2);
  pthread_mutex_lock(&mutex);
  is_ready = 1;
  printf("signal %d\n", pthread_cond_signal(&condition));
  pthread_mutex_unlock(&mutex);
  return "produced";
}

static void wait_for_signal(void) {
  const pthread_t thread = start(produce);
  pthread_mutex_lock(&mutex);
  while (!is_ready) printf("wait %d\n", pthread_cond_wait(&condition, &mutex));
  struct timespec past = {1, 0};
  printf("timed wait %d\n", pthread_cond_timedwait(&condition, &mutex, &past) == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
  end(thread);
}

static void* come_late(void* unused) {
  (void)unused;
  for (int round = 0; round < 2; ++round) {
    pause_for(0.2);
    pthread_barrier_wait(&barrier);
  }
  return "came";
}

static void wait_at_barrier(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  const pthread_t thread = start(come_late);
  for (int round = 0; round < 2; ++round) pthread_barrier_wait(&barrier);
  end(thread);
}

static void* post_late(void* unused) {
  (void)unused;
  pause_for(0.2);
  printf("post %d\n", sem_post(&semaphore));
  return "posted";
}

static void wait_for_post(void) {
  const pthread_t thread = start(post_late);
  errno = 7;
  printf("wait %d, errno %d\n", sem_wait(&semaphore), errno);
  const struct timespec past = {1, 0};
  const int outcome = sem_timedwait(&semaphore, &past);
  printf("timed wait %d %d\n", outcome, errno == ETIMEDOUT);
  end(thread);
}

static void* read_long(void* unused) {
  (void)unused;
  pthread_rwlock_rdlock(&rwlock);
  sem_post(&started);
  pause_for(0.2);
  pthread_rwlock_unlock(&rwlock);
  return "read";
}

static void wait_for_reader(void) {
  const pthread_t thread = start(read_long);
  sem_wait(&started);
  printf("write %d\n", pthread_rwlock_wrlock(&rwlock));
  pthread_rwlock_unlock(&rwlock);
  end(thread);
}

static void* work(void* unused) {
  (void)unused;
  pause_for(0.2);
  pthread_exit("exited");
}

static void* compute_and_work(void* unused) {
  struct timespec used = {0, 0};
  while (used.tv_nsec < 50000000) clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return work(unused);
}

static void follow(void) {
  end(start(work));
  end(start(compute_and_work));
}

static void unlock(void* unused) {
  (void)unused;
  printf("unlock %d\n", pthread_mutex_unlock(&mutex));
}

static void* wait_for_ever(void* at_semaphore) {
  if (at_semaphore != NULL) {
    sem_wait(&semaphore);
    return NULL;
  }
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, NULL);
  while (!is_ready) pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
  return NULL;
}

static void cancel(void) {
  for (int at_semaphore = 0; at_semaphore < 2; ++at_semaphore) {
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_ever, at_semaphore ? &semaphore : NULL);
    pause_for(0.1);
    printf("cancel %d\n", pthread_cancel(thread));
    end(thread);
  }
}

int main(int argc, char** argv) {
  const char* const what = argc > 1 ? argv[1] : "";
  sem_init(&semaphore, 0, 0);
  sem_init(&started, 0, 0);
  if (strcmp(what, "mutex") == 0) wait_for_mutex();
  if (strcmp(what, "signal") == 0) wait_for_signal();
  if (strcmp(what, "barrier") == 0) wait_at_barrier();
  if (strcmp(what, "semaphore") == 0) wait_for_post();
  if (strcmp(what, "rwlock") == 0) wait_for_reader();
  if (strcmp(what, "join") == 0) end(start(work));
  if (strcmp(what, "follow") == 0) follow();
  if (strcmp(what, "cancel") == 0) cancel();
  return 3;
}
