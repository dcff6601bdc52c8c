// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <utility>

#include "analyze/condense/call_stack.h"
#include "analyze/condense/condensing_location.h"

namespace latecomer::analyze {

/// Takes a location's events of one-sided communication.
class WindowCondenser {
 public:
  WindowCondenser(CondensingLocation& out, CallStack& stack, const trace::Definitions& definitions)
      : out_(out), stack_(stack), definitions_(definitions) {}

  /// Takes the end of a fence, or of the making or freeing of a window, in `call`.
  void collective_end(const trace::Event& event, CallIndex call, Ticks time);
  void request_lock(const trace::Event& event, Ticks time);
  void acquire_lock(const trace::Event& event, Ticks time);
  void release_lock(const trace::Event& event, Ticks time);
  /// Takes an event of synchronization with a group.
  void synchronize(const trace::Event& event, Ticks time);
  void access(const trace::Event& event, Ticks time);
  /// Takes an event that completes accesses of this location.
  void complete(const trace::Event& event, Ticks time);

 private:
  using Target = std::pair<trace::WindowId, trace::RankInComm>;
  using Operation = std::pair<trace::WindowId, uint64_t>;

  bool is_defined(trace::WindowId window);
  void add(const trace::Event& event, trace::EventKind kind, CallIndex call);

  CondensingLocation& out_;
  CallStack& stack_;
  const trace::Definitions& definitions_;
  std::map<Target, CallIndex> open_locks_;             ///< Holds the calls that requested the locks.
  std::map<Operation, trace::RankInComm> incomplete_;  ///< Holds, by operation of an access, its target.
};

}  // namespace latecomer::analyze
