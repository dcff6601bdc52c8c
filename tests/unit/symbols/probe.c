// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Prints where it was called, as the file of the caller counts addresses, and what the caller says of itself.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>

static void print(const char* return_address, const char* frames, int line) {
  const char* address = return_address - 1;
  Dl_info file;
  struct link_map* map = NULL;
  dladdr1(address, &file, (void**)&map, RTLD_DL_LINKMAP);
  printf("%s|%lx|%s", map->l_name, (unsigned long)(address - (const char*)map->l_addr), frames);
  if (line > 0) printf(":%d", line);
  printf("\n");
  fflush(stdout);
}

// Of what a function that returns there was called instead of.
void probe_at(const char* return_address, const char* tail_caller) {
  print(return_address, tail_caller, 0);
}

// Of a function that was not inlined.
void probe(const char* function, int line) {
  print(__builtin_return_address(0), function, line);
}

// Of one that was inlined into inner, which was inlined into outer.
void probe_inlined(int outer_line, int inner_line, int line) {
  char frames[100];
  snprintf(frames, sizeof frames, "outer:%d inner:%d innermost", outer_line, inner_line);
  print(__builtin_return_address(0), frames, line);
}

// Of Fortran's procedures: text without a zero at its end.
void fortran_probe_(const char* procedure, const int* line, size_t length) {
  char name[100];
  snprintf(name, sizeof name, "%.*s", (int)length, procedure);
  print(__builtin_return_address(0), name, *line);
}
