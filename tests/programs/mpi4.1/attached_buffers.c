// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "../program.h"

// Rank 0 sends from buffers that are attached to the process, a communicator and a session. Each is flushed
// by a call that waits and by a request.
enum { kLength = 1000, kSize = 4 * kLength * sizeof(int) + MPI_BSEND_OVERHEAD };

static void exchange(MPI_Comm comm) {
  int values[kLength] = {7};
  if (rank == 0) MPI_Bsend(values, kLength, MPI_INT, 1, 1, comm);
  if (rank == 1) MPI_Recv(values, kLength, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
  expect(values[0] == 7, "sent from a buffer");
}

static void of_process(char* buffer) {
  MPI_Request request;
  void* detached;
  int size_of_it;
  MPI_Buffer_attach(buffer, kSize);
  exchange(MPI_COMM_WORLD);
  MPI_Buffer_flush();
  MPI_Buffer_iflush(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&detached, &size_of_it);
  expect(detached == buffer, "the buffer of the process");
}

static void of_communicator(char* buffer) {
  MPI_Comm comm;
  MPI_Request request;
  void* detached;
  MPI_Count size_of_it;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_attach_buffer(comm, buffer, kSize);
  exchange(comm);
  MPI_Comm_flush_buffer(comm);
  MPI_Comm_iflush_buffer(comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_detach_buffer_c(comm, &detached, &size_of_it);
  expect(detached == buffer && size_of_it == kSize, "the buffer of the communicator");
  MPI_Comm_free(&comm);
}

static void of_session(char* buffer) {
  MPI_Session session;
  MPI_Request request;
  void* detached;
  int size_of_it;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Session_attach_buffer(session, buffer, kSize);
  MPI_Session_flush_buffer(session);
  MPI_Session_iflush_buffer(session, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Session_detach_buffer(session, &detached, &size_of_it);
  expect(detached == buffer, "the buffer of the session");
  MPI_Session_finalize(&session);
}

int main(int argc, char** argv) {
  static char buffer[kSize];
  begin(&argc, &argv);
  of_process(buffer);
  of_communicator(buffer);
  of_session(buffer);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) work(1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
