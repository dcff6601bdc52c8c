// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/attribute_list.h"

#include <algorithm>

namespace latecomer::otf2 {

bool read_attribute_value(OTF2_Type type, RecordFields& fields, uint64_t& value) {
  uint32_t number = 0;
  switch (type) {
    case OTF2_TYPE_UINT8:
    case OTF2_TYPE_INT8:
      value = fields.read_fixed(sizeof(uint8_t));
      return true;
    case OTF2_TYPE_UINT16:
    case OTF2_TYPE_INT16:
      value = fields.read_fixed(sizeof(uint16_t));
      return true;
    case OTF2_TYPE_FLOAT:
      value = fields.read_fixed(sizeof(float));
      return true;
    case OTF2_TYPE_DOUBLE:
      value = fields.read_fixed(sizeof(double));
      return true;
    case OTF2_TYPE_UINT64:
    case OTF2_TYPE_INT64:
    case OTF2_TYPE_LOCATION:
      fields.read(value);
      return true;
    default:
      if (type == OTF2_TYPE_NONE || type > OTF2_TYPE_LOCATION_GROUP) return false;
      fields.read(number);
      value = number;
      return true;
  }
}

void AttributeList::assign(const uint8_t* bytes, size_t size, uint64_t event) {
  bytes_.resize(size + RecordFields::kReadBeyond);
  std::copy_n(bytes, size, bytes_.begin());
  size_ = size;
  event_ = event;
}

std::span<const Attribute> AttributeList::decode(uint64_t event, ByteOrder order,
                                                 const MappingTables& tables) {
  if (event != event_) return {};
  attributes_.clear();
  RecordFields fields(bytes_.data(), size_, order);
  uint32_t count = 0;
  fields.read(count);
  for (uint32_t i = 0; i < count; ++i) {
    Attribute attribute{};
    fields.read(attribute.ref, attribute.type);
    if (!read_attribute_value(attribute.type, fields, attribute.value) || !fields.are_whole()) break;
    attribute.ref = tables.attributes(attribute.ref);
    const auto ref = static_cast<uint32_t>(attribute.value);
    if (attribute.type == OTF2_TYPE_COMM) attribute.value = tables.communicators(ref);
    if (attribute.type == OTF2_TYPE_GROUP) attribute.value = tables.groups(ref);
    attributes_.push_back(attribute);
  }
  return attributes_;
}

}  // namespace latecomer::otf2
