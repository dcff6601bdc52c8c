// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/deflate.h"

#include <gtest/gtest.h>
#include <libdeflate.h>

#include <memory>
#include <random>

namespace latecomer::cubex {
namespace {

/// Neither equal nor without any pattern.
Bytes example_bytes(size_t size) {
  Bytes bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i % 7 * (i / 1000));
  return bytes;
}

Bytes gzipped(const Bytes& bytes) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(6), libdeflate_free_compressor);
  Bytes file(libdeflate_gzip_compress_bound(compressor.get(), bytes.size()));
  file.resize(
      libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(), file.data(), file.size()));
  return file;
}

TEST(Checksum, IsTheCrc32OfAllParts) {
  const std::span<const std::byte> digits = std::as_bytes(std::span("123456789", 9));
  EXPECT_EQ(checksum(digits), 0xCBF43926U);  // the check value in the CRC's definition
  EXPECT_EQ(checksum(digits.subspan(4), checksum(digits.first(4))), 0xCBF43926U);
  EXPECT_EQ(checksum({}, 0xCBF43926U), 0xCBF43926U);  // a rank without locations
}

TEST(Deflate, KeepsEveryByte) {
  for (const size_t size : {0, 1, 10'000, 1'000'000}) {
    const Bytes bytes = example_bytes(size);
    Bytes out(size);
    EXPECT_TRUE(decompress(compressed(bytes), out));
    EXPECT_TRUE(out == bytes) << size;
  }
}

TEST(Deflate, KeepsWhatIsHardToCompress) {
  std::mt19937 random(1);
  Bytes bytes(500'000);
  for (std::byte& each : bytes) each = static_cast<std::byte>(random());
  const Bytes stream = compressed(bytes);
  EXPECT_LT(stream.size(), bytes.size() + 1000);
  Bytes out(bytes.size());
  EXPECT_TRUE(decompress(stream, out));
  EXPECT_TRUE(out == bytes);
}

TEST(Deflate, RefusesStreamsThatAreDamagedOrOfAnotherSize) {
  const Bytes stream = compressed(example_bytes(10'000));
  Bytes smaller(9'999);
  Bytes larger(10'001);
  EXPECT_FALSE(decompress(stream, smaller));
  EXPECT_FALSE(decompress(stream, larger));
  Bytes out(10'000);
  EXPECT_FALSE(decompress(std::span(stream).first(stream.size() / 2), out));
  Bytes damaged = stream;
  damaged.back() ^= std::byte{1};  // the checksum
  EXPECT_FALSE(decompress(damaged, out));
}

TEST(Gunzip, KeepsEveryByteHoweverMuchLargerThanTheFile) {
  for (const Bytes& bytes : {Bytes(), example_bytes(100), Bytes(5'000'000), example_bytes(1'000'000)}) {
    const std::optional<Bytes> content = gunzip(gzipped(bytes), bytes.size() + 1);
    ASSERT_TRUE(content) << bytes.size();
    EXPECT_TRUE(*content == bytes) << bytes.size();
  }
}

TEST(Gunzip, RefusesFilesThatAreDamagedOrEndInTheMiddle) {
  const Bytes file = gzipped(example_bytes(10'000));
  for (const size_t size : {size_t{0}, size_t{5}, file.size() / 2, file.size() - 1})
    EXPECT_FALSE(gunzip(std::span(file).first(size), SIZE_MAX)) << size;
  Bytes damaged = file;
  damaged[damaged.size() - 6] ^= std::byte{1};  // the checksum
  EXPECT_FALSE(gunzip(damaged, SIZE_MAX));
}

TEST(Gunzip, RefusesFilesThatHoldMoreThanTheLimit) {
  const Bytes file = gzipped(Bytes(5'000'000));
  EXPECT_TRUE(gunzip(file, 5'000'000));
  EXPECT_FALSE(gunzip(file, 4'999'999));
}

}  // namespace
}  // namespace latecomer::cubex
