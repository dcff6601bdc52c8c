// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/write_store.h"

#include <algorithm>
#include <utility>

namespace latecomer::store {

namespace {

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

/// Is the size of what each rank writes.
struct Size {
  uint64_t bytes;
  uint64_t entries;
};

}  // namespace

TextBlock put_together(std::vector<Chunk> mine, Comm& comm) {
  std::ranges::stable_sort(mine, {}, [](const Chunk& chunk) { return order_of(chunk.entry); });
  Size size{0, mine.size()};
  for (const Chunk& chunk : mine) size.bytes += chunk.bytes.size();
  const std::string& schema = schema_text();
  Size before{sizeof(Head) + schema.size(), 0};
  Size all = before;
  const std::vector<Bytes> sizes = comm.all_gather(to_bytes<Size>(std::span(&size, 1)));
  for (size_t rank = 0; rank < sizes.size(); ++rank) {
    if (rank == static_cast<size_t>(comm.rank())) before = all;
    const Size of_rank = from_bytes<Size>(sizes[rank])[0];
    all = {all.bytes + of_rank.bytes, all.entries + of_rank.entries};
  }
  const Head head{.directory = all.bytes, .entries = all.entries, .schema = schema.size()};
  // Positions leave room for the chunks of each rank, and after those of all of them for the directory.
  const int64_t first = static_cast<int64_t>(before.entries);
  const int64_t last = static_cast<int64_t>(all.entries) + comm.rank();
  std::vector<TextPiece> pieces;
  pieces.reserve(mine.size() + 1);
  LargeText directory;
  uint64_t offset = before.bytes;
  for (Chunk& chunk : mine) {
    const int64_t position = first + static_cast<int64_t>(pieces.size());
    chunk.entry.offset = offset;
    offset += chunk.bytes.size();
    directory += bytes_of(chunk.entry);
    pieces.push_back({position, position, std::move(chunk.bytes)});
  }
  pieces.push_back({last, last, std::move(directory)});
  return latecomer::put_together(std::string(bytes_of(head)) + schema, std::move(pieces), comm);
}

}  // namespace latecomer::store
