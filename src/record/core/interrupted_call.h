// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <ucontext.h>

namespace latecomer::record {

/// Lets a system call be made again that has failed with EINTR because of a signal, when the signal's handler
/// returns to `context`. It does nothing if none has, or if its number is not found. It may be called in
/// signal handlers.
void repeat_interrupted_call(ucontext_t& context) noexcept;

}  // namespace latecomer::record
