// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

namespace latecomer::record {

/// Is true where a call on a file can be the first event of its thread. Where there is MPI, a thread's
/// location begins with its first call of MPI instead. Each recorder defines it.
extern const bool kFileCallsBeginThreads;

}  // namespace latecomer::record
