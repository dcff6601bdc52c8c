// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>

#include "base/result.h"

namespace latecomer::serve {

/// Is a socket to which clients can connect; whoever has it closes it.
struct ListeningSocket {
  int descriptor;  ///< Is closed by the caller.
  int port;
};

/// Listens at an address or a name of this machine; port 0 is any free one. The error says what to do.
Result<ListeningSocket> listen_at(const std::string& host, int port);

}  // namespace latecomer::serve
