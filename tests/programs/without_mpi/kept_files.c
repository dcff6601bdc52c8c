// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: kept_files DIRECTORY STEP...
// Does what programs do with descriptors, one step after the other. In the end its results have to be as it
// has written them. With MPI and without.
//   open        makes eight files of results in DIRECTORY, and prints which descriptors they got
//   close       closes what it has not opened; with MPI only files and directories, as MPI needs the rest
//   close_range the same, all in one call
//   over        puts a file of results in the place of each descriptor from 512 to 1,023
//   limit=N     no descriptor from N on, from now on
//   record=N    marks N regions
//   threads=N   so many threads at the same time mark 1,000 regions each
//   output      writes to descriptors 1 and 2 whatever they are
//   children    prints which descriptors a child has
//   chroot, setuid, umask, chdir
#define _GNU_SOURCE
#include <fcntl.h>
#include <grp.h>
#include <latecomer.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef KEPT_FILES_WITH_MPI
#include <mpi.h>
#endif

enum { kFiles = 8, kFirst = 3, kHigh = 512, kNumbers = 1024, kMarks = 1000 };
static const char kText[] = "0123456789";
static int results[kFiles];
static int opened = 0;

static void expect(int holds, const char* what) {
  if (holds) return;
  perror(what);
  exit(1);
}

static int is_result(int file) {
  for (int i = 0; i < opened; ++i)
    if (results[i] == file) return 1;
  return 0;
}

static void open_results(const char* directory) {
  for (; opened < kFiles; ++opened) {
    char path[4096];
    snprintf(path, sizeof path, "%s/result-%d", directory, opened);
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0644);
    expect(file >= 0 && write(file, kText, sizeof kText) == sizeof kText, "a file of results");
    results[opened] = file;
  }
  if (is_result(STDOUT_FILENO)) return;
  for (int i = 0; i < opened; ++i) printf("%d ", results[i]);
}

// What MPI has opened are sockets, pipes, and memory.
static int may_be_closed(int file) {
#ifdef KEPT_FILES_WITH_MPI
  char path[64], target[4096];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(path, target, sizeof target - 1);
  if (length <= 0) return 0;
  target[length] = '\0';
  return target[0] == '/' && strncmp(target, "/dev", 4) != 0 && strstr(target, "deleted") == NULL;
#else
  return fcntl(file, F_GETFD) >= 0;
#endif
}

static void close_others(void) {
  for (int file = kFirst; file < kNumbers; ++file)
    if (!is_result(file) && may_be_closed(file)) close(file);
}

static void put_results_over_all(void) {
  for (int file = kHigh; file < kNumbers; ++file) expect(dup2(results[0], file) == file, "dup2");
}

static void lower_limit(int numbers) {
  const struct rlimit limit = {(rlim_t)numbers, (rlim_t)numbers};
  expect(setrlimit(RLIMIT_NOFILE, &limit) == 0, "setrlimit");
}

static void mark(int times) {
  for (int i = 0; i < times; ++i) {
    latecomer_begin_region("step");
    latecomer_end_region("step");
  }
}

static pthread_barrier_t all_there;
static void* run_thread(void* unused) {
  pthread_barrier_wait(&all_there);
  mark(kMarks);
  pthread_barrier_wait(&all_there);
  return unused;
}

static void run_threads(unsigned count) {
  pthread_t threads[64];
  expect(count <= 64 && pthread_barrier_init(&all_there, NULL, count) == 0, "barrier");
  for (unsigned i = 0; i < count; ++i)
    expect(pthread_create(&threads[i], NULL, run_thread, NULL) == 0, "thread");
  for (unsigned i = 0; i < count; ++i) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&all_there);
}

// One that is not recorded, as only its descriptors are of interest.
static void run_child(void) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    char* const environment[] = {"PATH=/usr/bin:/bin", NULL};
    char* const command[] = {
        "sh", "-c", "for file in /proc/$$/fd/*; do readlink $file; done | grep -v :.[0-9] | sort -u", NULL};
    execvpe(command[0], command, environment);
    _exit(127);
  }
  int status = 0;
  expect(waitpid(child, &status, 0) == child && status == 0, "child");
}

static void change_root(const char* directory) {
  char path[4096];
  snprintf(path, sizeof path, "%s/jail", directory);
  expect(mkdir(path, 0755) == 0 && chroot(path) == 0 && chdir("/") == 0, "chroot");
}

static void become_nobody(void) {
  expect(setgroups(0, NULL) == 0 && setgid(65534) == 0 && setuid(65534) == 0, "setuid");
}

static void take_step(const char* directory, const char* step) {
  const char* equals = strchr(step, '=');
  const int number = equals == NULL ? 0 : atoi(equals + 1);
  const size_t length = equals == NULL ? strlen(step) : (size_t)(equals - step);
#define IS(name) (length == strlen(name) && strncmp(step, name, length) == 0)
  if (IS("open")) return open_results(directory);
  if (IS("close")) return close_others();
  if (IS("close_range")) return expect(close_range(kFirst, ~0U, 0) == 0, "close_range");
  if (IS("over")) return put_results_over_all();
  if (IS("limit")) return lower_limit(number);
  if (IS("record")) return mark(number);
  if (IS("threads")) return run_threads((unsigned)number);
  if (IS("output")) return (void)(write(1, "output\n", 7) + write(2, "output\n", 7));
  if (IS("children")) return run_child();
  if (IS("chroot")) return change_root(directory);
  if (IS("setuid")) return become_nobody();
  if (IS("umask")) return (void)umask(0777);
  if (IS("chdir")) return expect(chdir("/") == 0, "chdir");
  expect(0, step);
}

static int are_results_intact(void) {
  int intact = 1;
  for (int i = 0; i < opened; ++i) {
    char text[64];
    struct stat file;
    intact &= fstat(results[i], &file) == 0 && file.st_size == sizeof kText &&
              pread(results[i], text, sizeof text, 0) == sizeof kText &&
              memcmp(text, kText, sizeof kText) == 0;
  }
  return intact;
}

int main(int argc, char** argv) {
#ifdef KEPT_FILES_WITH_MPI
  MPI_Init(&argc, &argv);
#endif
  for (int i = 2; i < argc; ++i) take_step(argv[1], argv[i]);
  fflush(stdout);
  const int intact = are_results_intact();
#ifdef KEPT_FILES_WITH_MPI
  MPI_Finalize();
#endif
  return intact && are_results_intact() ? 0 : 2;
}
