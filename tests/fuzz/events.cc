// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The events of a location, read by EventDecoder.

#include "fuzz/fuzzed_archive.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const latecomer::otf2::FuzzedArchive archive("traces/0.evt");
  archive.read(data, size);
  return 0;
}
