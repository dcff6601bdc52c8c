// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "random/reference.h"

namespace latecomer::tests {

/// Is a thread of a simulated program, as the trace numbers its locations.
using ThreadNumber = uint32_t;

constexpr int64_t kNever = INT64_MAX;

struct SimulatedMessage {
  ThreadNumber sender;
  int64_t sent;               ///< Is when the sender entered the call that started the send.
  ThreadNumber receiver = 0;  ///< Is the thread that started the receive.
  int64_t asked = kNever;     ///< Is when the receiver entered the call that started the receive.
};

enum class CollectiveKind : uint8_t { barrier, all_to_all, one_to_all, all_to_one, prefix, finalize };

struct SimulatedCollective {
  CollectiveKind kind;
  bool blocking;
  size_t root;  ///< Is the position of the root among the members.
  std::vector<ThreadNumber> members;
  std::vector<int64_t> enters;  ///< Has the time at which each member entered.
  /// Says of each member that it has no byte of the data, so it waits for nobody and nobody for it.
  std::vector<bool> empty;
};

/// Is one member's part in a collective operation.
struct Membership {
  size_t collective;
  size_t member;
};

/// Is a call of MPI, and what it completed.
struct SimulatedCall {
  ThreadNumber thread;
  std::string path;
  int64_t enter;
  int64_t leave = kNever;
  bool may_wait = true;        ///< Says whether the call may wait, which tests do not.
  bool synchronous = false;    ///< Says that a send cannot end before its receive was started.
  std::vector<size_t> probed;  ///< Lists messages that this call probed first.
  /// Lists messages that the call received, in the order in which their receives were started.
  std::vector<size_t> received;
  /// Lists messages that the call sent, whose sender waits for their receiver if need be.
  std::vector<size_t> sent;
  /// Lists collective operations that the call completed, in the order of their starts.
  std::vector<Membership> took_part;
};

/// Holds what a simulated program did, as far as wait states depend on it.
struct SimulatedRun {
  std::vector<uint32_t> rank_of;  ///< Has the rank of each thread.
  std::vector<SimulatedMessage> messages;
  std::vector<SimulatedCollective> collectives;
  std::vector<SimulatedCall> calls;  ///< Lists the calls, those of each thread in its order.
};

/// Returns the wait states of the run, as they are defined: those of a message that need not have been,
/// because one that was received later had been sent before, by their finer names.
std::vector<KnownWait> waits_by_definition(const SimulatedRun& run);

/// Returns the blocking operations of the run that nobody could leave before all had entered.
std::vector<Meeting> meetings_of(const SimulatedRun& run);

}  // namespace latecomer::tests
