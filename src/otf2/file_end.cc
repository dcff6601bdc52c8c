// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// libotf2 reads a file chunk by chunk into memory that it does not clear. If the file ends in the middle of a
// chunk, it goes on with whatever that memory held before: a last event made of two halves, or events of
// another location. From definitions that do not end it even runs on for ever. So the end is found here
// first, and libotf2 is asked for no more events than the file has, and for no definitions of a damaged file.
//
//     chunk:   3, byte order, number of the first event (8 bytes), of the last (8 bytes), records, 0 (next
//     chunk)
//                                                                                              or 2 (end of
//                                                                                              the file)
//     record:  5, time (8 bytes)
//              type, length (1 byte, or 255 and 8 bytes), content
//
// Records before an event that belong to it (its time, its attributes) are not events.

#include "otf2/file_end.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

namespace latecomer::otf2 {
namespace {

constexpr uint8_t kEndOfChunk = 0;
constexpr uint8_t kEndOfFile = 2;
constexpr uint8_t kChunkHeader = 3;
constexpr uint8_t kTime = 5;
constexpr uint8_t kAttributes = 6;
/// Events whose only field is a reference or request: regions, requests, threads of a fork, tasks.
constexpr uint8_t kSingleFieldEvents[] = {12, 13, 16, 17, 20, 21, 24, 28, 29, 30};
constexpr char kLittleEndian = 'B';
constexpr size_t kLastEvent = 10;  // where the header says its number
constexpr size_t kHeaderSize = 18;
constexpr uint8_t kLongLength = 255;

static_assert(std::endian::native == std::endian::little, "chunk headers are read as they are");

uint64_t read_number(std::string_view bytes, size_t position) {
  uint64_t number = 0;
  std::memcpy(&number, bytes.data() + position, sizeof(number));
  return number;
}

/// What matters of an event file's end.
struct LastChunk {
  uint64_t events_before = 0;  ///< as the chunk before it says
  std::string bytes;
};

LastChunk read_last_chunk(const std::string& path, uint64_t chunk_size) {
  LastChunk last;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (size <= 0 || chunk_size < kHeaderSize) return last;
  const uint64_t begin = (static_cast<uint64_t>(size) - 1) / chunk_size * chunk_size;
  if (begin > 0) {
    std::string header(kHeaderSize, '\0');
    file.seekg(static_cast<std::streamoff>(begin - chunk_size));
    file.read(header.data(), static_cast<std::streamsize>(header.size()));
    last.events_before = read_number(header, kLastEvent);
  }
  last.bytes.resize(static_cast<uint64_t>(size) - begin);
  file.seekg(static_cast<std::streamoff>(begin));
  file.read(last.bytes.data(), static_cast<std::streamsize>(last.bytes.size()));
  return last;
}

constexpr size_t kNowhere = SIZE_MAX;

/// The position after a record of a type, a length and a content; kNowhere if it is not whole.
size_t after_record(std::string_view chunk, size_t position) {
  if (position + 1 >= chunk.size()) return kNowhere;
  const uint8_t length = static_cast<uint8_t>(chunk[position + 1]);
  if (length != kLongLength) return position + 2 + length;
  if (position + 2 + sizeof(uint64_t) > chunk.size()) return kNowhere;
  const uint64_t long_length = read_number(chunk, position + 2);
  return long_length < chunk.size() ? position + 2 + sizeof(uint64_t) + long_length : kNowhere;
}

/// The same for an event file, where times and undefined single fields are written shorter.
size_t after_event_record(std::string_view chunk, size_t position) {
  const uint8_t type = static_cast<uint8_t>(chunk[position]);
  if (type == kTime) return position + 1 + sizeof(uint64_t);
  const bool has_single_field = std::find(std::begin(kSingleFieldEvents), std::end(kSingleFieldEvents),
                                          type) != std::end(kSingleFieldEvents);
  const bool is_undefined =
      position + 1 < chunk.size() && static_cast<uint8_t>(chunk[position + 1]) == kLongLength;
  return has_single_field && is_undefined ? position + 2 : after_record(chunk, position);
}

bool has_header(std::string_view chunk) {
  return chunk.size() >= kHeaderSize && chunk[0] == kChunkHeader && chunk[1] == kLittleEndian;
}

/// How the records of a chunk of definitions end: with one of the two marks, or nothing if they run out of
/// it.
std::optional<uint8_t> end_of_definitions(std::string_view chunk) {
  if (!has_header(chunk)) return std::nullopt;
  for (size_t position = kHeaderSize; position < chunk.size(); position = after_record(chunk, position)) {
    const uint8_t type = static_cast<uint8_t>(chunk[position]);
    if (type == kEndOfFile || type == kEndOfChunk) return type;
  }
  return std::nullopt;
}

}  // namespace

EventFileEnd find_event_file_end(const std::string& path, uint64_t chunk_size) {
  const LastChunk last = read_last_chunk(path, chunk_size);
  const std::string_view chunk = last.bytes;
  EventFileEnd end{false, last.events_before};
  if (chunk.size() < kHeaderSize) return end;
  if (!has_header(chunk)) return {};
  size_t position = kHeaderSize;
  while (position < chunk.size()) {
    const uint8_t type = static_cast<uint8_t>(chunk[position]);
    if (type == kEndOfFile) return {};
    if (type == kEndOfChunk) return end;
    position = after_event_record(chunk, position);
    if (position <= chunk.size() && type != kTime && type != kAttributes) ++end.events;
  }
  return end;
}

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

}  // namespace latecomer::otf2
