// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A library that is opened and closed while a program runs. Two are made of it, which differ in the size of
// the function's frame only.
extern "C" void call_back(void (*function)(void*), void* argument) {
  char frame[PLUGIN_FRAME];
  function(argument);
  asm volatile("" ::"r"(&frame) : "memory");
}
