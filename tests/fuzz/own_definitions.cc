// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A location's own definitions: mapping tables and clock offsets.

#include "fuzz/fuzzed_archive.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const latecomer::otf2::FuzzedArchive archive("traces/0.def");
  archive.read(data, size);
  return 0;
}
