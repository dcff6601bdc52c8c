// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// libotf2's function that writes a record has the types of its fields, record_names.def has their names: that
// is all that reading a record takes. A list comes after the number of its entries, and a value of any type
// after that type, so the number that came last is kept.

#include "otf2/archive_records.h"

#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "otf2/archive_files.h"
#include "otf2/definitions_check.h"
#include "otf2/library.h"
#include "otf2/location_reader.h"

// Kinds that OTF2 has replaced are read like all others.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace latecomer::otf2 {
namespace {

using trace::FieldType;
using trace::FieldValue;
using trace::RecordField;
using trace::RecordKind;

/// Numbers the kinds of records.
enum Kind : uint16_t {
#define EVENT(name, fields) kEvent##name,
#define DEFINITION(name, fields) kDefinition##name,
#include "otf2/record_names.def"
  kProgramArgument,
  kMetricUnsigned,
  kMetricSigned,
  kMetricFloat,
  kGroupMember,
  kIoParadigmProperty,
  kEventAttributes,  ///< Is the first of as many as there are types of values, in the order of kValueTypes.
};

struct ValueType {
  std::string_view name;
  FieldType type;
};

/// Lists the types of attributes and properties, in the order of OTF2's numbers, from 1 on.
constexpr auto kValueTypes = std::to_array<ValueType>({
    {"UInt8", FieldType::uint8},
    {"UInt16", FieldType::uint16},
    {"UInt32", FieldType::uint32},
    {"UInt64", FieldType::uint64},
    {"Int8", FieldType::int8},
    {"Int16", FieldType::int16},
    {"Int32", FieldType::int32},
    {"Int64", FieldType::int64},
    {"Float", FieldType::float32},
    {"Double", FieldType::float64},
    {"String", FieldType::uint32},
    {"Attribute", FieldType::uint32},
    {"Location", FieldType::uint64},
    {"Region", FieldType::uint32},
    {"Group", FieldType::uint32},
    {"Metric", FieldType::uint32},
    {"Comm", FieldType::uint32},
    {"Parameter", FieldType::uint32},
    {"RmaWin", FieldType::uint32},
    {"SourceCodeLocation", FieldType::uint32},
    {"CallingContext", FieldType::uint32},
    {"InterruptGenerator", FieldType::uint32},
    {"IoFile", FieldType::uint32},
    {"IoHandle", FieldType::uint32},
    {"LocationGroup", FieldType::uint32},
});
static_assert(kValueTypes.size() == OTF2_TYPE_LOCATION_GROUP);
constexpr size_t kDefinitionAttributes = kEventAttributes + kValueTypes.size();

uint64_t number_of(FieldType type, const OTF2_AttributeValue& value) {
  const auto with_sign = [](auto number) { return static_cast<uint64_t>(static_cast<int64_t>(number)); };
  switch (type) {
    case FieldType::uint8:
      return value.uint8;
    case FieldType::uint16:
      return value.uint16;
    case FieldType::uint32:
      return value.uint32;
    case FieldType::int8:
      return with_sign(value.int8);
    case FieldType::int16:
      return with_sign(value.int16);
    case FieldType::int32:
      return with_sign(value.int32);
    case FieldType::float32:
      return std::bit_cast<uint64_t>(static_cast<double>(value.float32));
    default:
      return value.uint64;  // as the bits of the others are
  }
}

/// Returns the type by which a field is written that libotf2 passes as `Value`; what is no such field, such
/// as the value of an attribute, has no name.
template <class Value>
constexpr FieldType type_of() {
  if (std::is_same_v<Value, const char*>) return FieldType::text;
  if (std::is_pointer_v<Value>) return FieldType::references;
  if (std::is_same_v<Value, uint8_t>) return FieldType::uint8;
  if (std::is_same_v<Value, uint32_t>) return FieldType::uint32;
  return std::is_same_v<Value, int64_t> ? FieldType::int64 : FieldType::uint64;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// Returns a bit for each of a record's fields: whether it has a name.
constexpr uint32_t named(std::string_view names) {
  uint32_t bits = names.empty() || names[0] == '-' ? 0 : 1;
  uint32_t bit = 1;
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] != ' ') continue;
    bit <<= 1U;
    if (names[i + 1] != '-') bits |= bit;
  }
  return bits;
}

