// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "otf2/event_file.h"

namespace latecomer::otf2 {

/// The content of locations' small event files, from when their first events are read to when all are: to
/// open a file takes as long as to decode some hundred events. Every function may be called by any thread.
class SmallFiles {
 public:
  explicit SmallFiles(size_t locations);

  /// Does not keep it if there is enough already, or if memory is limited: it would be written to disk.
  void keep(size_t location, FileBlock content);
  /// What was kept, once; else nothing.
  FileBlock take(size_t location);

 private:
  std::vector<FileBlock> contents_;
  std::unique_ptr<std::atomic<bool>[]> is_kept_;  ///< by location
  std::atomic<uint64_t> bytes_ = 0;
};

}  // namespace latecomer::otf2
