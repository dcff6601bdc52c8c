// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <tuple>
#include <type_traits>

#include "otf2/event_record_fields.h"

// This file has the table event_records.def as types: reading, writing and copying events are templates over
// them.
namespace latecomer::otf2 {

/// Is the first byte of a record in an event file. Those up to `attributes` are no events; events are called
/// as OTF2 does.
enum class RecordType : uint8_t {
  chunk_end = 0,
  file_end = 2,
  chunk_begin = 3,
  time = 5,
  attributes = 6,
  last_before_events = 9,
#define EVENT_RECORD(name, kind, fields, besides) name,
#include "otf2/event_records.def"
};
inline constexpr RecordType kFirstEvent = RecordType::BufferFlush;
static_assert(static_cast<uint8_t>(RecordType::CommDestroy) == 88);

/// Says what of an event is set besides its record's fields.
enum class Besides : uint8_t {
  nothing,
  call_stack,  ///< Is set from an attribute.
  sources,     ///< Is set from an attribute.
  offset,      ///< Is set from an attribute.
  extension,   ///< Is attributes with the fields of an event for which OTF2 has no record.
  openmp,      ///< Is the paradigm, which records of OpenMP do not say.
  program,     ///< Is the program that ends: only its begin says it.
};

/// Is libotf2's function that writes records with such fields.
template <class... Values>
using WriteFunction = OTF2_ErrorCode (*)(OTF2_EvtWriter*, OTF2_AttributeList*, OTF2_TimeStamp, Values...);

/// Lists the fields of a record; none of those that are of no use.
template <class... Fields>
struct FieldList {
  /// Sets the fields of an event; returns false if one of them refers to what is not defined.
  template <class... Values>
  static bool set(trace::Event& event, const ArchiveIds& ids, Values... values) {
    bool are_defined = true;
    ((are_defined = Fields::set(event, values, ids) && are_defined), ...);
    return are_defined;
  }
  /// Makes references global ones.
  template <class... Values>
  static void map(const MappingTables& tables, Values&... values) {
    (map_field<Fields>(tables, values), ...);
  }

 private:
  template <class Field, class Value>
  static void map_field(const MappingTables& tables, Value& value) {
    if constexpr (requires { Field::kTable; }) value = (tables.*Field::kTable)(value);
  }
};
template <>
struct FieldList<> {
  template <class... Values>
  static bool set(trace::Event&, const ArchiveIds&, Values...) {
    return true;
  }
  template <class... Values>
  static void map(const MappingTables&, Values&...) {}
};

template <RecordType type, trace::EventKind kind, class Fields, Besides besides, auto write>
struct EventRecord;
template <RecordType type, trace::EventKind kind, class FieldsOfTable, Besides besides, class... Types,
          WriteFunction<Types...> write>
struct EventRecord<type, kind, FieldsOfTable, besides, write> {
  static constexpr RecordType kType = type;
  static constexpr trace::EventKind kKind = kind;
  static constexpr Besides kBesides = besides;
  static constexpr WriteFunction<Types...> kWrite = write;
  using Fields = FieldsOfTable;
  /// Holds the fields as libotf2 passes them: their types say how they are laid out (record_fields.h). A list
  /// is behind the number of its entries.
  using Values = std::tuple<Types...>;
  /// Says whether the record has a second time, of 8 bytes, as only this one has.
  static constexpr bool kHasStop = type == RecordType::BufferFlush;
  /// Says whether the record is a single number without a length before it, as in the oldest records.
  static constexpr bool kIsSingleNumber = type < RecordType::Metric && sizeof...(Types) == 1 && !kHasStop &&
                                          !(std::is_same_v<Types, uint8_t> && ...);
};

// Records that OTF2 has replaced are read like all others.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
namespace records {
using namespace fields;
#define FIELD_LIST(...) FieldList<__VA_ARGS__>
#define EVENT_RECORD(name, kind, fields, besides)                                                         \
  using name = EventRecord<RecordType::name, trace::EventKind::kind, FIELD_LIST fields, Besides::besides, \
                           OTF2_EvtWriter_##name>;
#include "otf2/event_records.def"
#undef FIELD_LIST
}  // namespace records
#pragma GCC diagnostic pop

/// Returns whether records of that type have a single number and no length before it.
constexpr bool is_single_number(RecordType type) {
  switch (type) {
#define EVENT_RECORD(name, kind, fields, besides) \
  case RecordType::name:                          \
    return records::name::kIsSingleNumber;
#include "otf2/event_records.def"
    default:
      return false;
  }
}

}  // namespace latecomer::otf2