void add_fields(RecordKind& kind, std::string_view names, const std::vector<FieldType>& types) {
  const std::vector<std::string_view> words = words_of(names);
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] != "-") kind.fields.push_back({std::string(words[i]), types[i]});
  }
}

/// Has the fields of a record that libotf2's function writes after its first arguments.
template <auto Write>
struct Written;

template <class... Fields,
          OTF2_ErrorCode (*Write)(OTF2_EvtWriter*, OTF2_AttributeList*, OTF2_TimeStamp, Fields...)>
struct Written<Write> {
  static RecordKind kind(const char* name, std::string_view names) {
    RecordKind kind{fmt::format("Event_{}", name), {{"locationID", FieldType::uint64}}};
    add_fields(kind, names, {type_of<Fields>()...});
    return kind;
  }
  template <Kind kind, uint32_t named>
  static OTF2_CallbackCode read(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t, void* user_data,
                                OTF2_AttributeList* attributes, Fields... fields);
};

template <class... Fields, OTF2_ErrorCode (*Write)(OTF2_GlobalDefWriter*, Fields...)>
struct Written<Write> {
  static RecordKind kind(const char* name, std::string_view names) {
    RecordKind kind{fmt::format("GlobalDef_{}", name), {}};
    add_fields(kind, names, {type_of<Fields>()...});
    return kind;
  }
  template <Kind kind, uint32_t named>
  static OTF2_CallbackCode read(void* user_data, Fields... fields);
};

std::vector<RecordKind> make_kinds() {
  std::vector<RecordKind> kinds = {
#define EVENT(name, fields) Written<OTF2_EvtWriter_##name>::kind(#name, fields),
#define DEFINITION(name, fields) Written<OTF2_GlobalDefWriter_Write##name>::kind(#name, fields),
#include "otf2/record_names.def"
  };
  const RecordField location{"locationID", FieldType::uint64};
  const RecordField metric{"metric", FieldType::uint32};
  const RecordField index{"index", FieldType::uint8};
  kinds.push_back({"ProgramArgument_String", {location, {"programArgument", FieldType::uint32}}});
  kinds.push_back({"MetricValue_UInt64", {location, metric, index, {"metricValue", FieldType::uint64}}});
  kinds.push_back({"MetricValue_Int64", {location, metric, index, {"metricValue", FieldType::int64}}});
  kinds.push_back({"MetricValue_Double", {location, metric, index, {"metricValue", FieldType::float64}}});
  kinds.push_back(
      {"GlobalDef_GroupMember",
       {{"group", FieldType::uint32}, {"rank", FieldType::uint32}, {"location", FieldType::uint64}}});
  kinds.push_back({"GlobalDef_IoParadigmProperty",
                   {{"ioParadigm", FieldType::uint8}, {"ioParadigmProperty", FieldType::uint8}}});
  for (const ValueType& each : kValueTypes)
    kinds.push_back({fmt::format("EventAttribute_{}", each.name),
                     {{"attribute", FieldType::uint32}, {"value", each.type}}});
  for (const ValueType& each : kValueTypes)
    kinds.push_back({fmt::format("GlobalDefAttribute_{}", each.name), {{"value", each.type}}});
  return kinds;
}

/// Is the user data of the callbacks: makes records of what these get.
class Reading {
 public:
  explicit Reading(trace::RecordSink& sink) : sink_(sink) {}

  bool is_wanted() const { return is_wanted_; }
  OTF2_CallbackCode result() const { return is_wanted_ ? OTF2_CALLBACK_SUCCESS : OTF2_CALLBACK_INTERRUPT; }

  /// Takes a record's fields, of which those are put into it that have a name.
  template <class... Fields>
  void take(Kind kind, OTF2_TimeStamp time, uint32_t named, Fields... fields) {
    size_t field = 0;
    (take_field(fields, (named >> field++ & 1U) != 0), ...);
    put(kind, time);
  }
  void add(uint64_t number) { values_[count_++].number = number; }
  void put(size_t kind, OTF2_TimeStamp time) {
    const size_t count = std::exchange(count_, 0);
    if (is_wanted_) is_wanted_ = sink_.take(kind, time, std::span(values_).first(count));
  }
  void put_event_attributes(OTF2_TimeStamp time, const OTF2_AttributeList* attributes);
  void put_definition_attribute(OTF2_Type type, const OTF2_AttributeValue& value);
  /// These functions put what a definition has besides the fields of its record.
  void put_members();
  void put_property();

