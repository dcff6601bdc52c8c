// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/small_files.h"

#include <utility>

#include "base/spill_heap.h"

namespace latecomer::otf2 {

SmallFiles::SmallFiles(size_t locations)
    : contents_(locations), is_kept_(std::make_unique<std::atomic<bool>[]>(locations)) {}

void SmallFiles::keep(size_t location, FileBlock content) {
  constexpr uint64_t kMost = uint64_t{256} << 20U;
  if (content.size == 0 || spill_heap::is_open()) return;
  if (bytes_ += content.size; bytes_ > kMost) return;
  contents_[location] = std::move(content);
  is_kept_[location] = true;
}

FileBlock SmallFiles::take(size_t location) {
  if (!is_kept_[location].exchange(false)) return {};
  return std::exchange(contents_[location], {});
}

}  // namespace latecomer::otf2
