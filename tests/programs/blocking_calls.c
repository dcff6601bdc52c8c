// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Rank 1 waits for rank 0, which waits for the operating system: for a pipe that a child process writes to,
// in two ways, for that process, and for a time. A look that does not wait is no call.
#include <poll.h>
#include <sys/select.h>
#include <sys/wait.h>

#include "program.h"

static int ends_of_pipe[2];
static pid_t child;

static void begin_child(double seconds) {
  expect(pipe(ends_of_pipe) == 0, "pipe");
  child = fork();
  if (child == 0) {
    pause_for(seconds);
    if (write(ends_of_pipe[1], "x", 1) != 1) _exit(1);
    pause_for(seconds);
    _exit(0);
  }
  expect(child > 0, "fork");
}

static void await_input(void) {
  struct pollfd input = {ends_of_pipe[0], POLLIN, 0};
  expect(poll(&input, 1, 0) == 0, "nothing to read");
  expect(poll(&input, 1, 10000) == 1, "something to read");
}

static void select_input(void) {
  fd_set inputs;
  FD_ZERO(&inputs);
  FD_SET(ends_of_pipe[0], &inputs);
  expect(select(ends_of_pipe[0] + 1, &inputs, NULL, NULL, NULL) == 1, "something to read");
}

static void await_child(void) {
  int status = 1;
  expect(waitpid(child, &status, 0) == child && status == 0, "the child");
}

static void send_token(void) {
  int number = 0;
  MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (rank == 0) {
    begin_child(0.2);
    await_input();
    send_token();
    await_child();
    send_token();
    begin_child(0.1);
    select_input();
    send_token();
    await_child();
    poll(NULL, 0, 50);
    send_token();
  } else if (rank == 1) {
    int number = 0;
    fsync(STDERR_FILENO);
    for (int i = 0; i < 4; ++i) MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
