// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.h"

namespace latecomer::cubex {

/// Adds a further member to a .cubex file behind those that it has. The error names the file.
Status add_member(const std::filesystem::path& path, std::string_view name, std::string_view content);

}  // namespace latecomer::cubex
