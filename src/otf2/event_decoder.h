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

/// Says how the decoding of an event file ended.
struct DecodeOutcome {
  enum class End : uint8_t {
    whole,         ///< Ended at the mark of the file's end, or after as many events as were asked for.
    truncated,     ///< Ended because the file ends before that mark.
    damaged,       ///< Ended because what comes next cannot be.
    no_event_file  ///< Ended at once: the file does not begin like one.
  };
  End end = End::whole;
  uint64_t events = 0;       ///< Counts the events that were forwarded.
  std::string_view problem;  ///< Says what cannot be, if the file is damaged.
};

/// Reads the event files of OTF2 3.0 that are not compressed, of either byte order.
class EventDecoder {
 public:
  /// Takes the archive's `chunk_size`, in bytes.
  EventDecoder(EventFile& file, uint64_t chunk_size, const MappingTables& tables, EventForwarder& forwarder);

  /// These functions forward all events, or those from a position on that `on_position` gave out.
  DecodeOutcome decode();
  DecodeOutcome decode_from(const trace::ReadPosition& position);

 private:
  enum class Step : uint8_t { next_chunk, end };
  struct Record {
    RecordType type;
    const uint8_t* content;
    uint64_t size;  ///< Is UINT64_MAX if the record ends beyond what the chunk has.
  };

  bool begin_chunk();
  /// Decodes the chunk whose records begin, or go on, at `at`.
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
  /// Ends the decoding because the records run out before the mark of the chunk's end.
  Step end_early();

  EventFile& file_;
  uint64_t chunk_size_;
  EventForwarder& forwarder_;

  /// Holds regions by the location's references; invalid: the reference has to be looked up.
  std::span<const trace::RegionId> regions_;
  /// Holds the regions of `regions_` if there is a mapping table.
  std::vector<trace::RegionId> own_regions_;
  bool is_first_chunk_ = true;
  uint64_t next_position_ = 0;  ///< Is the offset in the file from which on the next position is reported.
  ByteOrder order_ = ByteOrder::native;
  Ticks time_;  ///< Is the time of the next event.
  AttributeList attributes_;
  RecordDecoder record_decoder_;
  DecodeOutcome outcome_;
};

}  // namespace latecomer::otf2
