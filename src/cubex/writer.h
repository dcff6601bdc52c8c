// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <filesystem>

#include "base/result.h"
#include "comm/comm.h"
#include "report/report_share.h"

namespace latecomer::cubex {

/// Writes the report as a .cubex file with sparse, compressed rows. Collective: the ranks' shares are in the
/// order of their locations; all ranks write into one file on a file system that they share. The bytes do not
/// depend on the number of ranks or threads. `path` appears when it is complete; on an error, the same on all
/// ranks, it is left as it was.
Status write_cubex(const report::ReportShare& share, Comm& comm, const std::filesystem::path& path);

}  // namespace latecomer::cubex
