// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

namespace latecomer::record {

/// Returns a number for the clock of all events: it is the same in processes that read the same one, whatever
/// the hosts are called that they believe to be on. Containers share their machine's clock, and machines that
/// are called the same do not. Where the system does not say, it stands for the name of the host.
uint64_t clock_of_this_node();

/// Returns what the kernel drew when it started; empty if that cannot be read.
std::string boot_id();

}  // namespace latecomer::record
