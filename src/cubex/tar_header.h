// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace latecomer::cubex {

constexpr uint64_t kTarBlock = 512;

/// Returns how many bytes a member of this size takes after its header.
constexpr uint64_t padded(uint64_t size) {
  return (size + kTarBlock - 1) / kTarBlock * kTarBlock;
}

/// Returns the ustar header of a regular file, owner root, time 0; sizes from 8 GiB on are in base 256, as
/// GNU tar writes them. `name` has at most 100 bytes. (libarchive writes only one member after another, and
/// here ranks write at offsets.)
std::array<std::byte, kTarBlock> tar_header(std::string_view name, uint64_t size);

/// Corrects the checksum of a block that is a header whose checksum is 32 too small; leaves others alone.
void mend_checksum(std::span<std::byte, kTarBlock> block);

}  // namespace latecomer::cubex
