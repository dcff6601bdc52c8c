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

// Uses what the C++ library has, because the recorder has no other.
std::string name_of(const CodeAddress& address) {
  const std::string file = address.module.substr(address.module.rfind('/') + 1);
  std::array<char, 2 * sizeof(address.offset)> digits;
  char* const end =
      std::to_chars(digits.data(), digits.data() + digits.size(), address.offset, kHexadecimal).ptr;
  return file + (file.empty() ? "0x" : "+0x") + std::string(digits.data(), end);
}

namespace {

Region region_of(const CodeAddress& address, Paradigm paradigm, RegionRole role) {
  Region region;
  region.name = name_of(address);
  region.file = address.module;
  region.description = address.build_id;
  region.paradigm = paradigm;
  region.role = role;
  return region;
}

std::optional<CodeAddress> address_of(const Region& region, Paradigm paradigm, RegionRole role) {
  if (region.paradigm != paradigm || region.role != role) return std::nullopt;
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

}  // namespace

Region region_of(const CodeAddress& address) {
  return region_of(address, Paradigm::sampling, RegionRole::code);
}
std::optional<CodeAddress> address_of(const Region& region) {
  return address_of(region, Paradigm::sampling, RegionRole::code);
}

Region function_region_of(const CodeAddress& address) {
  return region_of(address, Paradigm::compiler, RegionRole::function);
}
std::optional<CodeAddress> function_address_of(const Region& region) {
  return address_of(region, Paradigm::compiler, RegionRole::function);
}

}  // namespace latecomer::trace
