// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Ranks 0 and 1 meet by MPI_Comm_accept and MPI_Comm_connect, then by MPI_Comm_join. Both are of one
// MPI_COMM_WORLD, so what goes through the communicators is recorded as through any other.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "program.h"

// Rank 1 waits for the message of rank 0.
static void exchange(MPI_Comm comm) {
  int number = rank;
  if (rank == 0) {
    work(0.1);
    MPI_Send(&number, 1, MPI_INT, 0, 5, comm);
  } else {
    MPI_Recv(&number, 1, MPI_INT, 0, 5, comm, MPI_STATUS_IGNORE);
    expect(number == 0, "number of the other one");
  }
  MPI_Comm_disconnect(&comm);
}

static MPI_Comm meet_at_port(void) {
  char port[MPI_MAX_PORT_NAME] = "";
  MPI_Comm other;
  if (rank == 0) {
    MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
    MPI_Close_port(port);
  } else {
    MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
  }
  return other;
}

// Of a connection of TCP.
static int connected_socket(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  const int end = socket(AF_INET, SOCK_STREAM, 0);
  if (rank == 0) {
    expect(bind(end, (struct sockaddr*)&address, length) == 0 && listen(end, 1) == 0, "listening");
    getsockname(end, (struct sockaddr*)&address, &length);
    MPI_Send(&address.sin_port, 1, MPI_UINT16_T, 1, 0, MPI_COMM_WORLD);
    const int accepted = accept(end, NULL, NULL);
    close(end);
    return accepted;
  }
  MPI_Recv(&address.sin_port, 1, MPI_UINT16_T, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  expect(connect(end, (struct sockaddr*)&address, length) == 0, "connecting");
  return end;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (rank < 2) {
    exchange(meet_at_port());
    const int socket = connected_socket();
    MPI_Comm other;
    MPI_Comm_join(socket, &other);
    close(socket);
    exchange(other);
  }
  MPI_Finalize();
  return 0;
}
