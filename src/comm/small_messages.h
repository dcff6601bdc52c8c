// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "comm/comm.h"

namespace latecomer {

/// Carries small messages of a plain type to and fro between ranks, by `Comm::send_async`: what is for the
/// same rank travels together.
template <class Message>
class SmallMessages {
 public:
  explicit SmallMessages(Comm& comm) : comm_(comm), leaving_(static_cast<size_t>(comm.size())) {}

  /// Keeps a message for another rank; it leaves with the next `collect`.
  void send(size_t rank, const Message& message) {
    if (leaving_[rank].empty()) to_.push_back(rank);
    leaving_[rank].push_back(message);
  }

  /// Sends what is kept and waits for messages; is called when this rank has nothing else to do. Returns none
  /// when no rank has anything to do, and no message is on its way.
  std::vector<Message> collect() {
    for (const size_t rank : to_)
      comm_.send_async(static_cast<int>(rank), to_bytes<Message>(std::exchange(leaving_[rank], {})));
    to_.clear();
    std::vector<Message> messages;
    for (const Bytes& bytes : comm_.collect()) {
      const std::vector<Message> arrived = from_bytes<Message>(bytes);
      messages.insert(messages.end(), arrived.begin(), arrived.end());
    }
    return messages;
  }

 private:
  Comm& comm_;
  std::vector<std::vector<Message>> leaving_;  ///< Holds, by rank, the messages that leave for it.
  std::vector<size_t> to_;                     ///< Lists the ranks that something leaves for.
};

}  // namespace latecomer
