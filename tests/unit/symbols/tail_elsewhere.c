// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "tail.h"

static volatile int sink;

__attribute__((noinline)) static void further(int x) {
  sink += x;
  probe_at(__builtin_return_address(0), "elsewhere:15");
  sink += x;
}

void elsewhere(int x) {
  further(x);
}
