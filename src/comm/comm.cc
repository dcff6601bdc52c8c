// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "comm/comm.h"

#include <string>

namespace latecomer {

namespace {

/// Empty for success; else one byte, so that an error without a text stays an error, and the text.
Bytes encode(const Status& status) {
  if (status) return {};
  const std::string& message = status.error().message;
  Bytes bytes(1 + message.size());
  std::memcpy(bytes.data() + 1, message.data(), message.size());
  return bytes;
}

Error decode(const Bytes& bytes) {
  return Error{std::string(reinterpret_cast<const char*>(bytes.data()) + 1, bytes.size() - 1)};
}

}  // namespace

Status checkpoint(Comm& comm, Status mine) {
  for (const Bytes& status : comm.all_gather(encode(mine))) {
    if (!status.empty()) return decode(status);
  }
  return {};
}

// In the round with distance d, rank k*2d receives from rank k*2d + d, which then is done: whoever still
// takes part holds the merged values of the d ranks starting at its own, so the received one is always the
// higher block.
Bytes reduce_tree(Comm& comm, Bytes mine, const std::function<Bytes(Bytes, Bytes)>& merge) {
  const int64_t rank = comm.rank();
  for (int64_t distance = 1; distance < comm.size(); distance *= 2) {
    if (rank % (2 * distance) != 0) {
      comm.send(static_cast<int>(rank - distance), std::move(mine));
      mine = Bytes();
      break;
    }
    const int64_t partner = rank + distance;
    if (partner < comm.size()) mine = merge(std::move(mine), comm.receive(static_cast<int>(partner)));
  }
  return comm.broadcast(std::move(mine), 0);
}

}  // namespace latecomer
