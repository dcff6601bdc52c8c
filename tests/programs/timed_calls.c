// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: timed_calls completions|open|local|in-vain|allreduce
//   completions  messages that a process sends to itself, 26, 500 and 5,000 at a time, whose receives are
//                completed by each of the calls that do so; and one at a time
//   open         10,000 and 200,000 requests that are open at a time
//   local        calls that neither communicate nor wait
//   in-vain      tests and probes of what is not there
//   allreduce    MPI_Allreduce of 8 bytes, called from main and from ten functions further in
// Prints lines of a name and how many seconds one of it takes: the shortest of several times, of the thread's
// own time where nobody else takes part.
#include <string.h>

#include "program.h"

static double time_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

enum { kMostRequests = 100000, kTimes = 3 };
static MPI_Request received[kMostRequests];
static MPI_Request sent[kMostRequests];
static MPI_Status statuses[kMostRequests];
static int indices[kMostRequests];
static int values[kMostRequests];

static void start(int number, int* data) {
  for (int i = 0; i < number; ++i)
    MPI_Irecv(&values[i], 1, MPI_INT, 0, i % 1000, MPI_COMM_SELF, &received[i]);
  for (int i = 0; i < number; ++i) MPI_Isend(data, 1, MPI_INT, 0, i % 1000, MPI_COMM_SELF, &sent[i]);
}

static void by_waitall(int number) {
  MPI_Waitall(number, received, statuses);
}

static void by_waitany(int number) {
  int index;
  for (int i = 0; i < number; ++i) MPI_Waitany(number, received, &index, statuses);
}

static void by_testany(int number) {
  int index, flag;
  for (int left = number; left > 0; left -= flag != 0) MPI_Testany(number, received, &index, &flag, statuses);
}

static void by_waitsome(int number) {
  int done;
  for (int left = number; left > 0; left -= done) MPI_Waitsome(number, received, &done, indices, statuses);
}

static void by_testsome(int number) {
  int done;
  for (int left = number; left > 0; left -= done) MPI_Testsome(number, received, &done, indices, statuses);
}

// Of one message, in microseconds; so many rounds that they take some milliseconds.
static double message(int number, int rounds, void (*complete)(int)) {
  int data = 1;
  double shortest = 1e9;
  for (int time = 0; time <= kTimes; ++time) {
    const double begin = time_of(CLOCK_THREAD_CPUTIME_ID);
    for (int round = 0; round < rounds; ++round) {
      start(number, &data);
      complete(number);
      MPI_Waitall(number, sent, MPI_STATUSES_IGNORE);
    }
    const double seconds = time_of(CLOCK_THREAD_CPUTIME_ID) - begin;
    if (time > 0 && seconds < shortest) shortest = seconds;  // the first time warms up
  }
  return shortest / rounds / number;
}

static void completions(void) {
  static const struct {
    const char* name;
    void (*complete)(int);
    int takes_all;  // a call completes all that there is
  } kinds[] = {{"Waitall", by_waitall, 1},
               {"Waitany", by_waitany, 0},
               {"Testany", by_testany, 0},
               {"Waitsome", by_waitsome, 1},
               {"Testsome", by_testsome, 1}};
  static const int numbers[] = {1, 26, 500, 5000};
  for (int kind = 0; kind < 5; ++kind) {
    for (int i = kind == 0 ? 0 : 1; i < 4; ++i) {
      const int most = kinds[kind].takes_all ? 20000 : 5000;
      const int rounds = numbers[i] < most ? most / numbers[i] : 1;
      printf("%s-%d %.12f\n", kinds[kind].name, numbers[i],
             message(numbers[i], rounds, kinds[kind].complete));
    }
  }
}

static void open_requests(void) {
  printf("open-10000 %.12f\n", message(5000, 4, by_waitall));
  printf("open-200000 %.12f\n", message(kMostRequests, 1, by_waitall));
}

static void call_rank(int number) {
  for (int i = 0; i < number; ++i) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}

