// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "otf2/attribute_list.h"
#include "otf2/event_file.h"
#include "otf2/event_forwarder.h"
#include "otf2/mapping_tables.h"
#include "otf2/record_decoder.h"
#include "otf2/record_fields.h"

namespace latecomer::otf2 {

/// How the decoding of an event file ended.
struct DecodeOutcome {
  enum class End : uint8_t {
    whole,         ///< at the mark of the file's end, or after as many events as were asked for
    truncated,     ///< the file ends before that mark
    damaged,       ///< what comes next cannot be
    no_event_file  ///< the file does not begin like one
  };
  End end = End::whole;
  uint64_t events = 0;       ///< that were forwarded
  std::string_view problem;  ///< what cannot be, if damaged
};

/// Reads the event files of OTF2 3.0 that are not compressed, of either byte order.
class EventDecoder {
 public:
  /// `chunk_size` is the archive's, in bytes.
  EventDecoder(EventFile& file, uint64_t chunk_size, const MappingTables& tables, EventForwarder& forwarder);

  /// Forwards all events, or those from a position on that was told before.
  DecodeOutcome decode();
  DecodeOutcome decode_from(const trace::ReadPosition& position);

 private:
  enum class Step : uint8_t { next_chunk, end };
  struct Record {
    RecordType type;
    const uint8_t* content;
    uint64_t size;  ///< UINT64_MAX: it ends beyond what the chunk has
  };

  bool begin_chunk();
  /// `at` is where its records begin, or go on.
  Step decode_chunk(const uint8_t* at);
  void report_position(const uint8_t* at);
  template <ByteOrder order>
  const uint8_t* decode_events(const uint8_t* at);
  bool decode_record(const Record& record);
  bool decode_event(const Record& record);
  Record find_record(const uint8_t* at);
  bool is_in_memory(const Record& record) const;
  Record begin_of_record(const uint8_t* at) const;
  Step end_with(DecodeOutcome::End end, std::string_view problem = {});
  /// The records run out before the mark of the chunk's end.
  Step end_early();

  EventFile& file_;
  uint64_t chunk_size_;
  const MappingTables& tables_;
  EventForwarder& forwarder_;

  std::span<const trace::RegionId> regions_;  ///< by the location's references; invalid: look it up
  std::vector<trace::RegionId> own_regions_;  ///< for these, if there is a mapping table
  bool is_first_chunk_ = true;
  uint64_t next_position_ = 0;  ///< offset in the file from which on a position is told
  ByteOrder order_ = ByteOrder::native;
  Ticks time_;  ///< of the next event
  AttributeList attributes_;
  RecordDecoder record_decoder_;
  DecodeOutcome outcome_;
};

}  // namespace latecomer::otf2
