// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace latecomer::bench {

struct GeneratedArchive {
  std::string path;
  uint64_t events = 0;
};

/// An archive that `latecomer generate` makes with these arguments, in the directory of the benchmarks' data;
/// made unless it is there already.
Result<GeneratedArchive> generate_archive(const std::vector<std::string>& arguments);

/// The size of an archive's files on disk; what is known about its contents is not part of it.
uint64_t bytes_of(const GeneratedArchive& archive);

/// Writes where a report differs from what `latecomer generate` says of the archive to standard error.
/// Whether there is no such place. Needs memory for the whole report.
bool answer_is_met(const std::string& archive, const std::string& report);

}  // namespace latecomer::bench
