// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "comm/mpi/doorbell.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <random>
#include <span>

#include "comm/mpi/patience.h"

namespace latecomer {

namespace {

/// A name that no file stands for, and that is known on this node only.
struct Address {
  sockaddr_un address{};
  socklen_t size = 0;

  explicit Address(uint64_t name) {
    address.sun_family = AF_UNIX;  // a zero at the begin of the path says that it is none
    const int length = std::snprintf(address.sun_path + 1, sizeof(address.sun_path) - 1, "latecomer-%016llx",
                                     static_cast<unsigned long long>(name));
    size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<size_t>(length));
  }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address); }
};

uint64_t random_name() {
  std::random_device random;
  return uint64_t{random()} << 32 | random();
}

}  // namespace

Doorbell::Doorbell(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  const uint64_t name = random_name();
  int64_t reaches = open(name) ? 1 : 0;
  names_.resize(static_cast<size_t>(size));
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallgather(&name, 1, MPI_UINT64_T, names_.data(), 1, MPI_UINT64_T, comm, &request);
  complete(std::span(&request, 1));
  for (const uint64_t each : names_) {
    const Address address(each);
    if (sendto(socket_, nullptr, 0, MSG_DONTWAIT, address.get(), address.size) < 0 && errno != EAGAIN)
      reaches = 0;
  }
  MPI_Iallreduce(MPI_IN_PLACE, &reaches, 1, MPI_INT64_T, MPI_MIN, comm, &request);
  complete(std::span(&request, 1));
  reaches_all_ = reaches == 1;
}

Doorbell::~Doorbell() {
  if (socket_ >= 0) close(socket_);
}

bool Doorbell::open(uint64_t name) {
  socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const Address address(name);
  return socket_ >= 0 && bind(socket_, address.get(), address.size) == 0;
}

void Doorbell::ring(int rank) const {
  if (!reaches_all_) return;
  const Address address(names_[static_cast<size_t>(rank)]);
  // That the queue is full means that it has been rung often enough.
  (void)sendto(socket_, nullptr, 0, MSG_DONTWAIT, address.get(), address.size);
}

void Doorbell::wait(std::chrono::nanoseconds longest) const {
  const timespec most{0, static_cast<long>(longest.count())};
  pollfd watched{socket_, POLLIN, 0};
  if (ppoll(&watched, 1, &most, nullptr) <= 0) return;
  char nothing = 0;
  while (recv(socket_, &nothing, sizeof(nothing), MSG_DONTWAIT) >= 0) {
  }
}

}  // namespace latecomer
