// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/connection.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace latecomer::serve {

namespace {

constexpr std::string_view kEndOfLine = "\r\n";
constexpr std::string_view kEndOfHead = "\r\n\r\n";
constexpr size_t kAtOnce = 4096;  ///< bytes

}  // namespace

Connection::Connection(int socket, int stop, const ConnectionLimits& limits)
    : socket_(socket), stop_(stop), limits_(limits) {}

Connection::~Connection() {
  ::close(socket_);
}

/// False when that is too late, or the server stops.
bool Connection::wait_for(short events, Clock::time_point deadline) const {
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    std::array<pollfd, 2> polled = {{{socket_, events, 0}, {stop_, POLLIN, 0}}};
    const int ready = poll(polled.data(), polled.size(), static_cast<int>(std::max<int64_t>(left, 0)));
    if (ready < 0 && errno == EINTR) continue;
    return ready > 0 && polled[1].revents == 0;
  }
}

/// How many bytes came; 0 at the end or after a failure, negative when it is too late.
ssize_t Connection::receive_some(Clock::time_point deadline) {
  std::array<char, kAtOnce> bytes = {};
  if (!wait_for(POLLIN, deadline)) return -1;
  const ssize_t size = recv(socket_, bytes.data(), bytes.size(), 0);
  if (size > 0) received_.append(bytes.data(), static_cast<size_t>(size));
  return std::max<ssize_t>(size, 0);
}

Connection::Head Connection::receive_head() {
  received_.erase(0, head_end_);
  position_ = head_end_ = 0;
  Clock::time_point deadline = Clock::now() + (received_.empty() ? limits_.idle : limits_.head_time);
  while (true) {
    answer_deadline_ = Clock::now() + limits_.answer_time;
    if (received_.find(kEndOfLine) > limits_.url && received_.size() > limits_.url) return Head::url_too_long;
    const size_t end = received_.find(kEndOfHead);
    if (std::min(end, received_.size()) > limits_.head) return Head::too_long;
    if (end != std::string::npos) {
      head_end_ = end + kEndOfHead.size();
      return Head::complete;
    }
    const bool is_first = received_.empty();
    const ssize_t size = receive_some(deadline);
    if (size == 0 || (size < 0 && is_first)) return Head::gone;
    if (size < 0) return Head::too_slow;
    if (is_first) deadline = Clock::now() + limits_.head_time;
  }
}

void Connection::finish() {
  constexpr std::chrono::milliseconds kMoment(500);
  constexpr size_t kMost = size_t{1} << 20U;
  shutdown(socket_, SHUT_WR);
  const Clock::time_point deadline = Clock::now() + kMoment;
  size_t taken = 0;
  while (taken < kMost) {
    received_.clear();
    const ssize_t size = receive_some(deadline);
    if (size <= 0) return;
    taken += static_cast<size_t>(size);
  }
}

ssize_t Connection::read(char* into, size_t size) {
  const size_t taken = std::min(size, head_end_ - position_);
  std::memcpy(into, received_.data() + position_, taken);
  position_ += taken;
  return static_cast<ssize_t>(taken);
}

ssize_t Connection::write(const char* bytes, size_t size) {
  while (true) {
    const ssize_t sent = send(socket_, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) return sent;
    if (errno != EINTR && errno != EAGAIN) return -1;
    if (!wait_for(POLLOUT, answer_deadline_)) return -1;
  }
}

// The server asks nobody where a client is.
void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  get_remote_ip_and_port(ip, port);
}

}  // namespace latecomer::serve
