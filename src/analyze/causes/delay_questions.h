// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analyze/causes/caused_waits.h"
#include "analyze/causes/processing_profile.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Is a wait state on another rank that was caused here.
struct RemoteWait {
  uint32_t wait;  ///< Is the position in its location's wait states.
  CallPathId path;
  report::Builtin metric;
  uint32_t paths;  ///< Counts the paths of its waiter's profile in its interval.
  Ticks amount;
  Ticks from;  ///< Is the begin of its interval.
};

/// Holds what other ranks send of wait states that were caused here, and of their waiters' profiles, in the
/// order of the notices.
class DelayQuestions {
 public:
  DelayQuestions(std::vector<std::vector<RemoteWait>> waits, std::vector<std::vector<PathTime>> profiles);

  const RemoteWait& wait(size_t question) const { return waits_[question]; }
  std::span<const PathTime> profile(size_t question) const {
    return std::span(profiles_).subspan(first_path_[question], waits_[question].paths);
  }

 private:
  std::vector<RemoteWait> waits_;
  std::vector<size_t> first_path_;  ///< Holds the position in `profiles_` of the first path of each question.
  std::vector<PathTime> profiles_;
};

/// Asks other ranks for what caused the waits of which they got notices, and receives what they ask. `from`
/// is the begin of each wait's interval.
DelayQuestions ask(const LocalTrace& trace, const WaitStates& waits,
                   const std::vector<ProcessingProfile>& profiles,
                   const std::vector<std::vector<Ticks>>& from, const CausedWaits& caused, Comm& comm);

}  // namespace latecomer::analyze
