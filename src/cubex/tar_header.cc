// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/tar_header.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <iterator>
#include <string>

#include "base/check.h"

namespace latecomer::cubex {

namespace {

struct UstarHeader {
  char name[100];
  char mode[8];
  char uid[8];
  char gid[8];
  char size[12];
  char mtime[12];
  char checksum[8];
  char type;
  char link_name[100];
  char magic[6];
  char version[2];
  char user[32];
  char group[32];
  char device_major[8];
  char device_minor[8];
  char prefix[155];
  char unused[12];
};
static_assert(sizeof(UstarHeader) == kTarBlock);

template <size_t n>
void put(char (&field)[n], std::string_view text) {
  CHECK(text.size() <= n);
  std::memcpy(field, text.data(), text.size());
}

void put_size(UstarHeader& header, uint64_t size) {
  constexpr uint64_t kOctalLimit = uint64_t{1} << 33;
  if (size < kOctalLimit) return put(header.size, fmt::format("{:011o}", size));
  header.size[0] = static_cast<char>(0x80);
  for (size_t i = 0; i < 8; ++i) header.size[11 - i] = static_cast<char>(size >> (8 * i));
}

void put_checksum(UstarHeader& header, uint32_t sum) {
  put(header.checksum, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
}

/// Sums all bytes, those of the checksum being blanks.
uint32_t sum_of(UstarHeader header) {
  put(header.checksum, "        ");
  std::array<std::byte, kTarBlock> block;
  std::memcpy(block.data(), &header, kTarBlock);
  uint32_t sum = 0;
  for (const std::byte each : block) sum += std::to_integer<uint32_t>(each);
  return sum;
}

}  // namespace

std::array<std::byte, kTarBlock> tar_header(std::string_view name, uint64_t size) {
  UstarHeader header = {};
  put(header.name, name);
  put(header.mode, "0000644");
  put(header.uid, "0000000");
  put(header.gid, "0000000");
  put_size(header, size);
  put(header.mtime, "00000000000");
  header.type = '0';
  put(header.magic, "ustar");
  put(header.version, "00");
  put_checksum(header, sum_of(header));
  std::array<std::byte, kTarBlock> block;
  std::memcpy(block.data(), &header, kTarBlock);
  return block;
}

void mend_checksum(std::span<std::byte, kTarBlock> block) {
  constexpr uint32_t kBlank = ' ';
  UstarHeader header;
  std::memcpy(&header, block.data(), kTarBlock);
  if (std::memcmp(header.magic, "ustar", 5) != 0) return;
  uint32_t claimed = 0;
  if (std::from_chars(header.checksum, std::end(header.checksum), claimed, 8).ec != std::errc()) return;
  const uint32_t sum = sum_of(header);
  if (claimed + kBlank != sum) return;
  put_checksum(header, sum);
  std::memcpy(block.data(), &header, kTarBlock);
}

}  // namespace latecomer::cubex
