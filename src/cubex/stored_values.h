// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <span>

#include "report/column.h"

namespace latecomer::cubex {

/// Returns how many bytes one value of the type takes in a file.
size_t stored_size(const report::DataType& type);

/// Returns the `count` values that are stored in these bytes, one after the other.
report::Column decode_values(const report::DataType& type, std::span<const std::byte> bytes, bool big_endian,
                             size_t count);

/// Stores values in this machine's byte order; `out` has room for just that.
void encode_values(const report::Column& values, std::span<std::byte> out);

}  // namespace latecomer::cubex
