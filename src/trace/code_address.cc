// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/code_address.h"

#include <array>
#include <charconv>

namespace latecomer::trace {

// Uses what the C++ library has, because the recorder has no other.
std::string name_of(const CodeAddress& address) {
  constexpr int kHexadecimal = 16;
  const std::string file = address.module.substr(address.module.rfind('/') + 1);
  std::array<char, 2 * sizeof(address.offset)> digits;
  char* const end =
      std::to_chars(digits.data(), digits.data() + digits.size(), address.offset, kHexadecimal).ptr;
  return file + (file.empty() ? "0x" : "+0x") + std::string(digits.data(), end);
}

Region region_of(const CodeAddress& address) {
  Region region;
  region.name = name_of(address);
  region.file = address.module;
  region.description = address.build_id;
  region.paradigm = Paradigm::sampling;
  region.role = RegionRole::code;
  return region;
}

}  // namespace latecomer::trace
