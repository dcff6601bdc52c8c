// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The memory is a file without a name, which goes away with the processes, however they end. Rank 0 makes it,
// the others open it by way of that process, and know by the key that it is the right one: in containers
// there can be processes with the same number.

#include "comm/mpi/board.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <functional>
#include <new>
#include <random>
#include <string>

#include "base/check.h"
#include "comm/mpi/patience.h"

namespace latecomer {

namespace {

/// So much between what different ranks write.
constexpr size_t kLine = 64;

constexpr size_t round_up(size_t bytes) {
  return (bytes + kLine - 1) / kLine * kLine;
}

/// The same for all processes of a running system.
uint64_t node_number() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  std::getline(file, id);
  return std::hash<std::string>()(id);
}

uint64_t random_number() {
  std::random_device random;
  return uint64_t{random()} << 32 | random();
}

bool all_agree(MPI_Comm comm, bool mine) {
  int64_t value = mine ? 1 : 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_MIN, comm, &request);
  complete(std::span(&request, 1));
  return value == 1;
}

}  // namespace

Board::Board(MPI_Comm comm, size_t capacity) : capacity_(capacity) {
  if (capacity == 0) return;
  MPI_Comm_rank(comm, &rank_);
  MPI_Comm_size(comm, &size_);
  told_.resize(static_cast<size_t>(size_));
  bytes_ = round_up(sizeof(Header)) + 2 * static_cast<size_t>(size_) * round_up(sizeof(uint64_t) + capacity);

  const int file = rank_ == 0 ? memfd_create("latecomer", MFD_CLOEXEC) : -1;
  const uint64_t node = node_number();
  Card card{node, random_number(), getpid(), file};
  const bool is_made = rank_ != 0 || make(card);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&card, sizeof(card), MPI_BYTE, 0, comm, &request);
  complete(std::span(&request, 1));
  const bool is_shared = all_agree(comm, is_made && card.node == node && find(card));
  if (file >= 0) close(file);
  if (!is_shared) capacity_ = 0;
}

Board::~Board() {
  if (memory_ != nullptr) munmap(memory_, bytes_);
}

std::span<const std::span<const std::byte>> Board::tell(std::span<const std::byte> head,
                                                        std::span<const std::span<const std::byte>> parts) {
  std::byte* const mine = slot(rank_, turn_);
  std::byte* to = mine + sizeof(uint64_t);
  const auto append = [&](std::span<const std::byte> bytes) {
    if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
    to += bytes.size();
  };
  append(head);
  for (const std::span<const std::byte> part : parts) append(part);
  const uint64_t size = static_cast<uint64_t>(to - mine) - sizeof(uint64_t);
  CHECK(size <= capacity_);
  std::memcpy(mine, &size, sizeof(size));

  pthread_barrier_wait(&std::launder(reinterpret_cast<Header*>(memory_))->barrier);
  for (int rank = 0; rank < size_; ++rank) {
    const std::byte* const theirs = slot(rank, turn_);
    uint64_t told = 0;
    std::memcpy(&told, theirs, sizeof(told));
    told_[static_cast<size_t>(rank)] = {theirs + sizeof(told), told};
  }
  turn_ = 1 - turn_;
  return told_;
}

std::byte* Board::slot(int rank, int turn) const {
  const size_t number = 2 * static_cast<size_t>(rank) + static_cast<size_t>(turn);
  return memory_ + round_up(sizeof(Header)) + number * round_up(sizeof(uint64_t) + capacity_);
}

bool Board::make(const Card& mine) {
  const int file = static_cast<int>(mine.file);
  if (file < 0 || ftruncate(file, static_cast<off_t>(bytes_)) != 0) return false;
  std::byte* const memory = map(file);
  if (memory == nullptr) return false;
  Header* const header = new (memory) Header{mine.key, {}};
  pthread_barrierattr_t shared;
  pthread_barrierattr_init(&shared);
  pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  const int problem = pthread_barrier_init(&header->barrier, &shared, static_cast<unsigned>(size_));
  pthread_barrierattr_destroy(&shared);
  munmap(memory, bytes_);
  return problem == 0;
}

bool Board::find(const Card& card) {
  const std::string path = "/proc/" + std::to_string(card.process) + "/fd/" + std::to_string(card.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  if (lseek(file, 0, SEEK_END) == static_cast<off_t>(bytes_)) memory_ = map(file);
  close(file);
  return memory_ != nullptr && std::memcmp(memory_, &card.key, sizeof(card.key)) == 0;
}

/// Null if it cannot be mapped.
std::byte* Board::map(int file) const {
  void* const memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

}  // namespace latecomer
