// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace latecomer::cubex {

/// A tar archive's members: name -> content.
using Members = std::map<std::string, std::vector<std::byte>>;

/// Reads all members of a tar archive, gzip-compressed or not. Memory is bounded by what the file really contains,
/// whatever its headers claim.
Result<Members> read_archive(const std::filesystem::path& path);

/// `content` itself, or what it holds when it is a gzip file. `what` names it in errors.
Result<std::vector<std::byte>> gunzip_if_needed(std::vector<std::byte> content, const std::string& what);

}  // namespace latecomer::cubex
