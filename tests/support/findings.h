// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "comm/comm.h"
#include "report/report.h"
#include "store/write_store.h"

namespace latecomer {

/// Gives a report a findings store of these chunks.
inline void put_findings(std::vector<store::Chunk> chunks, report::Report& report) {
  std::string text;
  for (const LargeText& chunk : store::put_together(std::move(chunks), *serial_comm()).chunks) text += chunk;
  report.files[std::string(store::kStoreFile)] = text;
}

}  // namespace latecomer
