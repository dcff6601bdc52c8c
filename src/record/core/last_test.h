// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "base/ticks.h"
#include "trace/definitions.h"

namespace latecomer::record {

/// Identifies a test or probe that does not wait: its caller, and a number that stands for what it tests.
struct TestPlace {
  trace::RegionId region;
  const void* caller = nullptr;
  uint64_t tested = 0;
  bool operator==(const TestPlace&) const = default;
};

/// Describes a thread's last test, or the one that is open.
struct LastTest {
  TestPlace place;
  Ticks left;        // when it ended
  Ticks slept = {};  // since then, in calls by which the program sleeps
  bool can_be_reopened = false;
  bool unsuccessful = false;  // the open one
  bool is_repeated = false;   // the one before was unsuccessful, too, and of the same, but is another call
  uint64_t number = 1;        // of the open one in its polling run
  Ticks began = {};           // when the run did
  Ticks interrupted = {};     // by what was longer than a gap may be, since the run began
  Ticks paused = {};          // between tests since the run began, where that took longer than a gap may
  Ticks computed_in_pauses = {};
};

}  // namespace latecomer::record
