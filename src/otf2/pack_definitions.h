// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>

#include "base/bytes.h"
#include "otf2/raw_definitions.h"

namespace latecomer::otf2 {

/// These functions pack an archive's definitions for the way from the rank that read them to all others.
Bytes pack_definitions(const RawDefinitions& raw);
RawDefinitions unpack_definitions(std::span<const std::byte> packed);

}  // namespace latecomer::otf2
