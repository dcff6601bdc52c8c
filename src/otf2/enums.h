// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include <string_view>

#include "trace/definitions.h"
#include "trace/event.h"

namespace latecomer::otf2 {

// These functions turn OTF2's enumerations into ours. Values that OTF2 may add later become unknown, other or
// none.
/// Turns a role of OTF2 into ours; a phase is a flag in OTF2, and a role here.
trace::RegionRole role_from_otf2(OTF2_RegionRole role, OTF2_RegionFlag flags);
OTF2_RegionFlag flags_of(trace::RegionRole role);
trace::Paradigm paradigm_from_otf2(OTF2_Paradigm paradigm);
trace::LocationKind location_kind_from_otf2(OTF2_LocationType type);
trace::LocationGroupKind group_kind_from_otf2(OTF2_LocationGroupType type);
trace::CollectiveOp collective_from_otf2(OTF2_CollectiveOp op);

/// Says how a file was opened, as OTF2 says it in three numbers and an event in one.
struct IoHandleFlags {
  OTF2_IoAccessMode access = 0;
  OTF2_IoCreationFlag creation = 0;
  OTF2_IoStatusFlag status = 0;
};
uint32_t pack_io_flags(const IoHandleFlags& flags);
IoHandleFlags unpack_io_flags(uint32_t packed);
trace::IoParadigm io_paradigm_from_otf2(std::string_view identification);

// These functions turn our enumerations into OTF2's. What OTF2 has no value for becomes unknown, `none` a
// barrier.
OTF2_Paradigm to_otf2(trace::Paradigm paradigm);
OTF2_RegionRole to_otf2(trace::RegionRole role);
OTF2_LocationType to_otf2(trace::LocationKind kind);
OTF2_LocationGroupType to_otf2(trace::LocationGroupKind kind);
OTF2_CollectiveOp to_otf2(trace::CollectiveOp op);

}  // namespace latecomer::otf2
