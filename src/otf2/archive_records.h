// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "trace/records.h"

namespace latecomer::otf2 {

/// Opens an archive, of which `definitions` were read, to read its records as they are. Their references are
/// global ones, and clock offsets are applied to their times, as OTF2's tools do. Kinds are called
/// Event_Enter, for example, or GlobalDef_Region (record_names.def). Each record of an event begins with the
/// field locationID; its attributes, the values of metrics and the arguments of programs follow it as records
/// of kinds of their own, as members of groups follow these. `definitions` have to stay there.
Result<std::unique_ptr<trace::RecordSource>> open_records(const std::string& path,
                                                          const trace::Definitions& definitions);

}  // namespace latecomer::otf2
