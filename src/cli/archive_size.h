// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

namespace latecomer::cli {

/// Has the bytes of an archive's files, as far as they can be read.
struct ArchiveSize {
  uint64_t all = 0;
  uint64_t events = 0;  ///< Has those of the files with the events of locations.
};

/// Returns the size of the archive in a directory, without those of other runs below it.
ArchiveSize size_of_archive(const std::string& directory);

}  // namespace latecomer::cli
