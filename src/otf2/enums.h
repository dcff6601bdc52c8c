// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include "trace/definitions.h"
#include "trace/event.h"

namespace latecomer::otf2 {

// OTF2's enumerations as ours. Values that OTF2 may add later become unknown, other or none.
trace::RegionRole role_from_otf2(OTF2_RegionRole role);
trace::Paradigm paradigm_from_otf2(OTF2_Paradigm paradigm);
trace::LocationKind location_kind_from_otf2(OTF2_LocationType type);
trace::LocationGroupKind group_kind_from_otf2(OTF2_LocationGroupType type);
trace::CollectiveOp collective_from_otf2(OTF2_CollectiveOp op);

}  // namespace latecomer::otf2
