// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "otf2/raw_definitions.h"
#include "otf2/ref_map.h"
#include "trace/definitions.h"

namespace latecomer::otf2 {

/// Adds the Cartesian topologies of an archive to definitions that have their communicators already. A
/// topology or a position in one that refers to nothing is left out and counted as `repaired_definition`.
void resolve_topologies(const RawDefinitions& raw, const RefMap<trace::CommId>& communicators,
                        trace::Definitions& definitions);

}  // namespace latecomer::otf2
