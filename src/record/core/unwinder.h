// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"

namespace latecomer::record {

/// A stack of calls, in the room that was given for it.
struct UnwoundStack {
  /// Innermost first: for each active function the address behind its call of the one before.
  std::span<const uintptr_t> return_addresses;
  /// There are more than were asked for.
  bool cut = false;
};

/// Finds the calls that are active on the calling thread: libunwind, which remembers what it found out of
/// each address, 10 ns a call.
class Unwinder {
 public:
  /// Loads libunwind; an error if it is not installed.
  static Result<Unwinder> load();

  /// The calls from the one that will return to `first` outwards; all of the functions called from there,
  /// this among them, have to fit into `room` as well. Empty if no call returns there.
  UnwoundStack unwind(const void* first, std::span<uintptr_t> room) const noexcept;

 private:
  using Backtrace = int (*)(void** addresses, int count);
  explicit Unwinder(Backtrace backtrace) : backtrace_(backtrace) {}

  Backtrace backtrace_;
};

/// Whether compilers have described the frame of the function that this address returns to. Where they have
/// not, libunwind guesses its caller.
bool has_frame_description(uintptr_t return_address) noexcept;

}  // namespace latecomer::record
