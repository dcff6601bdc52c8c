// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/deflate.h"

#include <libdeflate.h>

#include <algorithm>
#include <memory>

#include "base/check.h"

namespace latecomer::cubex {

namespace {

struct FreeCompressor {
  void operator()(libdeflate_compressor* each) const { libdeflate_free_compressor(each); }
};
struct FreeDecompressor {
  void operator()(libdeflate_decompressor* each) const { libdeflate_free_decompressor(each); }
};

/// Owns a compressor of libdeflate, of which each thread has its own.
class Compressor {
 public:
  explicit Compressor(int level) : own_(libdeflate_alloc_compressor(level)) { CHECK(own_ != nullptr); }

  Bytes compress(std::span<const std::byte> bytes) const {
    const size_t room = libdeflate_zlib_compress_bound(own_.get(), bytes.size());
    Bytes packed(room);
    const size_t size = libdeflate_zlib_compress(own_.get(), bytes.data(), bytes.size(), packed.data(), room);
    CHECK(size > 0);
    packed.resize(size);
    packed.shrink_to_fit();
    return packed;
  }

 private:
  std::unique_ptr<libdeflate_compressor, FreeCompressor> own_;
};

/// Returns a compressor of level 1: higher levels make files at most a hundredth smaller.
const Compressor& fast_compressor() {
  thread_local const Compressor own(1);
  return own;
}

/// Returns a compressor that stores bytes as they are.
const Compressor& no_compressor() {
  thread_local const Compressor own(0);
  return own;
}

/// Returns whether compressing takes long and makes bytes hardly smaller, as times of many locations that
/// have little in common. A part of the bytes shows it.
bool are_hard_to_compress(std::span<const std::byte> bytes) {
  constexpr size_t kPart = size_t{16} << 10U;
  if (bytes.size() < 8 * kPart) return false;
  const size_t size = fast_compressor().compress(bytes.subspan(bytes.size() / 2, kPart)).size();
  return size > kPart / 4 * 3;
}

libdeflate_decompressor* decompressor() {
  thread_local const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> own(
      libdeflate_alloc_decompressor());
  CHECK(own != nullptr);
  return own.get();
}

}  // namespace

Bytes compressed(std::span<const std::byte> bytes) {
  return (are_hard_to_compress(bytes) ? no_compressor() : fast_compressor()).compress(bytes);
}

uint32_t checksum(std::span<const std::byte> bytes, uint32_t of_those_before) {
  // For libdeflate, no bytes at no address mean to begin anew.
  return bytes.empty() ? of_those_before : libdeflate_crc32(of_those_before, bytes.data(), bytes.size());
}

bool decompress(std::span<const std::byte> packed, std::span<std::byte> out) {
  return libdeflate_zlib_decompress(decompressor(), packed.data(), packed.size(), out.data(), out.size(),
                                    nullptr) == LIBDEFLATE_SUCCESS;
}

std::optional<Bytes> gunzip(std::span<const std::byte> file, size_t limit) {
  // The file's end has the size, but it may be damaged.
  constexpr size_t kLargestRatio = 1040;
  const size_t most = std::min(limit, file.size() * kLargestRatio);
  Bytes content;
  libdeflate_result result = LIBDEFLATE_INSUFFICIENT_SPACE;
  while (result == LIBDEFLATE_INSUFFICIENT_SPACE && content.size() < most) {
    content = Bytes(std::min(most, std::max(4 * file.size(), 4 * content.size())));
    size_t size = 0;
    result = libdeflate_gzip_decompress(decompressor(), file.data(), file.size(), content.data(),
                                        content.size(), &size);
    content.resize(result == LIBDEFLATE_SUCCESS ? size : content.size());
  }
  if (result != LIBDEFLATE_SUCCESS) return std::nullopt;
  return content;
}

}  // namespace latecomer::cubex
