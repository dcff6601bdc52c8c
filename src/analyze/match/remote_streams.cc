// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What ranks send each other of messages between them.
//
// The problem: of each message the receiver has to know who sent it and when, and the sender who received it
// and when. As numbers of full size that is 32 bytes and 16 more, for which all memory and most of the time
// of matching would be used where many ranks have few locations each.
//
// The idea: the sends of a stream follow each other, so that they differ little from one to the next, and
// receives take them in the same order. Each is sent as its difference from the one before it:
//
//     operation   3    7   11   15                 sent  3  +4  +4  +4       mostly a byte each
//     ready     900 1300 1720 2100                 sent 900 +400 +420 +380   2 or 3
//     sent      910 1311 1729 2110                 sent +10 +11 +9 +10       after ready: 1 or 2
//
// Cost: O(messages between ranks).

#include "analyze/match/remote_streams.h"

#include <utility>

#include "base/check.h"

namespace latecomer::analyze {

namespace {

// An operation is sent together with flags.
constexpr int kFlagBits = 2;
constexpr int64_t kFlags = 1 << kFlagBits;
constexpr int64_t kOtherOwner = 1;
constexpr int64_t kNotSent = 2;

int64_t difference(uint32_t to, uint32_t from) {
  return static_cast<int64_t>(to) - static_cast<int64_t>(from);
}
uint32_t after(uint32_t from, int64_t difference) {
  return static_cast<uint32_t>(from + difference);
}
// Of any two times, however far apart.
int64_t difference(Ticks to, Ticks from) {
  return static_cast<int64_t>(static_cast<uint64_t>(to.count) - static_cast<uint64_t>(from.count));
}
Ticks after(Ticks from, int64_t difference) {
  return Ticks(static_cast<int64_t>(static_cast<uint64_t>(from.count) + static_cast<uint64_t>(difference)));
}

void put(NumberPacker& to, const Stream& stream) {
  const auto& [comm, source, destination, tag, channel] = stream.key;
  for (const uint32_t number : {comm, source, destination, tag, channel, stream.announcements})
    to.put(number);
}

Stream take_stream(NumberUnpacker& from) {
  Stream stream;
  auto& [comm, source, destination, tag, channel] = stream.key;
  for (uint32_t* const number : {&comm, &source, &destination, &tag, &channel, &stream.announcements})
    *number = static_cast<uint32_t>(from.take());
  return stream;
}

}  // namespace

void SendPacker::put(const MatchedSend& send) {
  const bool other_owner = send.owner != last_.owner || send.ready_on != last_.ready_on;
  const bool is_sent = send.sent != Ticks::min();
  numbers_.put_signed(kFlags * difference(send.operation, last_.operation) + (other_owner ? kOtherOwner : 0) +
                      (is_sent ? 0 : kNotSent));
  if (other_owner) {
    numbers_.put(send.owner.value);
    numbers_.put(send.ready_on.value);
  }
  numbers_.put_signed(difference(send.ready, last_.ready));
  if (is_sent) numbers_.put_signed(difference(send.sent, send.ready));
  last_ = send;
}

MatchedSend SendUnpacker::take() {
  const int64_t operation = numbers_.take_signed();
  last_.operation = after(last_.operation, operation >> kFlagBits);
  if ((operation & kOtherOwner) != 0) {
    last_.owner = trace::LocationId(static_cast<uint32_t>(numbers_.take()));
    last_.ready_on = trace::LocationId(static_cast<uint32_t>(numbers_.take()));
  }
  last_.ready = after(last_.ready, numbers_.take_signed());
  last_.sent = (operation & kNotSent) != 0 ? Ticks::min() : after(last_.ready, numbers_.take_signed());
  return last_;
}

void ReceivePacker::put(const MatchedReceive& receive) {
  const bool other_owner = receive.owner != last_.owner;
  numbers_.put_signed(kFlags * difference(receive.operation, last_.operation) +
                      (other_owner ? kOtherOwner : 0));
  if (other_owner) numbers_.put(receive.owner.value);
  numbers_.put_signed(difference(receive.enter, last_.enter));
  last_ = receive;
}

MatchedReceive ReceiveUnpacker::take() {
  const int64_t operation = numbers_.take_signed();
  last_.operation = after(last_.operation, operation >> kFlagBits);
  if ((operation & kOtherOwner) != 0) last_.owner = trace::LocationId(static_cast<uint32_t>(numbers_.take()));
  last_.enter = after(last_.enter, numbers_.take_signed());
  return last_;
}

Bytes pack_streams(std::span<const Stream> streams, std::span<const SendPacker> sends) {
  CHECK(streams.size() == sends.size());
  NumberPacker packed;
  for (size_t i = 0; i < streams.size(); ++i) {
    put(packed, streams[i]);
    packed.put_piece(sends[i].numbers());
  }
  return packed.take();
}

RemoteStreams::RemoteStreams(std::vector<Bytes> received)
    : announced_(std::move(received)), streams_(announced_.size()) {
  for (size_t rank = 0; rank < announced_.size(); ++rank) {
    NumberUnpacker left(announced_[rank]);
    while (!left.at_end()) {
      const Stream stream = take_stream(left);
      streams_[rank].push_back({stream, SendUnpacker(left.take_piece()), {}});
    }
  }
}

std::vector<Bytes> RemoteStreams::replies() const {
  std::vector<Bytes> replies;
  for (const std::vector<RemoteStream>& of_rank : streams_) {
    NumberPacker packed;
    for (const RemoteStream& each : of_rank) packed.put_piece(each.receives.numbers());
    replies.push_back(packed.take());
  }
  return replies;
}

std::vector<ReceiveUnpacker> unpack_replies(std::span<const std::byte> replies) {
  std::vector<ReceiveUnpacker> receives;
  NumberUnpacker left(replies);
  while (!left.at_end()) receives.emplace_back(left.take_piece());
  return receives;
}

}  // namespace latecomer::analyze
