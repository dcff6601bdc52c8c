// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubepl/environment.h"
#include "unit/cubepl/four_call_paths.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace latecomer::cubepl;
  const auto program = parse(std::string_view(reinterpret_cast<const char*>(data), size), "metric");
  if (!program) return 0;
  FourCallPaths environment;
  Variables variables;
  const Limits limits{.steps = 10'000, .values = 10'000};
  (void)evaluate(*program, environment, variables, limits);
  (void)evaluate(*program, environment, variables, limits);  // with the global variables of the first time
  return 0;
}
