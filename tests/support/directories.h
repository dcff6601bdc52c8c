// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <string_view>

namespace latecomer {

/// Returns the path of a file of the sources, by its path in them.
std::string source_path(std::string_view file);
/// Returns a path where tests may make files.
std::string build_path(std::string_view file);

}  // namespace latecomer
