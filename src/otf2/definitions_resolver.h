// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "base/result.h"
#include "otf2/archive_ids.h"
#include "otf2/raw_definitions.h"
#include "trace/definitions.h"

namespace latecomer::otf2 {

struct ResolvedDefinitions {
  trace::Definitions definitions;
  ArchiveIds ids;
};

/// Turns an archive's references into positions: processes in the order of their world ranks, the members of
/// groups as locations. What is defined twice or refers to nothing is repaired and counted as
/// `repaired_definition`; only where that cannot be done it is an error, which names no file.
Result<ResolvedDefinitions> resolve_definitions(const RawDefinitions& raw);

}  // namespace latecomer::otf2