 private:
  static constexpr size_t kMostFields = 12;

  template <class Number>
  requires std::is_integral_v<Number>
  void take_field(Number number, bool is_named) {
    last_number_ = static_cast<uint64_t>(number);
    if (is_named) add(last_number_);
  }
  void take_field(const char* text, bool is_named) {
    if (is_named) values_[count_++].text = text;
  }
  void take_field(const uint32_t* list, bool is_named) {
    if (is_named) values_[count_++].references = {list, last_number_};
  }
  void take_field(const uint64_t* list, bool /*is_named*/) { members_ = {list, last_number_}; }
  void take_field(const OTF2_AttributeValue& value, bool /*is_named*/) { property_ = value; }
  void take_field(const void* /*list*/, bool /*is_named*/) {}

  trace::RecordSink& sink_;
  bool is_wanted_ = true;
  std::array<FieldValue, kMostFields> values_;
  size_t count_ = 0;
  uint64_t last_number_ = 0;
  std::span<const uint64_t> members_;
  std::optional<OTF2_AttributeValue> property_;
};

bool is_known(OTF2_Type type) {
  return type > OTF2_TYPE_NONE && type <= kValueTypes.size();
}

void Reading::put_event_attributes(OTF2_TimeStamp time, const OTF2_AttributeList* attributes) {
  const uint32_t count = OTF2_AttributeList_GetNumberOfElements(attributes);
  for (uint32_t i = 0; i < count; ++i) {
    OTF2_AttributeRef attribute = 0;
    OTF2_Type type = OTF2_TYPE_NONE;
    OTF2_AttributeValue value{};
    OTF2_AttributeList_GetAttributeByIndex(attributes, i, &attribute, &type, &value);
    if (!is_known(type)) continue;
    add(attribute);
    add(number_of(kValueTypes[type - 1U].type, value));
    put(kEventAttributes + type - 1U, time);
  }
}

void Reading::put_definition_attribute(OTF2_Type type, const OTF2_AttributeValue& value) {
  if (!is_known(type)) return;
  add(number_of(kValueTypes[type - 1U].type, value));
  put(kDefinitionAttributes + type - 1U, 0);
}

void Reading::put_members() {
  const uint64_t group = values_[0].number;
  const std::span<const uint64_t> members = std::exchange(members_, {});
  for (size_t rank = 0; rank < members.size() && is_wanted_; ++rank) {
    add(group);
    add(rank);
    add(members[rank]);
    put(kGroupMember, 0);
  }
}

void Reading::put_property() {
  if (property_) put_definition_attribute(static_cast<OTF2_Type>(last_number_), *property_);
  property_.reset();
}

Reading& reading_of(void* user_data) {
  return *static_cast<Reading*>(user_data);
}

template <class... Fields,
          OTF2_ErrorCode (*Write)(OTF2_EvtWriter*, OTF2_AttributeList*, OTF2_TimeStamp, Fields...)>
template <Kind kind, uint32_t named>
OTF2_CallbackCode Written<Write>::read(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t,
                                       void* user_data, OTF2_AttributeList* attributes, Fields... fields) {
  Reading& reading = reading_of(user_data);
  reading.add(location);
  reading.take(kind, time, named, fields...);
  reading.put_event_attributes(time, attributes);
  return reading.result();
}

template <class... Fields, OTF2_ErrorCode (*Write)(OTF2_GlobalDefWriter*, Fields...)>
template <Kind kind, uint32_t named>
OTF2_CallbackCode Written<Write>::read(void* user_data, Fields... fields) {
  Reading& reading = reading_of(user_data);
  reading.take(kind, 0, named, fields...);
  reading.put_members();
  reading.put_property();
  return reading.result();
}

