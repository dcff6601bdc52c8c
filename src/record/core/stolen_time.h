// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string_view>

namespace latecomer::record {

/// Returns for how long, in nanoseconds of all cores since this node's kernel started, a hypervisor let
/// others run while the node had something to do; 0 where that is not known. `stat` is how /proc/stat begins.
uint64_t stolen_time(std::string_view stat);
uint64_t stolen_time();

}  // namespace latecomer::record
