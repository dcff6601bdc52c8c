// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/listening_socket.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

namespace latecomer::serve {

namespace {

/// Counts connections that can wait until the server accepts them.
constexpr int kBacklog = 1024;

/// Returns a descriptor; a negative one says that there is none, for the reason in errno.
int open_socket(const addrinfo& address) {
  const int descriptor =
      socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address.ai_protocol);
  if (descriptor < 0) return descriptor;
  const int yes = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(descriptor, address.ai_addr, address.ai_addrlen) == 0 && listen(descriptor, kBacklog) == 0)
    return descriptor;
  const int problem = errno;
  close(descriptor);
  errno = problem;
  return -1;
}

int port_of(int descriptor) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size);
  const in_port_t port = address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                                       : reinterpret_cast<sockaddr_in&>(address).sin_port;
  return ntohs(port);
}

}  // namespace

Result<ListeningSocket> listen_at(const std::string& host, int port) {
  const addrinfo wanted{.ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM};
  addrinfo* found = nullptr;
  const int failure = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found);
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, &freeaddrinfo);
  for (const addrinfo* address = found; address != nullptr; address = address->ai_next)
    if (const int descriptor = open_socket(*address); descriptor >= 0)
      return ListeningSocket{descriptor, port_of(descriptor)};
  return Error{fmt::format("cannot listen on port {} of {}: {}; --port and --host say where to", port, host,
                           failure != 0 ? "there is no such host" : std::strerror(errno))};
}

}  // namespace latecomer::serve
