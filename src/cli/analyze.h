// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"
#include "comm/comm.h"

namespace latecomer::cli {

/// Does what `latecomer analyze ARCHIVE` does: writes the archive's report and prints the summary.
Status analyze_archive(const std::string& archive);
/// Does what `latecomer analyze ARCHIVE` does by all ranks together.
Status analyze_archive(const std::string& archive, Comm& comm);

}  // namespace latecomer::cli
