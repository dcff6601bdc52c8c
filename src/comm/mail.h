// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "comm/comm.h"

namespace latecomer {

/// Small letters of a plain type between ranks that go to and fro, over Comm's posts: what is for the same
/// rank travels together.
template <class Letter>
class Mail {
 public:
  explicit Mail(Comm& comm) : comm_(comm), leaving_(static_cast<size_t>(comm.size())) {}

  /// To another rank; leaves with the next `collect`.
  void send(size_t rank, const Letter& letter) {
    if (leaving_[rank].empty()) to_.push_back(rank);
    leaving_[rank].push_back(letter);
  }

  /// Waits for letters; to be called when this rank has nothing else to do. Returns none when nobody has, and
  /// no letter is on its way.
  std::vector<Letter> collect() {
    for (const size_t rank : to_)
      comm_.post(static_cast<int>(rank), to_bytes<Letter>(std::exchange(leaving_[rank], {})));
    to_.clear();
    std::vector<Letter> letters;
    for (const Bytes& post : comm_.collect()) {
      const std::vector<Letter> arrived = from_bytes<Letter>(post);
      letters.insert(letters.end(), arrived.begin(), arrived.end());
    }
    return letters;
  }

 private:
  Comm& comm_;
  std::vector<std::vector<Letter>> leaving_;  ///< by rank
  std::vector<size_t> to_;                    ///< ranks that something leaves for
};

}  // namespace latecomer
