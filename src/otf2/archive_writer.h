// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/ticks.h"
#include "trace/definitions.h"
#include "trace/event.h"
#include "trace/trace.h"

namespace latecomer::otf2 {

/// Returns the archive's own id of a location, as Score-P makes it; Scalasca takes the thread from it.
constexpr uint64_t location_reference(uint32_t process, size_t thread) {
  return static_cast<uint64_t>(thread) << 32 | process;
}

/// Says what one location's event file holds; the global definitions summarize it.
struct LocationExtent {
  uint64_t events = 0;
  Ticks first = Ticks::max();  ///< Is the time of the first event, in ticks; max() if there is none.
  Ticks last = Ticks::min();   ///< Is the time of the last event, in ticks; min() if there is none.
};

/// Lists contexts, each with the one that is meant where events, or contexts of what was called from there,
/// refer to it.
struct MeantContexts {
  using Pairs = std::vector<std::pair<trace::CallingContextId, trace::CallingContextId>>;
  Pairs innermost;  ///< Has functions into which others were inlined, with the innermost of these.
  /// Has calls of functions that jump to what they call last, which leaves no frame of them on the stack,
  /// with these functions. Contexts of such a function itself refer to its call as it is.
  Pairs tail_callers;
};

/// Writes an OTF2 archive (DIRECTORY/traces.otf2 and what belongs to it). One process can write everything:
///
///     TRY(auto writer, ArchiveWriter::create(directory, ArchivePart::whole));
///     for each location: TRY(extent, writer.write_location(reference, offsets, [&](EventSink& sink) { … }));
///     TRY_STATUS(writer.write_definitions(definitions));
///     TRY_STATUS(writer.close());
///
/// Or several processes share the work without talking to each other: each writes its own locations to a
/// `part` of the archive, and one, which makes the `whole`, also writes the definitions.
///
/// Ids in events are positions in the definitions' tables. Events go to the files as they come; memory does
/// not grow with their number.
enum class ArchivePart : uint8_t { whole, events_only };

/// Says how many locations there will be. For `many` (thousands) those without clock offsets get no file of
/// definitions, for each of which tools that look for it say that it is not there and go on. All parts of an
/// archive agree on it.
enum class Locations : uint8_t { few, many };

class ArchiveWriter {
 public:
  /// Makes the directory if need be; for `events_only` it has to be there, with a directory `traces` in it.
  /// Never writes over an archive. No group of the definitions has more than `most_members`: where they are
  /// few, a location takes a tenth of the time. All parts of an archive agree on them.
  static Result<ArchiveWriter> create(const std::string& directory, ArchivePart part,
                                      Locations locations = Locations::few,
                                      uint64_t most_members = UINT64_MAX);
  ArchiveWriter(ArchiveWriter&&) noexcept;
  ArchiveWriter& operator=(ArchiveWriter&&) noexcept;
  ~ArchiveWriter();

  /// Hands a sink to `produce`; the events that it takes, in time order, become the events of the location
  /// that the definitions refer to as `reference`. Kind `other` is left out. Each location takes a little
  /// longer than the one before, because libotf2 looks through those that it has.
  Result<LocationExtent> write_location(uint64_t reference, std::span<const trace::ClockOffset> clock_offsets,
                                        const std::function<void(trace::EventSink&)>& produce);

  /// Writes the global definitions and the archive's properties (`definitions.properties`, and
  /// LATECOMER::PARTIAL for `definitions.partial`). Locations' clock offsets are not read here.
  Status write_definitions(const trace::Definitions& definitions, const MeantContexts& meant = {});

  /// Completes the files. Without it the destructor does, and errors are lost.
  Status close();

 private:
  class Files;
  explicit ArchiveWriter(std::unique_ptr<Files> files);
  std::unique_ptr<Files> files_;
};

/// Makes the directory an archive of the trace.
Status write_archive(const trace::Trace& trace, const std::string& directory);

}  // namespace latecomer::otf2
