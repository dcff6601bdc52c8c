// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "serve/request.h"

namespace latecomer::serve {

/// Returns about how many bytes of memory it takes at most to answer a request of an engine: what it has an
/// entry for is known before there are any values.
uint64_t memory_needed(const Reports& reports, const Request& request);

}  // namespace latecomer::serve
