// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace latecomer::cubex {

/// A tar archive's members: name -> content.
using Members = std::map<std::string, Bytes>;

/// Reads all members of a tar archive, gzip-compressed or not. Memory is bounded by what the file really
/// contains, whatever its headers claim, and of a compressed one by 2 GiB, as what a compressed member holds.
Result<Members> read_archive(const std::filesystem::path& path);

/// `content` itself, or what it holds when it is a gzip file. `what` names it in errors.
Result<Bytes> gunzip_if_needed(Bytes content, const std::string& what);

}  // namespace latecomer::cubex
