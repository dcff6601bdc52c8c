// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <sys/socket.h>

#include <cstddef>
#include <list>

namespace latecomer::serve {

/// Holds the connections of clients that have not shown the token yet. A new one ends the oldest where there
/// are too many: no number of clients that send little, or nothing, keeps others out. One thread uses it.
class UnauthenticatedConnections {
 public:
  explicit UnauthenticatedConnections(size_t most) : most_(most) {}

  void add(int socket) {
    sockets_.push_back(socket);
    if (sockets_.size() <= most_) return;
    shutdown(sockets_.front(), SHUT_RDWR);  // Who receives from it finds its end, and closes it.
    sockets_.pop_front();
  }
  /// Removes a connection that has shown the token, or is about to be closed.
  void remove(int socket) { sockets_.remove(socket); }

 private:
  const size_t most_;
  std::list<int> sockets_;  ///< Has the sockets, the oldest first.
};

}  // namespace latecomer::serve
