// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/spill.h"

namespace latecomer::store {

/// Is a column: one number for each row.
using Column = std::vector<int64_t>;

/// Writes columns as bytes: of each number the difference from the one before it, in as few bytes as it
/// needs, compressed together. Columns may have different lengths.
LargeText pack(std::span<const Column> columns);

/// Reads what pack() wrote. An error says that there are other columns, or more than `most` numbers in them.
Result<std::vector<Column>> unpack(std::string_view packed, size_t columns, size_t most);

}  // namespace latecomer::store
