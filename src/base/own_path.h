// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

namespace latecomer {

/// Returns the path of this program's file; empty if the system does not say. It is the program's also where
/// its own dynamic loader was started with it, for which /proc/self/exe is the loader.
std::string own_path();

}  // namespace latecomer
