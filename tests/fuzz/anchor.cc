// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/anchor.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  (void)latecomer::cubex::read_anchor(std::as_bytes(std::span(data, size)), "anchor.xml");
  return 0;
}
