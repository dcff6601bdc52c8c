// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <vector>

namespace latecomer {

/// How ranks on a node wake each other. MPI cannot: a rank that waits for a message has to look for it again
/// and again, and with more ranks than cores all that looking keeps those from working that could go on. So
/// whoever sends something rings at the receiver, which sleeps in the kernel until then: a datagram to its
/// socket.
class Doorbell {
 public:
  /// To be made by all ranks of `comm`.
  explicit Doorbell(MPI_Comm comm);
  Doorbell(const Doorbell&) = delete;
  Doorbell& operator=(const Doorbell&) = delete;
  ~Doorbell();

  /// Whether all ranks can wake each other; the same on every rank.
  bool reaches_all() const { return reaches_all_; }
  void ring(int rank) const;
  /// Sleeps until somebody rings or has rung since the last time, at most so long.
  void wait(std::chrono::nanoseconds longest) const;

 private:
  bool open(uint64_t name);

  int socket_ = -1;
  std::vector<uint64_t> names_;  ///< of the sockets, by rank
  bool reaches_all_ = false;
};

}  // namespace latecomer
