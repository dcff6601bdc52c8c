// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <tsl/robin_map.h>

#include <array>
#include <cstdint>
#include <utility>

#include "analyze/condense/call_stack.h"
#include "analyze/condense/condensed.h"

namespace latecomer::analyze {

/// Messages by the requests that stand for them until they are complete. Most programs have few at a time: a
/// place each, and a table for those whose place is taken.
class OpenMessages {
 public:
  OpenMessages() { places_.fill({0, kNone}); }

  static constexpr uint32_t kNone = UINT32_MAX;

  /// Returns the message that the request stood for before; mostly none.
  uint32_t add(uint64_t request, uint32_t message) {
    Place& place = place_of(request);
    if (place.message != kNone && place.request == request) return std::exchange(place.message, message);
    if (place.message != kNone || !others_.empty()) return add_to_others(request, message);
    place = {request, message};
    return kNone;
  }
  /// The message that a request stands for, which it does no more; none: it stood for none.
  uint32_t take(uint64_t request) {
    Place& place = place_of(request);
    if (place.message != kNone && place.request == request) return std::exchange(place.message, kNone);
    return others_.empty() ? kNone : take_from_others(request);
  }
  /// Calls `visit(request, message)` for all that are left.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Place& place : places_) {
      if (place.message != kNone) visit(place.request, place.message);
    }
    for (const auto& [request, message] : others_) visit(request, message);
  }

 private:
  struct Place {
    uint64_t request;
    uint32_t message;
  };
  /// Requests are numbers in a row or addresses, whose last bits are alike.
  struct Hash {
    size_t operator()(uint64_t request) const { return (request * 0x9E3779B97F4A7C15u) >> 32U; }
  };

  Place& place_of(uint64_t request) { return places_[Hash()(request) % places_.size()]; }
  uint32_t add_to_others(uint64_t request, uint32_t message);
  uint32_t take_from_others(uint64_t request);

  std::array<Place, 64> places_;
  tsl::robin_map<uint64_t, uint32_t, Hash> others_;
};

/// Takes a location's events of point-to-point communication.
class MessageCondenser {
 public:
  MessageCondenser(CondensedLocation& out, CallStack& stack) : out_(out), stack_(stack) {
    known_envelopes_.fill(kNoEnvelope);
  }

  void send(const trace::Event& event, Ticks time);
  void recv(const trace::Event& event, Ticks time);
  void isend(const trace::Event& event, Ticks time);
  void irecv_request(const trace::Event& event, Ticks time);
  void isend_complete(const trace::Event& event, Ticks time);
  void irecv(const trace::Event& event, Ticks time);
  void probe(const trace::Event& event, Ticks time);
  void match(const trace::Event& event);
  void partitioned_init(const trace::Event& event, Ticks time);
  void partitioned_use(const trace::Event& event, Ticks time);
  /// False if the request is none of a message that this location started.
  bool cancel(uint64_t request);
  void finish();

 private:
  void open(OpenMessages& messages, RequestKind kind, uint64_t request, uint32_t message);
  uint32_t add_receive(const Message& message);
  uint32_t number(const trace::Event& event);

  CondensedLocation& out_;
  CallStack& stack_;
  /// By a hash of the envelope, the last one there: most messages have one of a few.
  std::array<uint32_t, 64> known_envelopes_;
  OpenMessages sends_by_request_;
  OpenMessages receives_by_request_;
  uint64_t matched_handle_ = 0;  ///< of the receive to come; 0: an ordinary one
};

}  // namespace latecomer::analyze
