// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

// The programs that are compiled in all ways, which print where they are.
namespace latecomer::symbols {

inline std::string path_of(const std::string& program) {
  return fmt::format("{}/symbols_{}", SYMBOLS_PROGRAMS, program);
}

/// What a program says of itself.
struct Probe {
  std::string module;
  uint64_t address = 0;
  std::string frames;  ///< "outer(int):30 inner():26": outermost first
};

inline std::vector<Probe> probes_of(const std::string& program) {
  FILE* const pipe = popen(path_of(program).c_str(), "r");
  std::string output;
  for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) output += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0);
  std::vector<Probe> probes;
  std::istringstream lines(output);
  Probe probe;
  std::string address;
  while (std::getline(lines, probe.module, '|') && std::getline(lines, address, '|') &&
         std::getline(lines, probe.frames)) {
    constexpr int kHexadecimal = 16;
    probe.address = std::stoull(address, nullptr, kHexadecimal);
    if (probe.module.empty()) probe.module = path_of(program);
    probes.push_back(probe);
  }
  return probes;
}

}  // namespace latecomer::symbols
