// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "otf2/attribute_list.h"
#include "otf2/event_forwarder.h"
#include "otf2/event_records.h"
#include "otf2/mapping_tables.h"
#include "otf2/record_fields.h"

namespace latecomer::otf2 {

/// Reads the fields of events' records in the order in which they are written, and forwards them.
class RecordDecoder {
 public:
  RecordDecoder(AttributeList& attributes, const MappingTables& tables, EventForwarder& forwarder)
      : attributes_(attributes), tables_(tables), forwarder_(forwarder) {}

  /// Decodes the record of event number `event`, by which its attributes are found. Returns false, and
  /// nothing is forwarded, if the fields go beyond the end of the record.
  bool decode(RecordType type, RecordFields fields, Ticks time, uint64_t event);

 private:
  template <class Record>
  bool decode(RecordFields& fields, Ticks time, uint64_t event);

  AttributeList& attributes_;
  const MappingTables& tables_;
  EventForwarder& forwarder_;
};

}  // namespace latecomer::otf2
