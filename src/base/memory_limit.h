// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/result.h"

namespace latecomer {

/// While it lives, operator new takes memory from a file (spill_heap.h), and as much of it is kept out of
/// resident memory as keeps that, program and libraries included, below a limit. Only in programs that are
/// linked with latecomer_operator_new, and for memory that is used by its thread and in its parallel loops.
/// Uses the signal SIGPROF.
class MemoryLimit {
 public:
  /// `bytes`: of resident memory, of this process. `threads`: how many will use memory at the same time. An
  /// error if the limit is too small for that, if there can be no file in `spill_directory`, or under
  /// sanitizers. At most once in a process. From then on the program ends with a message and exit code 1 when
  /// the disk is full.
  static Result<std::unique_ptr<MemoryLimit>> hold(uint64_t bytes,
                                                   const std::filesystem::path& spill_directory,
                                                   unsigned threads);
  ~MemoryLimit();

  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  class Observer;
  MemoryLimit(uint64_t bytes, unsigned threads);

  std::unique_ptr<Observer> observer_;
};

}  // namespace latecomer
