// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/condense/call_stack.h"
#include "analyze/condense/condensing_location.h"
#include "analyze/condense/envelope_numbers.h"
#include "analyze/condense/open_messages.h"

namespace latecomer::analyze {

/// Takes a location's events of point-to-point communication.
class MessageCondenser {
 public:
  MessageCondenser(CondensingLocation& out, CallStack& stack) : out_(out), stack_(stack), envelopes_(out) {}

  void send(const trace::Event& event, Ticks time);
  void recv(const trace::Event& event, Ticks time);
  void isend(const trace::Event& event, Ticks time);
  void irecv_request(const trace::Event& event, Ticks time);
  void isend_complete(const trace::Event& event, Ticks time);
  void irecv(const trace::Event& event, Ticks time);
  void probe(const trace::Event& event, Ticks time);
  void match(const trace::Event& event);
  void polled(const trace::Event& event, Ticks time);
  void pending(PendingOperation::Kind kind, const trace::Event& event);
  void partitioned_init(const trace::Event& event, Ticks time);
  void partitioned_use(const trace::Event& event, Ticks time);
  /// Returns false if the request is none of a message that this location started.
  bool cancel(uint64_t request);
  /// Is called once the stack is finished, which says what was open at the end.
  void finish();

 private:
  void open(OpenMessages& messages, RequestKind kind, uint64_t request, uint32_t message);
  Message& add_send(const trace::Event& event, CallIndex start);
  /// Returns the position of the new receive.
  uint32_t add_receive(CallIndex start);
  bool has_just_polled() const;
  /// Notes what the call had to do that was open at the end.
  void describe_open_call();

  CondensingLocation& out_;
  CallStack& stack_;
  EnvelopeNumbers envelopes_;
  OpenMessages sends_by_request_;
  OpenMessages receives_by_request_;
  uint64_t matched_handle_ = 0;  ///< Is the handle of the receive to come; 0: an ordinary one.
  std::vector<PendingOperation> pending_;
  CallPathId pending_path_;  ///< Is the path of the call that waited for `pending_`.
  Ticks pending_since_;
  /// Is the polling run that waited for `pending_`, if one did and has been left.
  CallIndex pending_run_ = kNoCall;
};

}  // namespace latecomer::analyze
