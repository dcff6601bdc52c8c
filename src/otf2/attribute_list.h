// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "otf2/event_forwarder.h"
#include "otf2/mapping_tables.h"
#include "otf2/record_fields.h"

namespace latecomer::otf2 {

/// Reads the value of an attribute of that type; returns false if the type is unknown.
bool read_attribute_value(OTF2_Type type, RecordFields& fields, uint64_t& value);

/// Is the list of attributes in front of an event. It is kept as it is written, and decoded only for the few
/// events whose attributes mean something.
class AttributeList {
 public:
  /// Takes the list of the event of that number, which comes next.
  void assign(const uint8_t* bytes, size_t size, uint64_t event);
  /// Returns the attributes of the event of that number, with global references; they live until the next
  /// call. What follows one of an unknown type is left out, because nobody knows where it begins.
  std::span<const Attribute> decode(uint64_t event, ByteOrder order, const MappingTables& tables);

 private:
  std::vector<uint8_t> bytes_;  ///< Has some more bytes, which RecordFields may read.
  size_t size_ = 0;
  uint64_t event_ = UINT64_MAX;
  std::vector<Attribute> attributes_;
};

}  // namespace latecomer::otf2
