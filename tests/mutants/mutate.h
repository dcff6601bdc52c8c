// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

namespace latecomer {

/// Damages bytes as transfers, full disks and ill will do: bits and bytes change, the end is missing, parts
/// are missing, twice there or exchanged, and what may be a length or a number gets a special value.
class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed) {}

  std::string mutate(std::string bytes) {
    for (size_t changes = 1 + below(3); changes > 0; --changes) change(bytes);
    return bytes;
  }

  /// A number below `limit`, which is above 0.
  size_t below(size_t limit) { return random_() % limit; }

 private:
  void change(std::string& bytes) {
    if (bytes.empty()) {
      bytes.push_back(static_cast<char>(below(256)));
      return;
    }
    // Half of the changes are near the start, where the fields are that all others depend on.
    const size_t at = below(2) == 0 ? below(std::min<size_t>(bytes.size(), 128)) : below(bytes.size());
    const size_t size = std::min(1 + below(below(2) == 0 ? 8 : 200), bytes.size() - at);
    switch (below(8)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 1:
        bytes[at] = static_cast<char>(below(256));
        break;
      case 2:
        set_number(bytes, at);
        break;
      case 3:
        bytes.resize(at);
        break;
      case 4:
        bytes.erase(at, size);
        break;
      case 5:
        bytes.insert(below(bytes.size()), std::string(bytes, at, size));
        break;
      case 6:
        exchange(bytes, at, size);
        break;
      default:
        bytes[at] = static_cast<char>(bytes[at] + (below(2) == 0 ? 1 : -1));
        break;
    }
  }

  /// A length of one byte, or a number with its length before it, with one of the values that are off by one
  /// or overflow.
  void set_number(std::string& bytes, size_t at) {
    constexpr uint64_t kValues[] = {0,
                                    1,
                                    127,
                                    128,
                                    255,
                                    65535,
                                    65536,
                                    INT32_MAX,
                                    UINT32_MAX,
                                    INT64_MAX,
                                    UINT64_MAX,
                                    uint64_t{1} << 40U,
                                    uint64_t{1} << 60U,
                                    uint64_t{1} << 61U};
    const uint64_t value = kValues[below(std::size(kValues))];
    const size_t size = size_t{1} << below(4);
    for (size_t i = 0; i < size && at + i < bytes.size(); ++i)
      bytes[at + i] = static_cast<char>(value >> 8 * i);
  }

  void exchange(std::string& bytes, size_t at, size_t size) {
    const size_t other = below(bytes.size());
    size = std::min(size, bytes.size() - other);
    for (size_t i = 0; i < size; ++i) std::swap(bytes[at + i], bytes[other + i]);
  }

  std::mt19937_64 random_;
};

}  // namespace latecomer
