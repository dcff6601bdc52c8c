// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>
#include <stdexcept>

#include "base/result.h"
#include "comm/comm.h"

namespace latecomer::report {

/// Is thrown where a row or a file of a report cannot be read, which is known no sooner than it is asked for.
class Unreadable : public std::runtime_error {
 public:
  explicit Unreadable(const Error& error) : std::runtime_error(error.message) {}
};

/// Calls `work` on all ranks together. Where one rank throws Unreadable, all of them return its error. Ranks
/// meet in `work` before they exchange what they have read.
Status read_together(Comm& comm, const std::function<Status()>& work);

/// Throws on all ranks if one of them has left the work, which it does with an error.
void meet(Comm& comm);

}  // namespace latecomer::report
