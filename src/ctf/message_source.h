// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <babeltrace2/babeltrace.h>

#include <functional>
#include <string>

#include "base/result.h"

namespace latecomer::ctf {

/// Hands on the messages of all streams of a CTF trace: first what begins them all, then the others in the
/// order of their times, however the trace has them. A message's time is the number of its clock's ticks.
Status for_each_message(const std::string& directory,
                        const std::function<void(const bt_message*, uint64_t time)>& take);

}  // namespace latecomer::ctf
