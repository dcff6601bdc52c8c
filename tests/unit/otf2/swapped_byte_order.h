// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace latecomer::otf2 {

/// Turns an event file of a little-endian machine into that of a big-endian one.
class SwappedByteOrder {
 public:
  static std::string of(std::string file, size_t chunk_size) {
    SwappedByteOrder swapped(file);
    for (size_t chunk = 0; chunk < file.size(); chunk += chunk_size) swapped.chunk(chunk);
    return file;
  }

 private:
  /// The fields of the event records from type 10 on: b is a byte, n a number with its length, t a time;
  /// those in parentheses go on to the end. An s in front: there is no length.
  static constexpr std::string_view kFields[] = {
      "t",    "b",     "sn",     "sn",  "nnnn",   "nnnnn", "sn",   "sn",   "nnnn", "nnnnn",  "sn",  "sn",
      "",     "bnnnn", "sn",     "",    "nn",     "nn",    "sn",   "sn",   "sn",   "nb(bn)", "nn",  "nn",
      "nn",   "n",     "n",      "",    "bnnnnn", "nnn",   "nnnb", "nnnb", "nnnb", "nnn",    "nnb", "n",
      "nnnn", "nnnn",  "nnbnnn", "nn",  "nn",     "nn",    "nn",   "bn",   "b",    "n",      "n",   "bnn",
      "bnn",  "nnn",   "nnn",    "nnn", "nn",     "nn",    "nn",   "nn",   "nn",   "n",      "nnn", "nbnn",
      "n",    "nnn",   "nnbn",   "nn",  "bn",     "nbnnn", "nn",   "nn",   "nnn",  "nn",     "nb",  "nb",
      "nb",   "nn(n)", "n",      "n",   "bnnnnn", "n",     "n"};
  static_assert(std::size(kFields) == 79);

  explicit SwappedByteOrder(std::string& file) : file_(file) {}

  uint8_t byte() { return static_cast<uint8_t>(file_[at_++]); }
  void swap(size_t size) {
    std::reverse(file_.begin() + static_cast<ptrdiff_t>(at_),
                 file_.begin() + static_cast<ptrdiff_t>(at_ + size));
    at_ += size;
  }
  void number() {
    const uint8_t size = byte();
    if (size != 255) swap(size);
  }

  void chunk(size_t begin) {
    at_ = begin + 1;
    file_[at_++] = '#';
    swap(8);
    swap(8);
    while (file_[at_] != 0 && file_[at_] != 2) record();
  }

  void record() {
    const uint8_t type = byte();
    if (type == 5) return swap(8);
    std::string_view fields = type == 6 ? "" : kFields[type - 10];
    if (fields.starts_with('s')) return number();
    size_t length = byte();
    if (length == 255) {
      std::memcpy(&length, &file_[at_], 8);
      swap(8);
    }
    const size_t end = at_ + length;
    if (type == 6) return attributes();
    size_t repeated = std::string_view::npos;
    for (size_t i = 0; i < fields.size(); ++i) {
      if (fields[i] == 'b') ++at_;
      if (fields[i] == 'n') number();
      if (fields[i] == 't') swap(8);
      if (fields[i] == '(') repeated = i;
      if ((fields[i] == '(' && at_ == end)) break;
      if (fields[i] == ')' && at_ < end) i = repeated;
    }
  }

  void attributes() {
    const size_t size = byte();
    uint32_t count = 0;
    std::memcpy(&count, &file_[at_], size);
    swap(size);
    for (uint32_t i = 0; i < count; ++i) {
      number();
      constexpr std::array<uint8_t, 11> kFixedSizes = {0, 1, 2, 0, 0, 1, 2, 0, 0, 4, 8};
      const uint8_t type = byte();
      if (type < kFixedSizes.size() && kFixedSizes[type] != 0)
        swap(kFixedSizes[type]);
      else
        number();
    }
  }

  std::string& file_;
  size_t at_ = 0;
};

}  // namespace latecomer::otf2
