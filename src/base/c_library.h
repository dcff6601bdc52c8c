// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string_view>

namespace latecomer {

/// Returns whether a library's path is that of the C library, of its threads, or of its dynamic loader.
constexpr bool is_c_library(std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return file.starts_with("libc.so") || file.starts_with("libpthread.so") || file.starts_with("ld-linux");
}

}  // namespace latecomer
