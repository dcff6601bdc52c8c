// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/code_address.h"

#include <array>
#include <charconv>
#include <string_view>

namespace latecomer::trace {

namespace {
constexpr int kHexadecimal = 16;
}

// With what the C++ library has, because the recorder has no other.
std::string name_of(const CodeAddress& address) {
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

std::optional<CodeAddress> address_of(const Region& region) {
  if (region.paradigm != Paradigm::sampling || region.role != RegionRole::code) return std::nullopt;
  const size_t prefix = region.name.rfind("0x");
  if (prefix == std::string::npos) return std::nullopt;
  const std::string_view digits = std::string_view(region.name).substr(prefix + 2);
  CodeAddress address{region.file, region.description, 0};
  const auto [end, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), address.offset, kHexadecimal);
  if (problem != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  if (name_of(address) != region.name) return std::nullopt;
  return address;
}

}  // namespace latecomer::trace
