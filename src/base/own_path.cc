// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/own_path.h"

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>

namespace latecomer {

// The file from which this function's code was mapped: 55d0c000-55d0e000 r-xp 00001000 fe:01 1234   /path
std::string own_path() {
  const auto here = reinterpret_cast<uintptr_t>(&own_path);
  std::ifstream mappings("/proc/self/maps");
  for (std::string line; std::getline(mappings, line);) {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR, &begin, &end) != 2) continue;
    if (here < begin || here >= end) continue;
    const size_t path = line.find('/');
    return path == std::string::npos ? std::string() : line.substr(path);
  }
  return {};
}

}  // namespace latecomer
