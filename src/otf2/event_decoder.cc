// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Nearly all of what latecomer reads are times, enters and leaves, and reading is the least that an analysis
// can cost. So these three are taken from the bytes where they lie, as long as they are all there for sure.
// So are other events that are there as a whole, with their fields read by RecordDecoder. What stands at the
// end of what is in memory, and all that is unusual, goes the careful way.
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

#include <algorithm>
#include <bit>

#include "otf2/record_layout.h"

namespace latecomer::otf2 {
namespace {

constexpr size_t kHeaderSize = 18;
constexpr size_t kTimeSize = 1 + sizeof(uint64_t);
constexpr size_t kLongLengthSize = 2 + sizeof(uint64_t);
/// Is what is read before it is known how long it is: a time and an enter or leave, or a record's length. The
/// padding has as much.
constexpr ptrdiff_t kLongestStart = 32;
static_assert(kLongestStart <= EventFile::kPadding && kLongLengthSize <= kLongestStart);
static_assert(RecordFields::kReadBeyond <= EventFile::kPadding);

constexpr uint8_t kLittleEndian = 'B';
constexpr uint8_t kBigEndian = '#';

constexpr uint64_t kBeyondChunk = UINT64_MAX;
/// Is about how many bytes lie between two positions that are reported.
constexpr uint64_t kBetweenPositions = uint64_t{64} << 10U;

}  // namespace

EventDecoder::EventDecoder(EventFile& file, uint64_t chunk_size, const MappingTables& tables,
                           EventForwarder& forwarder)
    : file_(file),
      chunk_size_(chunk_size),
      forwarder_(forwarder),
      regions_(forwarder.ids().regions.dense()),
      record_decoder_(attributes_, tables, forwarder) {
  if (tables.are_empty) return;
  for (size_t ref = 0; ref < tables.regions.dense_size(); ++ref)
    own_regions_.push_back(forwarder.ids().regions.find(tables.regions(static_cast<uint32_t>(ref))));
  regions_ = own_regions_;
}

DecodeOutcome EventDecoder::decode() {
  while (begin_chunk() && decode_chunk(file_.begin() + kHeaderSize) == Step::next_chunk) {
  }
  return outcome_;
}

DecodeOutcome EventDecoder::decode_from(const trace::ReadPosition& position) {
  file_.begin_chunk_at(position.offset - position.offset % std::max<uint64_t>(chunk_size_, 1));
  if (!begin_chunk()) return outcome_;
  file_.go_to(position.offset);
  time_ = position.time;
  outcome_.events = position.events;
  return decode_chunk(file_.begin()) == Step::next_chunk ? decode() : outcome_;
}

void EventDecoder::report_position(const uint8_t* at) {
  const uint64_t position = file_.position(at);
  next_position_ = position + kBetweenPositions;
  forwarder_.position({position, outcome_.events, time_});
}

EventDecoder::Step EventDecoder::end_with(DecodeOutcome::End end, std::string_view problem) {
  outcome_.end = end;
  outcome_.problem = problem;
  return Step::end;
}

EventDecoder::Step EventDecoder::end_early() {
  if (file_.ends_in_chunk()) return end_with(DecodeOutcome::End::truncated);
  return end_with(DecodeOutcome::End::damaged, "a record goes beyond its chunk");
}

bool EventDecoder::begin_chunk() {
  if (!is_first_chunk_) forwarder_.progress(file_.part_read());
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

EventDecoder::Step EventDecoder::decode_chunk(const uint8_t* at) {
  bool has_attributes = false;  // the next event: then all of its record is looked at
  while (true) {
    if (!has_attributes)
      at = order_ == ByteOrder::native ? decode_events<ByteOrder::native>(at)
                                       : decode_events<ByteOrder::swapped>(at);
    if (!has_attributes && file_.position(at) >= next_position_) {
      report_position(at);
      if (forwarder_.has_enough()) return Step::end;
    }
    if (at >= file_.end() && file_.is_last_part()) return end_early();
    if (at >= file_.end()) {
      file_.read_on(at, kLongestStart);
      at = file_.begin();
      continue;
    }
    const auto type = static_cast<RecordType>(*at);
    if (type == RecordType::chunk_end) return Step::next_chunk;
    if (type == RecordType::file_end) return Step::end;
    const Record record = find_record(at);
    if (record.size == kBeyondChunk) return end_early();
    if (record.type != RecordType::time) has_attributes = record.type == RecordType::attributes;
    if (!decode_record(record))
      return end_with(DecodeOutcome::End::damaged, "a record's fields go beyond its end");
    at = record.content + record.size;
  }
}

inline EventDecoder::Record EventDecoder::begin_of_record(const uint8_t* at) const {
  const auto type = static_cast<RecordType>(at[0]);
  const uint8_t length = at[1];
  if (type == RecordType::time) return {type, at + 1, sizeof(uint64_t)};
  if (is_single_number(type)) return {type, at + 1, length == kAllBitsSet ? 1U : 1U + length};
  if (length != kAllBitsSet) return {type, at + 2, length};
  return {type, at + kLongLengthSize, load_number(at + 2, sizeof(uint64_t), order_)};
}

inline bool EventDecoder::is_in_memory(const Record& record) const {
  return record.content <= file_.end() && record.size <= static_cast<uint64_t>(file_.end() - record.content);
}

/// Returns false if its fields go beyond its end.
inline bool EventDecoder::decode_event(const Record& record) {
  return record_decoder_.decode(record.type, RecordFields(record.content, record.size, order_), time_,
                                outcome_.events);
}

/// Decodes times and events, as long as they are in memory for sure and their regions are known. Returns
/// where it stopped. Nearly all references have one byte; to expect that, instead of computing where the next
/// record is, lets the processor go ahead.
template <ByteOrder order>
const uint8_t* EventDecoder::decode_events(const uint8_t* at) {
  const uint8_t* const end = file_.end();
  const std::span<const trace::RegionId> regions = regions_;
  Ticks time = time_;
  uint64_t events = outcome_.events;
  while (end - at >= kLongestStart) {
    if (static_cast<RecordType>(*at) == RecordType::time) {
      time = Ticks(static_cast<int64_t>(load_number(at + 1, sizeof(uint64_t), order)));
      at += kTimeSize;
    }
    const auto type = static_cast<RecordType>(at[0]);
    const uint8_t size = at[1];
    if (type != RecordType::Enter && type != RecordType::Leave) {
      const Record record = begin_of_record(at);
      if (type < kFirstEvent || !is_in_memory(record)) break;
      time_ = time;
      outcome_.events = events;
      if (!decode_event(record)) break;
      ++events;
      at = record.content + record.size;
      continue;
    }
    size_t ref = at[2];
    if (size != 1) {
      if (size > sizeof(OTF2_RegionRef)) break;
      ref = load_number(at + 2, size, order);
    }
    const trace::RegionId region = ref < regions.size() ? regions[ref] : trace::RegionId();
    if (!region.valid()) break;
    if (size == 1)
      at += 3;
    else
      at += 2 + size;
    ++events;
    if (type == RecordType::Enter)
      forwarder_.enter(time, region);
    else
      forwarder_.leave(time, region);
  }
  time_ = time;
  outcome_.events = events;
  return at;
}

/// Returns false if its fields go beyond its end.
bool EventDecoder::decode_record(const Record& record) {
  if (record.type == RecordType::time) {
    time_ = Ticks(static_cast<int64_t>(load_number(record.content, sizeof(uint64_t), order_)));
    return true;
  }
  if (record.type == RecordType::attributes) {
    if (!has_attributes(RecordFields(record.content, record.size, order_))) return false;
    attributes_.assign(record.content, record.size, outcome_.events);
    return true;
  }
  if (!decode_event(record)) return false;
  ++outcome_.events;
  return true;
}

/// Returns the record at `at`, after reading on if need be: not before, because a file that ends here may not
/// be open.
EventDecoder::Record EventDecoder::find_record(const uint8_t* at) {
  constexpr uint64_t kMost = uint64_t{1} << 62;  // sums with it fit
  Record record = begin_of_record(at);
  while (!is_in_memory(record) && !file_.is_last_part() && record.size < kMost) {
    const uint64_t size = static_cast<uint64_t>(record.content - at) + record.size;
    const size_t had = static_cast<size_t>(file_.end() - at);
    file_.read_on(at, std::max<uint64_t>(size, kLongestStart));
    at = file_.begin();
    record = begin_of_record(at);
    if (static_cast<size_t>(file_.end() - at) == had) break;
  }
  if (!is_in_memory(record)) record.size = kBeyondChunk;
  return record;
}

}  // namespace latecomer::otf2
