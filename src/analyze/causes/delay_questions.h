// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "analyze/causes/caused_waits.h"
#include "analyze/causes/find_delays.h"
#include "analyze/causes/processing_profile.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/packed_numbers.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// What other ranks send of wait states that were caused here, and of their waiters' profiles; packed, each a
/// piece of its own, in the order of the notices.
class DelayQuestions {
 public:
  explicit DelayQuestions(std::vector<Bytes> asked);

  NumberUnpacker operator[](size_t question) const { return list_[question]; }

 private:
  std::vector<Bytes> asked_;
  std::vector<NumberUnpacker> list_;
};

/// Asks other ranks for what caused the waits of which they got notices, and receives what they ask. `from`
/// is the begin of each wait's interval.
DelayQuestions ask(const LocalTrace& trace, const WaitStates& waits,
                   const std::vector<ProcessingProfile>& profiles,
                   const std::vector<std::vector<Ticks>>& from, const CausedWaits& caused, Comm& comm);

/// Takes what a question says first, for a delay of which is known when the wait state ended.
void take_delay(NumberUnpacker& question, Delay& delay);
/// And then of the waiter's profile, until it is at its end.
PathTime take_path_time(NumberUnpacker& question);

}  // namespace latecomer::analyze
