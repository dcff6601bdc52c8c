// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"

namespace latecomer::cli {

/// Records what this node's scheduler does, by perf, which takes a right that only root has, mostly.
class KernelRecording {
 public:
  /// Returns when perf records. What it writes is in a directory, which is made, until this is gone. The
  /// error says why it does not record.
  static Result<std::unique_ptr<KernelRecording>> start(const std::filesystem::path& directory);
  KernelRecording(const KernelRecording&) = delete;
  KernelRecording& operator=(const KernelRecording&) = delete;
  ~KernelRecording();

  /// Ends it; returns the directory of the CTF trace that perf makes of it.
  Result<std::string> finish();

 private:
  class Pipe;
  explicit KernelRecording(std::filesystem::path directory);

  std::filesystem::path directory_;
  // perf stops in the middle of its file when these are closed.
  std::unique_ptr<Pipe> commands_;
  std::unique_ptr<Pipe> answers_;
  pid_t perf_ = 0;  ///< Is 0 if it does not run.
};

}  // namespace latecomer::cli
