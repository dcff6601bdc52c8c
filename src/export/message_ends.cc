// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The store has a message with its receiver. What others have sent is kept for when their turn comes: 16
// bytes for each message.

#include "export/message_ends.h"

#include <algorithm>
#include <tuple>

#include "export/row_numbers.h"

namespace latecomer::perfetto {

using report::LocationId;
using store::Message;

MessageEnds::MessageEnds(const store::FindingsStore& store)
    : store_(store), numbers_(first_numbers<Message>(store)), sent_(store.report().locations.size()) {}

Result<MessageEnds> MessageEnds::read(const store::FindingsStore& store) {
  MessageEnds ends(store);
  for (size_t l = 0; l < ends.sent_.size(); ++l) TRY_STATUS(ends.read_received(LocationId(l)));
  return ends;
}

Status MessageEnds::read_received(LocationId receiver) {
  uint64_t number = numbers_[receiver.index()];
  for (const store::Entry& entry : store_.entries(Message::kTable, receiver)) {
    TRY(const std::vector<Message> messages, store_.read_chunk<Message>(entry));
    for (const Message& each : messages) sent_[each.sender.index()].push_back({each.sent, number++});
  }
  return {};
}

LocationId MessageEnds::receiver_of(uint64_t message) const {
  return LocationId(static_cast<size_t>(std::ranges::upper_bound(numbers_, message) - numbers_.begin()) - 1);
}

Result<std::vector<MessageEnd>> MessageEnds::of(LocationId location) const {
  TRY(const std::vector<Message> received, store_.read<Message>(location));
  std::vector<MessageEnd> ends;
  ends.reserve(received.size() + sent_[location.index()].size());
  for (const Sent& each : sent_[location.index()])
    ends.push_back(
        {.time = each.time, .message = each.message, .peer = receiver_of(each.message), .is_send = true});
  uint64_t number = numbers_[location.index()];
  for (const Message& each : received)
    ends.push_back({each.received, each.sent, number++, each.bytes, each.sender, false});
  std::ranges::sort(ends, {},
                    [](const MessageEnd& end) { return std::tuple(end.time, !end.is_send, end.message); });
  return ends;
}

}  // namespace latecomer::perfetto
