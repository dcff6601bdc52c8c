// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "otf2/attribute_list.h"
#include "otf2/event_forwarder.h"
#include "otf2/mapping_tables.h"
#include "otf2/record_fields.h"
#include "otf2/record_types.h"

namespace latecomer::otf2 {

/// Reads the fields of events' records in the order in which they are written, and forwards them.
class RecordDecoder {
 public:
  RecordDecoder(AttributeList& attributes, const MappingTables& tables, EventForwarder& forwarder)
      : attributes_(attributes), tables_(tables), forwarder_(forwarder) {}

  /// `event` is its number, by which its attributes are found. False, and nothing is forwarded, if the fields
  /// go beyond the end of the record.
  bool decode(RecordType type, const RecordFields& fields, Ticks time, uint64_t event) {
    fields_ = fields;
    time_ = time;
    event_ = event;
    return decode(type);
  }

 private:
  bool decode(RecordType type);
  bool decode_region(RecordType type);
  bool decode_calling_context(RecordType type);
  bool decode_message(trace::EventKind kind);
  bool decode_request(trace::EventKind kind);
  bool decode_collective(trace::EventKind kind);
  bool decode_communicator(trace::EventKind kind);
  bool decode_parameter();
  bool decode_omp(RecordType type);
  bool decode_thread(RecordType type);
  bool decode_team(trace::EventKind kind);
  bool decode_thread_life(RecordType type);
  bool decode_lock(trace::EventKind kind);
  bool decode_rma(RecordType type);
  bool decode_window(trace::EventKind kind);
  bool decode_window_collective();
  bool decode_group_sync();
  bool decode_window_lock(trace::EventKind kind);
  bool decode_access(trace::EventKind kind);
  bool decode_access_completion(trace::EventKind kind);
  bool decode_file(RecordType type);
  bool decode_file_operation(RecordType type);
  bool decode_run(RecordType type);
  bool forward_plain(trace::EventKind kind);
  std::span<const Attribute> attributes() { return attributes_.decode(event_, fields_.order(), tables_); }

  RecordFields fields_{nullptr, 0, ByteOrder::native};
  Ticks time_;
  uint64_t event_ = 0;
  AttributeList& attributes_;
  const MappingTables& tables_;
  EventForwarder& forwarder_;
};

}  // namespace latecomer::otf2
