// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The only file that is compiled with the directories' names: all others are the same in each checkout, for
// the compiler's cache.

#include "support/directories.h"

namespace latecomer {

std::string source_path(std::string_view file) {
  return std::string(LATECOMER_SOURCE_DIR "/").append(file);
}

std::string build_path(std::string_view file) {
  return std::string(LATECOMER_BUILD_DIR "/").append(file);
}

}  // namespace latecomer
