// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/record_decoder.h"

#include <tuple>

namespace latecomer::otf2 {
namespace {

template <class... Values>
void read_fields(RecordFields& fields, Values&... values) {
  fields.read(values...);
}

// Two records have lists, of which nothing is of use. Each entry takes a byte at least, so the list ends with
// the record, whatever its length says.

void read_fields(RecordFields& fields, uint32_t& program, uint32_t& count, const OTF2_StringRef*&) {
  fields.read(program, count);
  OTF2_StringRef argument = 0;
  for (; count > 0 && fields.are_whole(); --count) fields.read(argument);
}

void read_fields(RecordFields& fields, uint32_t& metric, uint8_t& count, const OTF2_Type*&,
                 const OTF2_MetricValue*&) {
  fields.read(metric, count);
  OTF2_Type type = 0;
  uint64_t value = 0;
  for (; count > 0 && fields.are_whole(); --count) fields.read(type, value);
}

}  // namespace

template <class Record>
bool RecordDecoder::decode(RecordFields& fields, Ticks time, uint64_t event) {
  const auto decode_values = [&](auto&... values) {
    if constexpr (Record::kHasStop)
      ((values = fields.read_fixed(sizeof(values))), ...);
    else
      read_fields(fields, values...);
    if (!fields.are_whole()) return false;
    Record::Fields::map(tables_, values...);
    const auto attributes = [&] { return attributes_.decode(event, fields.order(), tables_); };
    forwarder_.forward<Record>(time, attributes, values...);
    return true;
  };
  typename Record::Values values{};
  return std::apply(decode_values, values);
}

bool RecordDecoder::decode(RecordType type, RecordFields fields, Ticks time, uint64_t event) {
  switch (type) {
#define EVENT_RECORD(name, kind, fields_of_kind, besides) \
  case RecordType::name:                                  \
    return decode<records::name>(fields, time, event);
#include "otf2/event_records.def"
    default:
      forwarder_.unknown(time);
      return true;
  }
}

}  // namespace latecomer::otf2
