// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <otf2/otf2.h>

#include "otf2/archive_writer.h"
#include "trace/definitions.h"

namespace latecomer::otf2 {

/// Writes the global definitions, each before what refers to it. Returns the first error of libotf2.
OTF2_ErrorCode write_global_definitions(OTF2_GlobalDefWriter* writer, const trace::Definitions& definitions,
                                        const MeantContexts& meant);

}  // namespace latecomer::otf2
