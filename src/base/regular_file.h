// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <fcntl.h>

#include "base/result.h"

namespace latecomer {

/// Opens a file for reading that is a file: what else bears the name, a pipe or a device, could keep its
/// reader waiting for ever. A relative path begins at `directory`, a descriptor. Returns a descriptor, which
/// is the caller's to close. The error is the cause alone, without the path.
Result<int> open_regular_file(const char* path, int directory = AT_FDCWD);

}  // namespace latecomer
