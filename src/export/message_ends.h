// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "store/findings_store.h"

namespace latecomer::perfetto {

/// Says where a message leaves a location, or arrives at it.
struct MessageEnd {
  Ticks time;
  Ticks other_time;  ///< Is the time of the other end; it is not known where the message leaves.
  uint64_t message = 0;
  uint64_t bytes = 0;  ///< Is the size of the message, known where it arrives.
  report::LocationId peer;
  bool is_send = false;
};

/// Numbers the messages of a findings store from 0.
class MessageEnds {
 public:
  static Result<MessageEnds> read(const store::FindingsStore& store);

  /// Returns the message ends of a location, in the order of time.
  Result<std::vector<MessageEnd>> of(report::LocationId location) const;
  uint64_t count() const { return numbers_.back(); }

 private:
  struct Sent {
    Ticks time;
    uint64_t message;
  };

  explicit MessageEnds(const store::FindingsStore& store);
  Status read_received(report::LocationId receiver);
  report::LocationId receiver_of(uint64_t message) const;

  const store::FindingsStore& store_;
  std::vector<uint64_t> numbers_;        ///< Has the number of the first message that each location received.
  std::vector<std::vector<Sent>> sent_;  ///< Has the messages that each location sent.
};

}  // namespace latecomer::perfetto
