// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/records.h"

namespace latecomer::ctf {

/// Says what the times of a trace mean.
struct Clock {
  uint64_t ticks_per_second = 1'000'000'000;
  /// Is when it reads 0, with `zero_ticks`, of which there are less than a second.
  int64_t zero_seconds = 0;
  uint64_t zero_ticks = 0;
  bool is_since_1970 = false;  ///< Says that zero is so long after the begin of 1970, and not of anything.
};

/// Writes a directory of CTF 1.8: its streams, one after the other, and what describes them. Nothing is kept
/// of events that were put. What fails first is returned by `close`, and nothing is done any more after it.
class Writer {
 public:
  /// Makes the directory, which must not exist. Errors name it.
  static Result<std::unique_ptr<Writer>> create(const std::filesystem::path& directory, const Clock& clock,
                                                const std::vector<trace::RecordKind>& kinds);
  ~Writer();

  /// Begins a stream of events, which is the file of that name.
  void begin_stream(const std::string& name);
  /// Puts an event of a kind, by its position among the kinds. Times of a stream must not go back.
  void put(size_t kind, uint64_t time, std::span<const trace::FieldValue> values);
  void end_stream();

  bool has_failed() const;
  Status close();

 private:
  class Implementation;
  explicit Writer(std::unique_ptr<Implementation> implementation);

  std::unique_ptr<Implementation> implementation_;
};

}  // namespace latecomer::ctf
