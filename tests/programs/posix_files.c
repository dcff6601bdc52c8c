// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "file.h"

// Accesses files by calls of the operating system: each function once, and what makes a descriptor another
// file's; also in a signal handler, in a child process, and in calls of MPI, which are not recorded.

static char name[200];

static void in_handler(int number) {
  (void)number;
  const int file = open(name, O_RDONLY);
  char byte;
  if (read(file, &byte, 1) != 1) abort();
  close(file);
}

static int at_comm_free(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  const int file = open(name, O_RDONLY);
  char byte;
  expect(read(file, &byte, 1) == 1, "a read within MPI");
  close(file);
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  snprintf(name, sizeof name, "%s-%d", new_file_name(), rank);
  char data[100];
  memset(data, 'x', sizeof data);
  struct iovec parts[2] = {{data, 10}, {data + 10, 20}};

  int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  expect(write(file, data, 100) == 100, "write");
  expect(lseek(file, -50, SEEK_END) == 50, "lseek");
  expect(read(file, data, 100) == 50, "read");
  expect(pwrite(file, data, 40, 200) == 40, "pwrite");
  expect(pread(file, data, 30, 200) == 30, "pread");
  expect(writev(file, parts, 2) == 30, "writev");
  lseek(file, 0, SEEK_SET);
  expect(readv(file, parts, 2) == 30, "readv");
  expect(fsync(file) == 0 && fdatasync(file) == 0, "fsync");
  errno = 0;
  void* volatile nowhere = NULL;
  expect(read(file, nowhere, 10) == -1 && errno == EFAULT, "an error is the kernel's");
  const int other = creat("/tmp/latecomer/is not there", 0600);
  expect(other == -1 && errno == ENOENT, "a file that cannot be made");

  // From here on the descriptor is that of a pipe.
  int pipes[2];
  expect(pipe(pipes) == 0 && dup2(pipes[1], file) == file, "dup2");
  expect(write(file, data, 10) == 10, "a pipe");
  close(file);

  signal(SIGUSR1, in_handler);
  raise(SIGUSR1);
  const pid_t child = fork();
  if (child == 0) {
    in_handler(0);
    _exit(0);
  }
  int status = -1;
  expect(waitpid(child, &status, 0) == child && status == 0, "the child");

  int key;
  MPI_Comm comm;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_comm_free, &key, NULL);
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Comm_set_attr(comm, key, NULL);
  MPI_Comm_free(&comm);
  expect(unlink(name) == 0, "unlink");
  printf("rank %d is done\n", rank);
  MPI_Finalize();
  return 0;
}
