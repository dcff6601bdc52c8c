// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// libotf2 reads an event file chunk by chunk into memory that it does not clear. If the file ends in the
// middle of a chunk, it goes on with whatever that memory held before: a last event made of two halves, or
// events of another location. So the end is found here first, and libotf2 is asked for no more events than
// the file has.
//
//     chunk:   3, byte order, number of the first event (8 bytes), of the last (8 bytes), records, 0 (next
//     chunk)
//                                                                                              or 2 (end of
//                                                                                              the file)
//     record:  5, time (8 bytes)
//              type, length (1 byte, or 255 and 8 bytes), content
//
// Records before an event that belong to it (its time, its attributes) are not events.

#include "otf2/event_file_end.h"

#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

namespace latecomer::otf2 {
namespace {

constexpr uint8_t kEndOfChunk = 0;
constexpr uint8_t kEndOfFile = 2;
constexpr uint8_t kChunkHeader = 3;
constexpr uint8_t kTime = 5;
constexpr uint8_t kAttributes = 6;
constexpr uint8_t kEnter = 12;
constexpr uint8_t kLeave = 13;
constexpr char kLittleEndian = 'B';
constexpr size_t kHeaderSize = 18;
constexpr uint8_t kLongLength = 255;

static_assert(std::endian::native == std::endian::little, "chunk headers are read as they are");

uint64_t read_number(std::string_view bytes, size_t position) {
  uint64_t number = 0;
  std::memcpy(&number, bytes.data() + position, sizeof(number));
  return number;
}

/// The file from the begin of its last chunk.
std::string read_last_chunk(const std::string& path, uint64_t chunk_size) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (size <= 0 || chunk_size == 0) return {};
  const uint64_t begin = (static_cast<uint64_t>(size) - 1) / chunk_size * chunk_size;
  std::string chunk(static_cast<uint64_t>(size) - begin, '\0');
  file.seekg(static_cast<std::streamoff>(begin));
  file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
  return file ? chunk : std::string();
}

/// The position after the record at `position`, which is beyond the chunk if the record is not whole.
size_t next_record(std::string_view chunk, size_t position) {
  constexpr size_t kNowhere = SIZE_MAX;
  const uint8_t type = static_cast<uint8_t>(chunk[position]);
  if (type == kTime) return position + 1 + sizeof(uint64_t);
  if (position + 1 >= chunk.size()) return kNowhere;
  const uint8_t length = static_cast<uint8_t>(chunk[position + 1]);
  if (length != kLongLength) return position + 2 + length;
  if (type == kEnter || type == kLeave) return position + 2;  // 255 stands for no region
  if (position + 2 + sizeof(uint64_t) > chunk.size()) return kNowhere;
  const uint64_t long_length = read_number(chunk, position + 2);
  return long_length < chunk.size() ? position + 2 + sizeof(uint64_t) + long_length : kNowhere;
}

}  // namespace

EventFileEnd find_event_file_end(const std::string& path, uint64_t chunk_size) {
  const std::string chunk = read_last_chunk(path, chunk_size);
  // A chunk with an incomplete header has no events, but those before it are whole: libotf2 stops there by
  // itself.
  if (chunk.size() < kHeaderSize || chunk[0] != kChunkHeader || chunk[1] != kLittleEndian) return {};
  EventFileEnd end{false, read_number(chunk, 2) - 1};
  size_t position = kHeaderSize;
  while (position < chunk.size()) {
    const uint8_t type = static_cast<uint8_t>(chunk[position]);
    if (type == kEndOfFile) return {};
    if (type == kEndOfChunk) return end;
    position = next_record(chunk, position);
    if (position <= chunk.size() && type != kTime && type != kAttributes) ++end.events;
  }
  return end;
}

}  // namespace latecomer::otf2
