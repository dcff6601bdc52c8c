// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A library that is opened and closed while a program runs. Some are made of it, which differ in the size of
// the function's frame, or in where its description lies.
extern "C" const char content[PLUGIN_CONTENT] = {1};

extern "C" void call_back(void (*function)(void*), void* argument) {
  char frame[PLUGIN_FRAME];
  function(argument);
  asm volatile("" ::"r"(&frame) : "memory");
}
