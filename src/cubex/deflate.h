// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"

namespace latecomer::cubex {

/// Compresses bytes in the format of zlib, fast rather than small. Any thread may call it.
Bytes compressed(std::span<const std::byte> bytes);

/// Returns the bytes' CRC-32. If that of the bytes before them is given, the result is that of both together.
uint32_t checksum(std::span<const std::byte> bytes, uint32_t of_those_before = 0);

/// Inflates `packed`, in the format of zlib, into `out`; false if it is damaged or has another size.
bool decompress(std::span<const std::byte> packed, std::span<std::byte> out);

/// Returns what a gzip file holds; nothing if it is damaged, incomplete or holds more than `limit` bytes.
std::optional<Bytes> gunzip(std::span<const std::byte> file, size_t limit);

}  // namespace latecomer::cubex
