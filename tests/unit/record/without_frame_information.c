// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

void without_frame_information(void (*function)(void));

void without_frame_information(void (*function)(void)) {
  function();
  __asm__ volatile("");
}
