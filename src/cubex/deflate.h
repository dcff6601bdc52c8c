// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace latecomer::cubex {

/// The bytes as a zlib stream. Fast rather than small. From any thread.
std::vector<std::byte> compressed(std::span<const std::byte> bytes);

/// What a zlib stream holds, into `out`; false if it is damaged or does not hold just as much.
bool decompress(std::span<const std::byte> stream, std::span<std::byte> out);

/// What a gzip file holds; nothing if it is damaged or incomplete.
std::optional<std::vector<std::byte>> gunzip(std::span<const std::byte> file);

}  // namespace latecomer::cubex
