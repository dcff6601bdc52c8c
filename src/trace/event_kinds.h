// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "trace/event.h"

// This file has what event_kinds.def and event_fields.def say, for all that reads, writes and prints events.
namespace latecomer::trace {

/// Names the members of Event that some kinds have and others do not.
enum class Field : uint8_t {
  region,
  comm,
  peer,
  tag,
  root,
  collective,
  sources,
  window,
  io_handle,
  io_file,
  calling_context,
  paradigm,
  number,
  request,
  bytes_sent,
  bytes_received
};

/// Says what a field is for a kind of event.
enum class FieldName : uint8_t {
#define FIELD_NAME(name, text, field) name,
#include "trace/event_fields.def"
};

constexpr std::string_view text_of(FieldName name) {
  constexpr std::string_view kTexts[] = {
#define FIELD_NAME(name, text, field) text,
#include "trace/event_fields.def"
  };
  return kTexts[static_cast<size_t>(name)];
}

constexpr Field field_of(FieldName name) {
  constexpr Field kFields[] = {
#define FIELD_NAME(name, text, field) Field::field,
#include "trace/event_fields.def"
  };
  return kFields[static_cast<size_t>(name)];
}

class FieldNames {
 public:
  template <class... Name>
  explicit constexpr FieldNames(Name... names) : names_{names...}, count_(sizeof...(names)) {}

  constexpr const FieldName* begin() const { return names_.data(); }
  constexpr const FieldName* end() const { return names_.data() + count_; }
  constexpr bool contain(FieldName name) const { return std::find(begin(), end(), name) != end(); }

 private:
  std::array<FieldName, 5> names_;
  size_t count_;
};

/// Says when in its call an event of a text trace is that has no time of its own.
enum class InCall : uint8_t { begin, end };

struct EventKindInfo {
  std::string_view name;
  InCall when;
  FieldNames required;  ///< Lists fields that the text of each event has to say.
  FieldNames optional;  ///< Lists fields that the text may say.
  /// Is the parameter that stands for the kind in an archive; nullptr: it has a record.
  const char* extension;
};

inline constexpr auto kEventKinds = [] {
  using enum FieldName;
  return std::to_array<EventKindInfo>({
#define EVENT_KIND(kind, when, required, optional, extension) \
  {#kind, InCall::when, FieldNames required, FieldNames optional, extension},
#include "trace/event_kinds.def"
#undef EVENT_KIND
  });
}();

constexpr const EventKindInfo& info_of(EventKind kind) {
  return kEventKinds[static_cast<size_t>(kind)];
}

/// Returns the name, of those given, under which events of a kind have a field, if they have one.
constexpr std::optional<FieldName> find_name(EventKind kind, const FieldNames& names) {
  for (const FieldNames* list : {&info_of(kind).required, &info_of(kind).optional}) {
    for (const FieldName name : *list) {
      if (names.contain(name)) return name;
    }
  }
  return std::nullopt;
}

/// Returns whether an event says that its thread had no core.
constexpr bool is_off_core(EventKind kind) {
  using enum EventKind;
  return kind == not_running || kind == preempted || kind == blocked ||
         (kind >= ready && kind <= blocked_page_fault);
}

class Fields {
 public:
  constexpr void add(Field field) { bits_ |= bit(field); }
  constexpr bool has(Field field) const { return (bits_ & bit(field)) != 0; }

 private:
  static constexpr uint32_t bit(Field field) { return 1U << static_cast<uint32_t>(field); }

  uint32_t bits_ = 0;
};

inline constexpr auto kFieldsOfKinds = [] {
  std::array<Fields, kEventKinds.size()> fields{};
  for (size_t i = 0; i < fields.size(); ++i) {
    for (const FieldName name : kEventKinds[i].required) fields[i].add(field_of(name));
    for (const FieldName name : kEventKinds[i].optional) fields[i].add(field_of(name));
  }
  return fields;
}();

constexpr Fields fields_of(EventKind kind) {
  return kFieldsOfKinds[static_cast<size_t>(kind)];
}

}  // namespace latecomer::trace