OTF2_CallbackCode read_program_begin(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                                     void* user_data, OTF2_AttributeList* attributes, OTF2_StringRef name,
                                     uint32_t count, const OTF2_StringRef* arguments) {
  Reading& reading = reading_of(user_data);
  Written<OTF2_EvtWriter_ProgramBegin>::read<kEventProgramBegin, 1>(location, time, position, user_data,
                                                                    attributes, name, count, arguments);
  for (uint32_t i = 0; i < count; ++i) {
    reading.add(location);
    reading.add(arguments[i]);
    reading.put(kProgramArgument, time);
  }
  return reading.result();
}

OTF2_CallbackCode read_metric(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                              void* user_data, OTF2_AttributeList* attributes, OTF2_MetricRef metric,
                              uint8_t count, const OTF2_Type* types, const OTF2_MetricValue* values) {
  Reading& reading = reading_of(user_data);
  Written<OTF2_EvtWriter_Metric>::read<kEventMetric, 3>(location, time, position, user_data, attributes,
                                                        metric, count, types, values);
  for (uint8_t i = 0; i < count; ++i) {
    reading.add(location);
    reading.add(metric);
    reading.add(i);
    reading.add(values[i].unsigned_int);  // as the bits of the others are
    reading.put(types[i] == OTF2_TYPE_INT64    ? kMetricSigned
                : types[i] == OTF2_TYPE_DOUBLE ? kMetricFloat
                                               : kMetricUnsigned,
                time);
  }
  return reading.result();
}

OTF2_CallbackCode read_io_paradigm(void* user_data, OTF2_IoParadigmRef self, OTF2_StringRef identification,
                                   OTF2_StringRef name, OTF2_IoParadigmClass paradigm_class,
                                   OTF2_IoParadigmFlag flags, uint8_t count,
                                   const OTF2_IoParadigmProperty* properties, const OTF2_Type* types,
                                   const OTF2_AttributeValue* values) {
  Reading& reading = reading_of(user_data);
  reading.take(kDefinitionIoParadigm, 0, 63, self, identification, name, paradigm_class, flags, count);
  for (uint8_t i = 0; i < count; ++i) {
    reading.add(self);
    reading.add(properties[i]);
    reading.put(kIoParadigmProperty, 0);
    reading.put_definition_attribute(types[i], values[i]);
  }
  return reading.result();
}

EventCallbacks event_callbacks() {
  EventCallbacks callbacks(OTF2_EvtReaderCallbacks_New());
#define EVENT(name, fields)                    \
  OTF2_EvtReaderCallbacks_Set##name##Callback( \
      callbacks.get(), Written<OTF2_EvtWriter_##name>::read<kEvent##name, named(fields)>);
#include "otf2/record_names.def"
  OTF2_EvtReaderCallbacks_SetProgramBeginCallback(callbacks.get(), read_program_begin);
  OTF2_EvtReaderCallbacks_SetMetricCallback(callbacks.get(), read_metric);
  return callbacks;
}

struct FreeCallbacks {
  void operator()(OTF2_GlobalDefReaderCallbacks* callbacks) const {
    OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  }
  void operator()(OTF2_DefReaderCallbacks* callbacks) const { OTF2_DefReaderCallbacks_Delete(callbacks); }
};
using DefinitionCallbacks = std::unique_ptr<OTF2_GlobalDefReaderCallbacks, FreeCallbacks>;

DefinitionCallbacks definition_callbacks() {
  DefinitionCallbacks callbacks(OTF2_GlobalDefReaderCallbacks_New());
#define DEFINITION(name, fields)                     \
  OTF2_GlobalDefReaderCallbacks_Set##name##Callback( \
      callbacks.get(), Written<OTF2_GlobalDefWriter_Write##name>::read<kDefinition##name, named(fields)>);
#include "otf2/record_names.def"
  OTF2_GlobalDefReaderCallbacks_SetIoParadigmCallback(callbacks.get(), read_io_paradigm);
  return callbacks;
}

OTF2_CallbackCode read_clock(void* user_data, uint64_t, uint64_t, uint64_t, uint64_t real_time) {
  if (real_time != OTF2_UNDEFINED_TIMESTAMP) *static_cast<std::optional<uint64_t>*>(user_data) = real_time;
  return OTF2_CALLBACK_INTERRUPT;  // no other definition is wanted
}

class ArchiveRecords : public trace::RecordSource {
 public:
  ArchiveRecords(ArchiveFiles files, const trace::Definitions& definitions)
      : files_(std::move(files)),
        definitions_(definitions),
        kinds_(make_kinds()),
        callbacks_(event_callbacks()) {}

