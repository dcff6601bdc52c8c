// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Nearly all of what latecomer reads are times, enters and leaves, and reading is the least that an analysis
// can cost. So these three are taken from the bytes where they lie, with a look at whether they are all
// there; all other records go the careful way, through RecordFields.
//
//     file:    chunks, each at a multiple of the archive's chunk size
//     chunk:   3, byte order ('B': little, '#': big endian), number of its first event (8 bytes), of its last
//              (8 bytes), records, 0 (the next chunk follows) or 2 (the file ends)
//     record:  5, time (8 bytes)                     of all events that follow; written when it changes
//              6, length, attributes                 of the next event
//              type, length, fields                  an event
//              type, number                          an event of a type of `is_single_number`
//     length:  1 byte, or 255 and 8 bytes
//     number:  how many bytes follow (leading zeros are left out), these bytes; or 255: all bits are set
//
// A record may have more fields than are known here, and types may be unknown; lengths lead over them. Cost:
// one step for each record.

#include "otf2/event_decoder.h"

#include <bit>

#include "otf2/record_decoder.h"

namespace latecomer::otf2 {
namespace {

constexpr size_t kHeaderSize = 18;
constexpr size_t kTimeSize = 1 + sizeof(uint64_t);
constexpr size_t kLongLengthSize = 2 + sizeof(uint64_t);
/// What is read of a record before it is known to be in memory. The padding has it.
constexpr ptrdiff_t kLongestStart = 16;
static_assert(kLongestStart <= EventFile::kPadding && kLongLengthSize <= kLongestStart);

constexpr uint8_t kLittleEndian = 'B';
constexpr uint8_t kBigEndian = '#';

constexpr uint64_t kBeyondChunk = UINT64_MAX;

}  // namespace

DecodeOutcome EventDecoder::decode(uint64_t most_events) {
  while (begin_chunk() && decode_chunk(most_events) == Step::next_chunk) {
  }
  return outcome_;
}

EventDecoder::Step EventDecoder::end_with(DecodeOutcome::End end, std::string_view problem) {
  outcome_.end = end;
  outcome_.problem = problem;
  return Step::end;
}

EventDecoder::Step EventDecoder::end_early() {
  if (file_.is_file_end()) return end_with(DecodeOutcome::End::truncated);
  return end_with(DecodeOutcome::End::damaged, "a record goes beyond its chunk");
}

bool EventDecoder::begin_chunk() {
  file_.next_chunk(chunk_size_);
  const uint8_t* at = file_.begin();
  const auto size = static_cast<size_t>(file_.end() - at);
  const bool is_header = (size < 1 || at[0] == static_cast<uint8_t>(RecordType::chunk_begin)) &&
                         (size < 2 || at[1] == kLittleEndian || at[1] == kBigEndian);
  if (!is_header && is_first_chunk_) return end_with(DecodeOutcome::End::no_event_file), false;
  if (!is_header)
    return end_with(DecodeOutcome::End::damaged, "there is no chunk where one should be"), false;
  if (size < kHeaderSize) return end_early(), false;
  is_first_chunk_ = false;
  const std::endian order = at[1] == kBigEndian ? std::endian::big : std::endian::little;
  order_ = order == std::endian::native ? ByteOrder::native : ByteOrder::swapped;
  return true;
}

EventDecoder::Step EventDecoder::decode_chunk(uint64_t most_events) {
  const uint8_t* at = file_.begin() + kHeaderSize;
  const uint8_t* end = file_.end();
  while (outcome_.events < most_events) {
    if (end - at < kLongestStart) [[unlikely]] {
      if (!file_.is_last_part()) {
        file_.read_on(at, kLongestStart);
        at = file_.begin();
        end = file_.end();
      }
      if (at >= end) return end_early();
    }
    const auto type = static_cast<RecordType>(*at);
    switch (type) {
      case RecordType::time:
        if (end - at < static_cast<ptrdiff_t>(kTimeSize)) return end_early();
        time_ = Ticks(static_cast<int64_t>(load_number(at + 1, sizeof(uint64_t), order_)));
        at += kTimeSize;
        continue;
      case RecordType::enter:
      case RecordType::leave: {
        const uint8_t size = at[1];
        OTF2_RegionRef region = OTF2_UNDEFINED_REGION;
        if (size <= sizeof(region))
          region = static_cast<OTF2_RegionRef>(load_number(at + 2, size, order_));
        else if (size != kAllBitsSet)
          return end_with(DecodeOutcome::End::damaged, "a reference has too many bytes");
        at += size == kAllBitsSet ? 2 : 2 + size;
        if (at > end) return end_early();
        ++outcome_.events;
        if (type == RecordType::enter)
          forwarder_.enter(time_, tables_.regions(region));
        else
          forwarder_.leave(time_, tables_.regions(region));
        continue;
      }
      case RecordType::chunk_end:
        return Step::next_chunk;
      case RecordType::file_end:
        return Step::end;
      default:
        break;
    }
    const Record record = find_record(at);
    if (record.size == kBeyondChunk) return end_early();
    at = record.content + record.size;
    end = file_.end();
    if (type == RecordType::attributes) {
      attributes_.assign(record.content, record.size, outcome_.events);
      continue;
    }
    RecordDecoder decoder({record.content, record.size, order_}, time_, outcome_.events, attributes_, tables_,
                          forwarder_);
    if (!decoder.decode(type))
      return end_with(DecodeOutcome::End::damaged, "a record's fields go beyond its end");
    ++outcome_.events;
  }
  return Step::end;
}

/// The record at `at`, after reading on if need be.
EventDecoder::Record EventDecoder::find_record(const uint8_t* at) {
  Record record = begin_of_record(at);
  if (is_in_memory(record)) return record;
  constexpr uint64_t kMost = uint64_t{1} << 62;  // sums with it fit
  if (!file_.is_last_part() && record.size < kMost) {
    file_.read_on(at, static_cast<uint64_t>(record.content - at) + record.size);
    record = begin_of_record(file_.begin());
  }
  if (!is_in_memory(record)) record.size = kBeyondChunk;
  return record;
}

EventDecoder::Record EventDecoder::begin_of_record(const uint8_t* at) const {
  const auto type = static_cast<RecordType>(at[0]);
  const uint8_t length = at[1];
  if (is_single_number(type)) return {type, at + 1, length == kAllBitsSet ? 1U : 1U + length};
  if (length != kAllBitsSet) return {type, at + 2, length};
  return {type, at + kLongLengthSize, load_number(at + 2, sizeof(uint64_t), order_)};
}

bool EventDecoder::is_in_memory(const Record& record) const {
  return record.content <= file_.end() && record.size <= static_cast<uint64_t>(file_.end() - record.content);
}

}  // namespace latecomer::otf2
