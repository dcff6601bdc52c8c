// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <httplib.h>

#include <chrono>
#include <cstddef>
#include <string>

namespace latecomer::serve {

/// How much a client may send, and how long it may take.
struct ConnectionLimits {
  size_t url = 8192;                              ///< bytes of the first line
  size_t head = 16384;                            ///< bytes of all lines
  std::chrono::milliseconds idle{10'000};         ///< until a request begins
  std::chrono::milliseconds head_time{5'000};     ///< until it has arrived
  std::chrono::milliseconds answer_time{60'000};  ///< until the answer has been taken
};

/// A client's connection. cpp-httplib's own stream reads lines of any length for any time, and forgets what
/// arrived behind a request; this one receives a request's head within limits, before httplib sees it.
class Connection final : public httplib::Stream {
 public:
  /// `stop` becomes readable when the server stops, which ends all waiting. Closes the socket in the end.
  Connection(int socket, int stop, const ConnectionLimits& limits);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() override;

  enum class Head { complete, url_too_long, too_long, too_slow, gone };
  /// Waits for the next request, which `read` gives then.
  Head receive_head();
  /// Says that nothing more is sent, and takes what the client still sends, for a moment: otherwise the
  /// system would drop the answer together with that.
  void finish();

  bool is_readable() const override { return position_ < head_end_; }
  bool is_writable() const override { return true; }  // `write` waits
  ssize_t read(char* into, size_t size) override;
  ssize_t write(const char* bytes, size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool wait_for(short events, Clock::time_point deadline) const;
  ssize_t receive_some(Clock::time_point deadline);

  const int socket_;
  const int stop_;
  const ConnectionLimits limits_;
  std::string received_;  ///< this request's head and what came behind it
  size_t position_ = 0;   ///< what was read of it
  size_t head_end_ = 0;
  Clock::time_point answer_deadline_;
};

}  // namespace latecomer::serve
