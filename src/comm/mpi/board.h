// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>
#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/comm.h"

namespace latecomer {

/// Where ranks on one node tell each other short things, all of them at once: memory that they share, and a
/// barrier in it. MPI could do it too, but there a rank that waits for the others has to look again and again
/// whether they are here. With more ranks than cores all that looking keeps those from working that are not,
/// while at the barrier it sleeps in the kernel.
class Board {
 public:
  /// To be made by all ranks of `comm`. Each can tell up to `capacity` bytes at a time; with 0 there is no
  /// board.
  Board(MPI_Comm comm, size_t capacity);
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;
  ~Board();

  /// Bytes that a rank can tell; 0 if there is no board, as not all ranks are on one node and share its
  /// memory. The same on every rank.
  size_t capacity() const { return capacity_; }
  /// Tells `head` and then `parts`, together no more than `capacity()`, and waits for what the others tell:
  /// by rank, as many bytes as each has told, until the call after the next one.
  std::span<const std::span<const std::byte>> tell(std::span<const std::byte> head,
                                                   std::span<const std::span<const std::byte>> parts = {});

 private:
  /// What ranks tell each other by MPI at the beginning.
  struct Card {
    uint64_t node;
    uint64_t key;  ///< that the memory begins with
    int64_t process;
    int64_t file;  ///< the memory's descriptor in that process
  };
  struct Header {
    uint64_t key;
    pthread_barrier_t barrier;
  };

  /// Two for each rank, in turn: who writes into one has waited at the barrier since it was last to be read.
  std::byte* slot(int rank, int turn) const;
  bool make(const Card& mine);
  bool find(const Card& card);
  std::byte* map(int file) const;

  int rank_ = 0;
  int size_ = 1;
  size_t capacity_;
  size_t bytes_ = 0;  ///< of the memory
  std::byte* memory_ = nullptr;
  int turn_ = 0;
  std::vector<std::span<const std::byte>> told_;
};

}  // namespace latecomer
