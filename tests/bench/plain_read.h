// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>

namespace latecomer::bench {

/// Reads all events of an archive with libotf2 alone: local readers, callbacks that do nothing, `threads`
/// threads that take one location after the other. Returns the number of events. The yardstick of everything
/// that reads an archive.
uint64_t read_plainly(const std::string& archive, unsigned threads);

}  // namespace latecomer::bench
