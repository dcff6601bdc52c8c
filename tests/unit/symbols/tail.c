// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Functions that end with a call, as whose callers' calls these seem to be, each with what is on no stack.

#include "tail.h"

static volatile int sink;

__attribute__((noinline)) static void smooth(int x) {
  sink += x;
  probe_at(__builtin_return_address(0), x == 1 ? "estimate_error:17" : "refine:0");
  sink += x;
}

__attribute__((noinline)) static void estimate_error(int x) {
  smooth(x);
}

__attribute__((noinline)) static void refine(int x) {
  if (sink > 0)
    smooth(x + 1);
  else
    smooth(x + 2);
}

__attribute__((noinline)) static void on_the_stack(int x) {
  sink += x;
  probe_at(__builtin_return_address(0), "");
  sink += x;
}

int main(void) {
  estimate_error(1);
  refine(2);
  on_the_stack(1);
  elsewhere(1);
  return 0;
}
