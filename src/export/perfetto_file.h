// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/id.h"
#include "base/result.h"
#include "export/protobuf.h"

namespace latecomer::perfetto {

struct TrackId : Id<TrackId> {
  using Id::Id;
};
/// Identifies a text that the file has once.
struct NameId : Id<NameId> {
  using Id::Id;
};
struct TextId : Id<TextId> {
  using Id::Id;
};
struct SourceId : Id<SourceId> {
  using Id::Id;
};

/// Identifies a property of a slice beside its name and times.
enum class Key : uint8_t {
  metric,
  amount_ns,
  cause,
  call_path,
  direct_ns,
  further_ns,
  excess_ns,
  other_excess_ns,
  waited_ns,
  waits,
  location,
  from,
  wait_state,
  wait_call_path,
  bytes,
  peer,
  communicator,
  operation,
  called_in,
};

/// Holds what a slice has beside name and times. Ids of flows and correlations hold in the whole file.
class Details {
 public:
  /// Adds an arrow from the first to the second slice with this flow, by when they begin.
  void add_flow(uint64_t flow);
  /// Groups the slice with the other slices that have this correlation.
  void set_correlation(uint64_t correlation);
  /// Sets the source location of the slice's function.
  void set_source(SourceId source);
  void add(Key key, int64_t number);
  void add(Key key, TextId text);
  void clear() { fields_.clear(); }

 private:
  friend class PerfettoFile;
  Message fields_;
};

/// Writes a trace file for Perfetto, https://perfetto.dev: packets, one after the other, of which nothing is
/// kept but the texts that later ones refer to. Times are nanoseconds. Slices of one track have to be nested;
/// readers sort by time, and take what has the same time in the order of the file. `close` returns the first
/// failure to write.
class PerfettoFile {
 public:
  static Result<PerfettoFile> create(const std::filesystem::path& path);

  /// These functions add rows, shown as they are added, processes by numbers from 1 on if they come first.
  TrackId add_process(std::string_view name);
  TrackId add_thread(std::string_view name, TrackId process);
  /// Adds a track beside the thread `parent`, if there is one.
  TrackId add_track(std::string_view name, TrackId parent = TrackId());

  NameId name(std::string_view text);
  TextId text(std::string_view text);
  SourceId source(std::string_view file, uint32_t line, std::string_view function);

  void begin(TrackId track, uint64_t time, NameId name, const Details& details = {});
  void end(TrackId track, uint64_t time);
  /// Writes a point in time, as a slice without length.
  void instant(TrackId track, uint64_t time, NameId name, const Details& details);

  uint64_t size() const { return size_; }
  Status close();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using Texts = std::unordered_map<std::string, uint32_t>;

  PerfettoFile(const std::filesystem::path& path, std::FILE* file);
  void start();
  uint64_t uuid(TrackId track) const { return uint64_t{track.value} + 1; }
  /// Returns the number of `text`, which becomes `entry` in the file.
  uint32_t interned(Texts& texts, uint32_t field, const std::string& text, Message entry);
  void describe(const Message& descriptor);
  void put_event(uint64_t type, TrackId track, uint64_t time, NameId name, const Details* details);
  void put_packet();
  void fail();

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  Status status_;
  uint64_t size_ = 0;
  uint32_t tracks_ = 0;
  uint32_t threads_ = 0;
  Texts names_;
  Texts texts_;
  Texts sources_;
  // Reused, as there are very many.
  Message event_;
  Message packet_;
  Message framed_;
};

}  // namespace latecomer::perfetto
