// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "trace/definitions.h"

namespace latecomer::analyze {

/// "tag 7", "any tag"
std::string tag_text(uint32_t tag);

/// "communicator NAME", or where it has none "the communicator of ranks 4-7"; `all_ranks` are so many.
std::string communicator_text(const trace::Definitions& definitions, trace::CommId comm, size_t all_ranks);

}  // namespace latecomer::analyze
