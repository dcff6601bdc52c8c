// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/tar_writer.h"

#include <string>
#include <vector>

#include "cubex/tar_header.h"

namespace latecomer::cubex {

void TarWriter::add_member(std::string_view name, std::span<const std::byte> content) {
  put(offset_, tar_header(name, content.size()));
  put(offset_ + kTarBlock, content);
  offset_ += kTarBlock + padded(content.size());
}

void TarWriter::add_member(std::string_view name, std::string_view content) {
  add_member(name, std::as_bytes(std::span(content)));
}

void TarWriter::add_shared_member(std::string_view name, const TextBlock& mine) {
  put(offset_, tar_header(name, mine.text_size));
  std::vector<std::span<const std::byte>> chunks;
  for (const std::string& chunk : mine.chunks) chunks.push_back(std::as_bytes(std::span(chunk)));
  file_.write(offset_ + kTarBlock + mine.begin, chunks);
  offset_ += kTarBlock + padded(mine.text_size);
}

void TarWriter::follow_rank_0(Comm& comm) {
  offset_ = from_bytes<uint64_t>(comm.broadcast(to_bytes<uint64_t>(std::span(&offset_, 1)), 0))[0];
}

uint64_t TarWriter::begin_member(uint64_t head) {
  member_ = offset_;
  return offset_ + kTarBlock + head;
}

void TarWriter::end_member(std::string_view name, std::span<const std::byte> head, uint64_t end) {
  const uint64_t size = end - member_ - kTarBlock;
  put(member_, tar_header(name, size));
  put(member_ + kTarBlock, head);
  offset_ = member_ + kTarBlock + padded(size);
}

void TarWriter::finish() {
  constexpr uint64_t kEnd = 2 * kTarBlock;  // zeros
  if (writes_) file_.resize(offset_ + kEnd);
}

void TarWriter::put(uint64_t offset, std::span<const std::byte> bytes) {
  if (writes_) file_.write(offset, bytes);
}

}  // namespace latecomer::cubex
