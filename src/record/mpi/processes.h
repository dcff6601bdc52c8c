// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include "record/core/recorder.h"

namespace latecomer::record::mpi {

/// Connects all processes of MPI_COMM_WORLD, over a communicator of the recorder's own.
class Processes final : public ProcessGroup {
 public:
  explicit Processes(MPI_Comm comm);
  uint32_t rank() const override { return rank_; }
  uint32_t size() const override { return size_; }
  void send(uint32_t to, std::span<const std::byte> bytes) override;
  std::vector<std::byte> receive(uint32_t from) override;
  void barrier() override;

 private:
  MPI_Comm comm_;
  uint32_t rank_ = 0;
  uint32_t size_ = 1;
};

}  // namespace latecomer::record::mpi