  const std::vector<RecordKind>& kinds() const override { return kinds_; }
  std::optional<uint64_t> begin_of_run() const override { return begin_of_run_; }
  Status read_definitions(trace::RecordSink& sink) const override;
  trace::ReadOutcome read_events(trace::LocationId location, trace::RecordSink& sink) const override;

  Status read_clock_properties();

 private:
  /// Returns false if the definitions are damaged, or a callback interrupts.
  Result<bool> read_global(const OTF2_GlobalDefReaderCallbacks* callbacks, void* user_data) const;

  ArchiveFiles files_;
  const trace::Definitions& definitions_;
  std::vector<RecordKind> kinds_;
  EventCallbacks callbacks_;
  std::optional<uint64_t> begin_of_run_;
};

Result<bool> ArchiveRecords::read_global(const OTF2_GlobalDefReaderCallbacks* callbacks,
                                         void* user_data) const {
  TRY(const ReaderHandle reader, ReaderHandle::open(files_.anchor));
  const std::string file = files_.global_definitions();
  const Status sound = check_definitions_file(file, DefinitionsFile::global, reader.definition_chunk_size());
  if (!sound) return Error{fmt::format("{}: the definitions are {}", file, sound.error().message)};
  OTF2_GlobalDefReader* const definitions = OTF2_Reader_GetGlobalDefReader(reader.get());
  if (definitions == nullptr)
    return Error{fmt::format("{}: the definitions cannot be read: {}", file, first_library_error())};
  OTF2_Reader_RegisterGlobalDefCallbacks(reader.get(), definitions, callbacks, user_data);
  const uint64_t limit = most_records(file);
  uint64_t count = 0;
  const OTF2_ErrorCode status = OTF2_Reader_ReadGlobalDefinitions(reader.get(), definitions, limit, &count);
  OTF2_Reader_CloseGlobalDefReader(reader.get(), definitions);
  return status == OTF2_SUCCESS && count < limit;
}

Status ArchiveRecords::read_clock_properties() {
  const DefinitionCallbacks callbacks(OTF2_GlobalDefReaderCallbacks_New());
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks.get(), read_clock);
  TRY([[maybe_unused]] const bool is_whole, read_global(callbacks.get(), &begin_of_run_));
  return {};
}

Status ArchiveRecords::read_definitions(trace::RecordSink& sink) const {
  Reading reading(sink);
  TRY(const bool is_whole, read_global(definition_callbacks().get(), &reading));
  if (is_whole || !reading.is_wanted()) return {};
  return Error{
      fmt::format("{}: the definitions are damaged: {}", files_.global_definitions(), first_library_error())};
}

trace::ReadOutcome ArchiveRecords::read_events(trace::LocationId id, trace::RecordSink& sink) const {
  const trace::Location& location = definitions_.locations[id.index()];
  Reading reading(sink);
  const Result<ReaderHandle> reader = ReaderHandle::open(files_.anchor);
  trace::ReadOutcome outcome;
  Status own = reader ? Status() : Status(reader.error());
  if (reader) {
    OTF2_Reader_SelectLocation(reader.value().get(), location.reference);
    const std::unique_ptr<OTF2_DefReaderCallbacks, FreeCallbacks> none(OTF2_DefReaderCallbacks_New());
    own = read_local_definitions(files_, reader.value(), location.reference, none.get(), nullptr);
  }
  if (!own) {
    outcome.anomalies.count(trace::Anomaly::missing_location);
    outcome.problem = own.error().message;
    return outcome;
  }
  outcome = read_records(files_, reader.value(), location, RecordForm::global, callbacks_.get(), &reading);
  return reading.is_wanted() ? outcome : trace::ReadOutcome();
}

}  // namespace

Result<std::unique_ptr<trace::RecordSource>> open_records(const std::string& path,
                                                          const trace::Definitions& definitions) {
  TRY(ArchiveFiles files, find_archive(path));
  auto records = std::make_unique<ArchiveRecords>(std::move(files), definitions);
  TRY_STATUS(records->read_clock_properties());
  return std::unique_ptr<trace::RecordSource>(std::move(records));
}

}  // namespace latecomer::otf2
