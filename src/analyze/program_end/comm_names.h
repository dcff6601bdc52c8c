// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "trace/definitions.h"

namespace latecomer::analyze {

/// Returns "tag 7", "any tag".
std::string tag_text(uint32_t tag);

/// Returns "communicator NAME", or without a name "the communicator of ranks 4-7", of so many as `all_ranks`.
std::string communicator_text(const trace::Definitions& definitions, trace::CommId comm, size_t all_ranks);

/// Returns "the window lock of rank 1", or where the window has a name "the lock of window NAME of rank 1";
/// `ranks` is who has the memory.
std::string lock_text(const trace::Definitions& definitions, trace::WindowId window,
                      const std::string& ranks);

}  // namespace latecomer::analyze
