// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/trace.h"

// A Trace has of an archive what the analysis needs, in its own terms. Here an archive is what stands in it:
// records of many kinds, each with fields that have names. For who writes it in another format.
namespace latecomer::trace {

enum class FieldType : uint8_t {
  uint8,
  uint16,
  uint32,
  uint64,
  int8,
  int16,
  int32,
  int64,
  float32,
  float64,
  text,
  references  ///< Is any number of uint32.
};

struct RecordField {
  std::string name;
  FieldType type;
};

struct RecordKind {
  std::string name;
  std::vector<RecordField> fields;
};

/// Is the value of one field: the member that its type says.
struct FieldValue {
  /// Is an integer, negative ones with all higher bits set; or the bits of a double, for both floating types.
  uint64_t number = 0;
  const char* text = "";
  std::span<const uint32_t> references = {};
};

/// Takes the records of an archive in their order. What a record points to lives until `take` returns.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  /// Takes a record of that kind, by its position among the kinds; definitions have no time. Returns false if
  /// no more records are wanted.
  virtual bool take(size_t kind, uint64_t time, std::span<const FieldValue> values) = 0;
};

/// Is an archive whose records can be read.
class RecordSource {
 public:
  virtual ~RecordSource() = default;
  virtual const std::vector<RecordKind>& kinds() const = 0;
  /// Returns when the run began, in nanoseconds since 1970; nothing if it was not recorded.
  virtual std::optional<uint64_t> begin_of_run() const = 0;
  virtual Status read_definitions(RecordSink& sink) const = 0;
  /// Reads the location's records, at the times of the archive's reference clock.
  virtual ReadOutcome read_events(LocationId location, RecordSink& sink) const = 0;
};

}  // namespace latecomer::trace
