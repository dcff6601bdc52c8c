// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Holds a limit of memory and uses more than that: for memory_limit_test.py, in a process of its own because
// there can be one limit in a process.
//
// usage: memory_limit_child LIMIT DATA THREADS DIRECTORY, both sizes in MiB; prints the peak of resident
// memory in MiB. Exit code 1 with the error if the limit is refused, 3 if what was stored is not what is
// there.

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include "base/memory_limit.h"
#include "base/parallel.h"
#include "base/resident_memory.h"

namespace {

constexpr size_t kWords = (size_t{1} << 20U) / sizeof(uint64_t);  // of a MiB

using Blocks = std::vector<std::vector<uint64_t>>;

void fill(Blocks& blocks, uint64_t first) {
  for (size_t b = 0; b < blocks.size(); ++b) {
    blocks[b].resize(kWords);
    for (size_t w = 0; w < kWords; ++w) blocks[b][w] = first + b * kWords + w;
  }
}

bool is_intact(const Blocks& blocks, uint64_t first) {
  for (size_t b = 0; b < blocks.size(); ++b) {
    for (size_t w = 0; w < kWords; ++w) {
      if (blocks[b][w] != first + b * kWords + w) return false;
    }
  }
  return true;
}

/// Reads here and there: each access brings back what lies around it as well.
bool is_intact_at_random(const Blocks& blocks, uint64_t first) {
  constexpr size_t kReadsPerBlock = 64;
  std::minstd_rand random(static_cast<unsigned>(blocks.size()));
  for (size_t read = 0; read < blocks.size() * kReadsPerBlock; ++read) {
    const size_t b = random() % blocks.size();
    const size_t w = random() % kWords;
    if (blocks[b][w] != first + b * kWords + w) return false;
  }
  return true;
}

/// Reads three times, changing everything in between, and gives half of it back.
bool use(size_t mebibytes, uint64_t first) {
  Blocks blocks(mebibytes);
  fill(blocks, first);
  if (!is_intact(blocks, first)) return false;
  for (std::vector<uint64_t>& block : blocks) {
    for (uint64_t& word : block) ++word;
  }
  if (!is_intact_at_random(blocks, first + 1)) return false;
  blocks.resize(mebibytes / 2);
  return is_intact(blocks, first + 1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const uint64_t limit_bytes = std::strtoull(argv[1], nullptr, 10) << 20U;
  const size_t mebibytes = std::strtoull(argv[2], nullptr, 10);
  const unsigned threads = static_cast<unsigned>(std::atoi(argv[3]));
  using oneapi::tbb::global_control;
  const global_control control(global_control::max_allowed_parallelism, threads);
  const auto limit = latecomer::MemoryLimit::hold(limit_bytes, argv[4], threads);
  if (!limit) {
    fmt::print(stderr, "{}\n", limit.error().message);
    return 1;
  }
  std::vector<char> intact(threads);
  latecomer::parallel_for(
      threads, [&](size_t t) { intact[t] = use(mebibytes / threads, uint64_t{t} << 40U) ? 1 : 0; });
  for (const char each : intact) {
    if (!each) return 3;
  }
  fmt::print("{}\n", latecomer::peak_resident_bytes() >> 20);
  return 0;
}