static void call_size(int number) {
  for (int i = 0; i < number; ++i) MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static void call_get_count(int number) {
  MPI_Status status;
  int count = 0;
  MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, values, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &status);
  for (int i = 0; i < number; ++i) MPI_Get_count(&status, MPI_INT, &count);
  expect(count == 1, "the count of a status");
}

static void call_type_size(int number) {
  int bytes = 0;
  for (int i = 0; i < number; ++i) MPI_Type_size(MPI_INT, &bytes);
  expect(bytes == sizeof(int), "the size of a type");
}

static void call_test_in_vain(int number) {
  int flag = 0;
  MPI_Request request;
  MPI_Irecv(values, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
  for (int i = 0; i < number; ++i) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  expect(!flag, "a test without a message");
  MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void call_testall_in_vain(int number) {
  enum { kRequests = 26 };
  int flag = 0;
  for (int i = 0; i < kRequests; ++i) MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &received[i]);
  for (int i = 0; i < number; ++i) MPI_Testall(kRequests, received, &flag, MPI_STATUSES_IGNORE);
  expect(!flag, "tests without messages");
  for (int i = 0; i < kRequests; ++i) MPI_Send(&rank, 1, MPI_INT, 0, i, MPI_COMM_SELF);
  MPI_Waitall(kRequests, received, MPI_STATUSES_IGNORE);
}

static void call_iprobe_in_vain(int number) {
  int flag = 0;
  for (int i = 0; i < number; ++i) MPI_Iprobe(0, 0, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
  expect(!flag, "a probe without a message");
}

static double single_call(int number, void (*calls)(int)) {
  double shortest = 1e9;
  for (int time = 0; time <= kTimes; ++time) {
    const double begin = time_of(CLOCK_THREAD_CPUTIME_ID);
    calls(number);
    const double seconds = time_of(CLOCK_THREAD_CPUTIME_ID) - begin;
    if (time > 0 && seconds < shortest) shortest = seconds;
  }
  return shortest / number;
}

static void local_calls(void) {
  const int number = 300000;
  printf("Comm_rank %.12f\n", single_call(number, call_rank));
  printf("Comm_size %.12f\n", single_call(number, call_size));
  printf("Get_count %.12f\n", single_call(number, call_get_count));
  printf("Type_size %.12f\n", single_call(number, call_type_size));
}

static void tests_in_vain(void) {
  const int number = 100000;
  printf("Test %.12f\n", single_call(number, call_test_in_vain));
  printf("Testall-26 %.12f\n", single_call(number, call_testall_in_vain));
  printf("Iprobe %.12f\n", single_call(number, call_iprobe_in_vain));
}

static double sum = 0;
static void reduce(int number) {
  const double mine = 1;
  for (int i = 0; i < number; ++i) MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

// Not at the end of the function, so that its frame stays.
__attribute__((noinline)) static void reduce_further_in(int depth, int number) {
  if (depth == 0)
    reduce(number);
  else
    reduce_further_in(depth - 1, number);
  sum += 1;
}

static double allreduce(int depth) {
  const int number = 3000;
  double shortest = 1e9;
  for (int time = 0; time < 3 * kTimes; ++time) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = time_of(CLOCK_MONOTONIC);
    reduce_further_in(depth, number);
    const double seconds = time_of(CLOCK_MONOTONIC) - begin;
    if (time > 0 && seconds < shortest) shortest = seconds;
  }
  return shortest / number;
}

static void allreduces(void) {
  const double from_main = allreduce(0);
  const double further_in = allreduce(10);
  if (rank == 0) printf("Allreduce-0 %.12f\nAllreduce-10 %.12f\n", from_main, further_in);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const char* what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "completions") == 0) completions();
  if (strcmp(what, "open") == 0) open_requests();
  if (strcmp(what, "local") == 0) local_calls();
  if (strcmp(what, "in-vain") == 0) tests_in_vain();
  if (strcmp(what, "allreduce") == 0) allreduces();
  MPI_Finalize();
  return 0;
}
