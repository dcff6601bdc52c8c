// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// libotf2 reads a file chunk by chunk into memory that it does not clear. If the file ends in the middle of a
// chunk, it goes on with whatever that memory held before, and from definitions that do not end it even runs
// on for ever. So the end is looked for here first, and libotf2 is asked for no definitions of a damaged
// file.
//
//     chunk:   3, byte order, two numbers (8 bytes each), records, 0 (next chunk) or 2 (end of the file)
//     record:  type, length (1 byte, or 255 and 8 bytes), content

#include "otf2/definitions_end.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

namespace latecomer::otf2 {
namespace {

constexpr uint8_t kEndOfChunk = 0;
constexpr uint8_t kEndOfFile = 2;
constexpr uint8_t kChunkHeader = 3;
constexpr char kLittleEndian = 'B';
constexpr size_t kHeaderSize = 18;
constexpr uint8_t kLongLength = 255;
constexpr size_t kNowhere = SIZE_MAX;

static_assert(std::endian::native == std::endian::little, "lengths are read as they are");

/// The position after a record; kNowhere if it is not whole.
size_t after_record(std::string_view chunk, size_t position) {
  if (position + 1 >= chunk.size()) return kNowhere;
  const uint8_t length = static_cast<uint8_t>(chunk[position + 1]);
  if (length != kLongLength) return position + 2 + length;
  uint64_t long_length = 0;
  if (position + 2 + sizeof(long_length) > chunk.size()) return kNowhere;
  std::memcpy(&long_length, chunk.data() + position + 2, sizeof(long_length));
  return long_length < chunk.size() ? position + 2 + sizeof(long_length) + long_length : kNowhere;
}

/// How the records of a chunk end: with one of the two marks, or nothing if they run out of it.
std::optional<uint8_t> end_of_definitions(std::string_view chunk) {
  const bool has_header =
      chunk.size() >= kHeaderSize && chunk[0] == kChunkHeader && chunk[1] == kLittleEndian;
  if (!has_header) return std::nullopt;
  for (size_t position = kHeaderSize; position < chunk.size(); position = after_record(chunk, position)) {
    const uint8_t type = static_cast<uint8_t>(chunk[position]);
    if (type == kEndOfFile || type == kEndOfChunk) return type;
  }
  return std::nullopt;
}

}  // namespace

bool is_complete_definitions_file(const std::string& path, uint64_t chunk_size) {
  std::ifstream file(path, std::ios::binary);
  std::error_code problem;
  const uintmax_t size = std::filesystem::file_size(path, problem);
  if (problem) return false;
  std::string chunk(std::min<uintmax_t>(chunk_size, size), '\0');
  while (file) {
    file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    const std::string_view content = std::string_view(chunk).substr(0, static_cast<size_t>(file.gcount()));
    const bool is_of_other_byte_order = content.size() >= kHeaderSize && content[1] != kLittleEndian;
    if (is_of_other_byte_order) return true;  // libotf2 finds out
    const std::optional<uint8_t> end = end_of_definitions(content);
    if (end != kEndOfChunk) return end == kEndOfFile;
  }
  return false;
}

bool is_empty_definitions_file(const std::string& path) {
  std::array<char, kHeaderSize + 1> start{};
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const ssize_t size = ::read(descriptor, start.data(), start.size());
  ::close(descriptor);
  return size == std::ssize(start) && start[0] == kChunkHeader && start.back() == kEndOfFile;
}

}  // namespace latecomer::otf2
