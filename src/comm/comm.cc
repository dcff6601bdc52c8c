// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "comm/comm.h"

#include <string>

namespace latecomer {

namespace {

/// Returns nothing for success; else one byte, so that an error without a text stays an error, and the text.
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

void Comm::count(size_t bytes) {
  if (bytes == 0) return;
  ++stats_.messages;
  stats_.bytes += static_cast<int64_t>(bytes);
}

void Comm::exchange(Outgoing outgoing, const BufferFor& buffer_for) {
  CHECK(outgoing.size() == static_cast<size_t>(size()));
  do_exchange(outgoing, [&](size_t from, size_t bytes) {
    count(bytes);
    return buffer_for(from, bytes);
  });
  ++stats_.rounds;
}

std::vector<Bytes> Comm::exchange(std::vector<Bytes> outgoing) {
  std::vector<Bytes> arrived(outgoing.size());
  arrived[static_cast<size_t>(rank())] = std::move(outgoing[static_cast<size_t>(rank())]);
  const std::vector<std::span<const std::byte>> spans(outgoing.begin(), outgoing.end());
  exchange(spans, [&](size_t from, size_t bytes) {
    arrived[from].resize(bytes);
    return arrived[from].data();
  });
  return arrived;
}

std::vector<Bytes> Comm::all_gather(Bytes mine) {
  std::vector<Bytes> all = do_all_gather(std::move(mine));
  ++stats_.rounds;
  for (size_t r = 0; r < all.size(); ++r) {
    if (r != static_cast<size_t>(rank())) count(all[r].size());
  }
  return all;
}

Bytes Comm::broadcast(Bytes bytes, int root) {
  bytes = do_broadcast(std::move(bytes), root);
  ++stats_.rounds;
  if (rank() != root) count(bytes.size());
  return bytes;
}

void Comm::send(int to, Bytes bytes) {
  do_send(to, std::move(bytes));
}

Bytes Comm::receive(int from) {
  Bytes bytes = do_receive(from);
  count(bytes.size());
  return bytes;
}

void Comm::send_async(int to, Bytes bytes) {
  CHECK(to != rank());
  do_send_async(to, std::move(bytes));
}

std::vector<Bytes> Comm::collect() {
  std::vector<Bytes> messages = size() == 1 ? std::vector<Bytes>() : do_collect();
  for (const Bytes& bytes : messages) count(bytes.size());
  if (messages.empty()) ++stats_.rounds;
  return messages;
}

void Comm::sum(std::span<int64_t> values) {
  do_sum(values);
  ++stats_.rounds;
  if (size() > 1) count(values.size_bytes());
}

void Comm::max(std::span<int64_t> values) {
  do_max(values);
  ++stats_.rounds;
  if (size() > 1) count(values.size_bytes());
}

void Comm::barrier() {
  do_barrier();
  ++stats_.rounds;
}

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
