// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The files of build/ui as they are; pages.cc says what they are.

#define PAGE(name, file) \
  .global name##_begin; .global name##_end; name##_begin: .incbin file; name##_end:

  .section .rodata
PAGE(latecomer_index_html, "index.html")
PAGE(latecomer_app_js, "app.js")
PAGE(latecomer_app_css, "app.css")
PAGE(latecomer_single_html, "single.html")
  .section .note.GNU-stack, "", %progbits
