// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/tar_writer.h"

#include <string>
#include <vector>

#include "cubex/tar_header.h"

namespace latecomer::cubex {

namespace {

/// Returns whether CubeLib misses the next member. It skips size / 512 + 1 blocks behind a header: it takes
/// the next member for part of one of whole blocks, and the metric of that one for zero.
bool hides_the_next(uint64_t size) {
  return size % kTarBlock == 0;
}

}  // namespace

void TarWriter::add_member(std::string_view name, std::span<const std::byte> content) {
  put(offset_ + kTarBlock, content);
  finish_member(name, content.size());
}

void TarWriter::add_member(std::string_view name, std::string_view content) {
  add_member(name, std::as_bytes(std::span(content)));
}

void TarWriter::add_shared_member(std::string_view name, const TextBlock& mine) {
  std::vector<std::span<const std::byte>> chunks;
  for (const LargeText& chunk : mine.chunks) chunks.push_back(std::as_bytes(std::span(chunk)));
  file_.write(offset_ + kTarBlock + mine.begin, chunks);
  finish_member(name, mine.text_size);
}

void TarWriter::follow_rank_0(Comm& comm) {
  offset_ = from_bytes<uint64_t>(comm.broadcast(to_bytes<uint64_t>(std::span(&offset_, 1)), 0))[0];
}

uint64_t TarWriter::begin_member(uint64_t head) const {
  return offset_ + kTarBlock + head;
}

void TarWriter::end_member(std::string_view name, std::span<const std::byte> head, uint64_t end) {
  put(offset_ + kTarBlock, head);
  finish_member(name, end - offset_ - kTarBlock);
}

void TarWriter::finish_member(std::string_view name, uint64_t size) {
  const uint64_t end = offset_ + kTarBlock + size;
  if (hides_the_next(size)) put(end, std::as_bytes(std::span("\n", 1)));
  const uint64_t stored = size + (hides_the_next(size) ? 1 : 0);
  put(offset_, tar_header(name, stored));
  offset_ += kTarBlock + padded(stored);
}

void TarWriter::finish() {
  constexpr uint64_t kEnd = 2 * kTarBlock;  // Counts the zeros at the end of an archive.
  if (writes_) file_.resize(offset_ + kEnd);
}

void TarWriter::put(uint64_t offset, std::span<const std::byte> bytes) {
  if (writes_) file_.write(offset, bytes);
}

}  // namespace latecomer::cubex
