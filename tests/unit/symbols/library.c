// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

void probe(const char* function, int line);

__attribute__((noinline)) static void own(void) {
  probe("own", __LINE__);
}

void library_function(void) {
  own();
  probe("library_function", __LINE__);
}
