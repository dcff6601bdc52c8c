// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/event.h"
#include "trace/trace.h"
#include "trace/trace_builder.h"

namespace latecomer::trace {

/// These functions return kinds and operations by the names that `name_of` gives them, if there are.
std::optional<EventKind> event_kind_from_name(std::string_view name);
std::optional<CollectiveOp> collective_from_name(std::string_view name);

/// Reads one event without its time, e.g. from {"send", "to=1", "tag=3"}: a name of `EventKind` and its
/// arguments, or for a collective_end also the name of its `CollectiveOp`. Regions, communicators, groups and
/// windows are those of `builder`.
Result<Event> parse_event(std::span<const std::string> words, TraceBuilder& builder);

/// Reads a time in seconds ("2", "-0.0375") or whole ticks ("75t"); it is an error unless it is a whole
/// number of ticks.
Result<Ticks> parse_time(std::string_view text, uint64_t ticks_per_second);

/// Writes times and events in the way that `parse_time` and `parse_event` read them.
class EventPrinter {
 public:
  explicit EventPrinter(const Trace& trace);

  /// Returns everything of an event but its time: "send to=1 tag=3 bytes=8 comm=world".
  std::string event(const Event& event) const;
  /// Returns a time in seconds if these are exact with a decimal fraction, else in ticks.
  std::string time(Ticks time) const;

  std::string region(RegionId id) const;
  const std::string& communicator(CommId id) const { return communicators_[id.index()]; }
  /// Returns the name of the communicator that has the group's members, if there is one, else its own.
  const std::string& group(GroupId id) const { return groups_[id.index()]; }
  const std::string& window(WindowId id) const { return windows_[id.index()]; }
  const std::string& io_handle(IoHandleId id) const { return io_handles_[id.index()]; }
  const std::string& io_file(IoFileId id) const { return io_files_[id.index()]; }

 private:
  void name_files();

  const Trace& trace_;
  const Definitions& definitions_;          ///< Are the definitions of the trace.
  std::vector<std::string> communicators_;  ///< Holds unique names, quoted where need be.
  std::vector<std::string> groups_;
  std::vector<std::string> windows_;
  std::vector<std::string> io_handles_;
  std::vector<std::string> io_files_;
  /// Is ten to the power of `digits_`, a multiple of the ticks per second; 0 if there is none.
  uint64_t scale_ = 0;
  int digits_ = 0;
};

/// Returns the name under which a text trace defines a call stack.
std::string stack_name(CallingContextId id);

/// Returns `text` as one word of a text trace: in quotes if it would fall apart otherwise.
std::string quoted_if_needed(std::string_view text);

}  // namespace latecomer::trace
