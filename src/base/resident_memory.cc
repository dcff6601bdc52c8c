// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/resident_memory.h"

#include <fstream>
#include <string>

namespace latecomer {

int64_t peak_resident_bytes() {
  constexpr int64_t kUnit = 1024;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoll(line.substr(line.find_first_of("0123456789"))) * kUnit;
  }
  return 0;
}

}  // namespace latecomer
