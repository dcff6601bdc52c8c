// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "random/reference.h"

namespace latecomer::tests {

/// A thread of a simulated program, as the trace numbers its locations.
using ThreadNumber = uint32_t;

constexpr int64_t kNever = INT64_MAX;

struct SimulatedMessage {
  ThreadNumber sender;
  int64_t sent;               ///< when the sender entered the call that started the send
  ThreadNumber receiver = 0;  ///< that started the receive
  int64_t asked = kNever;     ///< when it entered the call that did
};

enum class CollectiveKind : uint8_t { barrier, all_to_all, one_to_all, all_to_one, prefix, finalize };

struct SimulatedCollective {
  CollectiveKind kind;
  bool blocking;
  size_t root;  ///< a member
  std::vector<ThreadNumber> members;
  std::vector<int64_t> enters;  ///< by member
  std::vector<bool> empty;  ///< by member: has no byte of the data, so it waits for nobody and nobody for it
};

/// One member's part in a collective operation.
struct Membership {
  size_t collective;
  size_t member;
};

/// A call of MPI, and what it completed.
struct SimulatedCall {
  ThreadNumber thread;
  std::string path;
  int64_t enter;
  int64_t leave = kNever;
  bool may_wait = true;               ///< false for tests
  bool synchronous = false;           ///< a send that cannot end before its receive was started
  std::vector<size_t> probed;         ///< messages that it saw, and no probe before it
  std::vector<size_t> received;       ///< messages, in the order in which their receives were started
  std::vector<size_t> sent;           ///< messages whose sender waits for their receiver, if need be
  std::vector<Membership> took_part;  ///< in the order in which they were started
};

/// What a simulated program did, as far as wait states depend on it.
struct SimulatedRun {
  std::vector<uint32_t> rank_of;  ///< by thread
  std::vector<SimulatedMessage> messages;
  std::vector<SimulatedCollective> collectives;
  std::vector<SimulatedCall> calls;  ///< of each thread in its order
};

/// The wait states in it, as they are defined: those of a message that need not have been, because one that
/// was received later had been sent before, by their finer names.
std::vector<KnownWait> waits_by_definition(const SimulatedRun& run);

/// Its blocking operations that nobody could leave before all had entered.
std::vector<Meeting> meetings_of(const SimulatedRun& run);

}  // namespace latecomer::tests
