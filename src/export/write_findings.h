// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "base/result.h"
#include "export/timeline_file.h"
#include "store/findings_store.h"

namespace latecomer::perfetto {

/// Writes the wait states, what led to them, and the critical path, on tracks of their own. An arrow goes
/// from what the cause of a wait state did to that wait state; their flows are numbers from 1 to how many
/// wait states there are.
Status write_findings(const store::FindingsStore& store, TimelineFile& out);

}  // namespace latecomer::perfetto
