// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "comm/comm.h"

namespace latecomer {

/// Implements Comm::send_async and Comm::collect over MPI.
class Mailbox {
 public:
  /// Makes the mailbox, which all ranks do together. Messages go in pieces of `largest_message` bytes; the
  /// last one has less, maybe none.
  explicit Mailbox(size_t largest_message);
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  /// Frees the communicator, which all ranks do together once they are done with it.
  void free();

  void send(int to, Bytes bytes);
  std::vector<Bytes> collect();

 private:
  struct Sending {
    Bytes bytes;
    std::vector<MPI_Request> requests;
  };

  std::vector<Bytes> take_arrived();
  void receive(const MPI_Status& status, std::vector<Bytes>& arrived);
  void forget_sent();
  bool count_on();

  const size_t largest_message_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  int tag_ = 0;
  std::deque<Sending> sending_;
  std::vector<Bytes> incomplete_;  ///< Holds, by the rank it comes from, the pieces so far.

  static constexpr std::chrono::nanoseconds kShortest = std::chrono::microseconds(500);
  static constexpr std::chrono::nanoseconds kLongest = std::chrono::milliseconds(8);
  /// Is how long a rank is without messages before it joins the count.
  std::chrono::nanoseconds idle_ = kShortest;

  int64_t sent_ = 0;
  int64_t collected_ = 0;
  bool is_counting_ = false;
  MPI_Request counting_ = MPI_REQUEST_NULL;
  std::array<int64_t, 2> mine_{};  ///< Holds what this rank had sent and collected when it joined the count.
  std::array<int64_t, 2> of_all_{};  ///< Holds the sums over all ranks.
  int64_t collected_before_ = -1;    ///< Is what all ranks had collected in the count before.
};

}  // namespace latecomer
