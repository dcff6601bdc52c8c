// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace latecomer {

/// Draws a progress bar on standard error while that is a terminal; it is silent in a pipe. `advance` may be
/// called from any thread.
class Progress {
 public:
  /// Counts up to `total` in whatever unit `advance` counts. `enabled` false (as on all ranks but the first)
  /// shows nothing.
  Progress(std::string what, uint64_t total, bool enabled);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void advance(uint64_t amount);

 private:
  void draw(uint64_t done);

  std::string what_;
  uint64_t total_;
  bool enabled_;
  std::atomic<uint64_t> done_ = 0;
  std::mutex drawing_;
  std::chrono::steady_clock::time_point last_drawn_;
};

}  // namespace latecomer
