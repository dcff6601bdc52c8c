// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string_view>

namespace latecomer {

/// Returns whether a library's path is that of a runtime of OpenMP with OMPT: LLVM's, or Intel's.
constexpr bool is_ompt_library(std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return file.starts_with("libomp.so") || file.starts_with("libiomp5.so");
}

/// Returns whether a library's path is that of any runtime of OpenMP.
constexpr bool is_openmp_library(std::string_view path) {
  return is_ompt_library(path) || path.substr(path.rfind('/') + 1).starts_with("libgomp.so");
}

}  // namespace latecomer
