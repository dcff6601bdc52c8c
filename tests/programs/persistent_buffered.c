// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Rank 0 starts a persistent buffered send eight times before rank 1 receives anything: each is complete at
// once, while its message is still on its way. Open MPI gives such a start a new handle.
#include "program.h"

enum { kStarts = 8, kNumbers = 4096 };

static void send_all(void) {
  int* numbers = malloc(kNumbers * sizeof(int));
  int bytes = kStarts * (int)(kNumbers * sizeof(int) + MPI_BSEND_OVERHEAD);
  void* buffer = malloc((size_t)bytes);
  MPI_Buffer_attach(buffer, bytes);
  MPI_Request request;
  MPI_Bsend_init(numbers, kNumbers, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
  for (int step = 0; step < kStarts; ++step) {
    for (int i = 0; i < kNumbers; ++i) numbers[i] = step;
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Buffer_detach(&buffer, &bytes);
  free(buffer);
  free(numbers);
}

static void receive_all(void) {
  static int numbers[kNumbers];
  work(0.3);
  for (int step = 0; step < kStarts; ++step) {
    MPI_Recv(numbers, kNumbers, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect(numbers[0] == step && numbers[kNumbers - 1] == step, "number of the message");
  }
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (rank == 0) {
    send_all();
    work(0.2);
  }
  if (rank == 1) receive_all();
  MPI_Finalize();
  return 0;
}
