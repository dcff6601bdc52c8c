// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Global definitions: what check_definitions_file lets pass, libotf2 and the resolver of definitions read.

#include "fuzz/fuzzed_archive.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const latecomer::otf2::FuzzedArchive archive("traces.def");
  archive.read(data, size);
  return 0;
}
