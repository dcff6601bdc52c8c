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

/// This thread's own. Higher levels make files at most a hundredth smaller.
libdeflate_compressor* compressor() {
  constexpr int kFastest = 1;
  thread_local const std::unique_ptr<libdeflate_compressor, FreeCompressor> own(
      libdeflate_alloc_compressor(kFastest));
  CHECK(own != nullptr);
  return own.get();
}

libdeflate_decompressor* decompressor() {
  thread_local const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> own(
      libdeflate_alloc_decompressor());
  CHECK(own != nullptr);
  return own.get();
}

}  // namespace

std::vector<std::byte> compressed(std::span<const std::byte> bytes) {
  const size_t room = libdeflate_zlib_compress_bound(compressor(), bytes.size());
  const std::unique_ptr<std::byte[]> stream = std::make_unique_for_overwrite<std::byte[]>(room);
  const size_t size = libdeflate_zlib_compress(compressor(), bytes.data(), bytes.size(), stream.get(), room);
  CHECK(size > 0);
  return {stream.get(), stream.get() + size};
}

bool decompress(std::span<const std::byte> stream, std::span<std::byte> out) {
  return libdeflate_zlib_decompress(decompressor(), stream.data(), stream.size(), out.data(), out.size(),
                                    nullptr) == LIBDEFLATE_SUCCESS;
}

std::optional<std::vector<std::byte>> gunzip(std::span<const std::byte> file) {
  // The file's end tells the size, but it may be damaged.
  constexpr size_t kLargestRatio = 1040;
  const size_t most = file.size() * kLargestRatio;
  std::vector<std::byte> content;
  libdeflate_result result = LIBDEFLATE_INSUFFICIENT_SPACE;
  while (result == LIBDEFLATE_INSUFFICIENT_SPACE && content.size() < most) {
    content = std::vector<std::byte>(std::min(most, std::max(4 * file.size(), 4 * content.size())));
    size_t size = 0;
    result = libdeflate_gzip_decompress(decompressor(), file.data(), file.size(), content.data(),
                                        content.size(), &size);
    content.resize(result == LIBDEFLATE_SUCCESS ? size : content.size());
  }
  if (result != LIBDEFLATE_SUCCESS) return std::nullopt;
  return content;
}

}  // namespace latecomer::cubex
