// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

/// Calls `function` from code that is compiled without unwind tables.
extern "C" void without_frame_information(void (*function)());
