// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <sys/socket.h>

#include <cstddef>
#include <list>

namespace latecomer::serve {

/// Connections of clients that have not shown the token yet. A new one ends the oldest where there are too
/// many, so that no number of clients that send little, or nothing, keeps others out. By one thread.
class UnauthenticatedConnections {
 public:
  explicit UnauthenticatedConnections(size_t most) : most_(most) {}

  void add(int socket) {
    sockets_.push_back(socket);
    if (sockets_.size() <= most_) return;
    shutdown(sockets_.front(), SHUT_RDWR);  // who receives from it finds its end, and closes it
    sockets_.pop_front();
  }
  /// It is none any more, or about to be closed.
  void remove(int socket) { sockets_.remove(socket); }

 private:
  const size_t most_;
  std::list<int> sockets_;  ///< the oldest first
};

}  // namespace latecomer::serve
