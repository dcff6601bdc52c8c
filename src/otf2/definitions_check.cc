// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// libotf2 reads a file chunk by chunk into memory that it does not clear. If the file ends in the middle of a
// chunk, it goes on with whatever that memory held before, and from definitions that do not end it even runs
// on for ever. It does not look where a record ends either (record_layout.cc). So all that is looked at here
// first, and libotf2 is asked for no definitions of a damaged file.
//
//     chunk:   3, byte order, two numbers (8 bytes each), records, 0 (next chunk) or 2 (end of the file)
//     record:  type, length (1 byte, or 255 and 8 bytes), content
//
// Cost: O(bytes); memory: a chunk.

#include "otf2/definitions_check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/regular_file.h"

namespace latecomer::otf2 {
namespace {

constexpr uint8_t kEndOfChunk = 0;
constexpr uint8_t kEndOfFile = 2;
constexpr uint8_t kChunkHeader = 3;
constexpr uint8_t kLittleEndian = 'B';
constexpr uint8_t kBigEndian = '#';
constexpr size_t kHeaderSize = 18;
constexpr uint8_t kLongLength = 255;

/// Is the records of one chunk, with so many bytes behind them as RecordFields may read.
class DefinitionsChunk {
 public:
  DefinitionsChunk(DefinitionsFile kind, const uint8_t* bytes, size_t size)
      : kind_(kind), bytes_(bytes), size_(size) {}

  /// Returns the mark at its end. `records` counts those before this chunk, and goes on.
  Result<uint8_t> check(uint64_t& records) const {
    const bool has_header = size_ >= kHeaderSize && bytes_[0] == kChunkHeader &&
                            (bytes_[1] == kLittleEndian || bytes_[1] == kBigEndian);
    size_t at = kHeaderSize;
    for (; has_header && at < size_; ++records) {
      const uint8_t type = bytes_[at];
      if (type == kEndOfFile || type == kEndOfChunk) return type;
      const std::optional<Record> record = find_record(at);
      if (!record) break;
      if (!has_fields_of_definition(kind_, type, RecordFields(bytes_ + record->begin, record->size, order())))
        return Error{fmt::format("damaged: definition {} says more than it has bytes for", records + 1)};
      at = record->begin + record->size;
    }
    return Error{"damaged or end in the middle"};
  }

 private:
  struct Record {
    size_t begin;  ///< Is the begin of its content.
    size_t size;
  };

  ByteOrder order() const {
    const bool is_little = bytes_[1] == kLittleEndian;
    return is_little == (std::endian::native == std::endian::little) ? ByteOrder::native : ByteOrder::swapped;
  }

  std::optional<Record> find_record(size_t at) const {
    if (at + 1 >= size_) return std::nullopt;
    const uint8_t length = bytes_[at + 1];
    Record record{at + 2, length};
    if (length == kLongLength) {
      record = {at + 2 + sizeof(uint64_t), load_number(bytes_ + at + 2, sizeof(uint64_t), order())};
    }
    const bool is_whole = record.begin <= size_ && record.size <= size_ - record.begin;
    return is_whole ? std::optional(record) : std::nullopt;
  }

  DefinitionsFile kind_;
  const uint8_t* bytes_;
  size_t size_;
};

/// Reads until the memory is full or the file ends. Returns how many bytes it got.
size_t read_full(int descriptor, uint8_t* bytes, size_t size) {
  size_t had = 0;
  while (had < size) {
    const ssize_t got = ::read(descriptor, bytes + had, size - had);
    if (got <= 0) break;
    had += static_cast<size_t>(got);
  }
  return had;
}

Status check_chunks(int descriptor, DefinitionsFile kind, size_t chunk_size) {
  std::vector<uint8_t> bytes(chunk_size + RecordFields::kReadBeyond);
  uint64_t records = 0;
  while (true) {
    const size_t size = read_full(descriptor, bytes.data(), chunk_size);
    TRY(const uint8_t end, DefinitionsChunk(kind, bytes.data(), size).check(records));
    if (end == kEndOfFile) return {};
  }
}

}  // namespace

Status check_definitions_file(const std::string& path, DefinitionsFile kind, uint64_t chunk_size) {
  TRY(const RegularFile file, RegularFile::open(path.c_str()));
  std::error_code problem;
  const uintmax_t size = std::filesystem::file_size(path, problem);
  if (problem) return Error{problem.message()};
  return check_chunks(file.descriptor(), kind, std::min<uintmax_t>(chunk_size, size));
}

bool is_empty_definitions_file(const std::string& path) {
  std::array<uint8_t, kHeaderSize + 1> start{};
  const Result<RegularFile> file = RegularFile::open(path.c_str());
  if (!file) return false;
  const size_t size = read_full(file.value().descriptor(), start.data(), start.size());
  return size == start.size() && start[0] == kChunkHeader && start.back() == kEndOfFile;
}

}  // namespace latecomer::otf2
