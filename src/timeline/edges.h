// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/tables.h"
#include "timeline/run.h"

namespace latecomer::timeline {

/// Is a line for messages between two locations that look the same in a picture.
struct MessageLine {
  report::LocationId sender;
  report::LocationId receiver;
  Ticks sent;
  Ticks received;
  uint32_t count = 1;
  double bytes = 0;

  static constexpr auto fields() {
    using store::Field;
    using store::Unit;
    return std::tuple(Field<&MessageLine::sender>{"sender", ""},
                      Field<&MessageLine::receiver>{"receiver", ""},
                      Field<&MessageLine::sent>{"sent", "of the longest of them", Unit::time},
                      Field<&MessageLine::received>{"received", "the same", Unit::time},
                      Field<&MessageLine::bytes>{"bytes", "of all", Unit::bytes},
                      Field<&MessageLine::count>{"count", "how many messages the row stands for"});
  }
};

/// Holds rows of a table, each with the location that has it.
template <class Row>
using OfLocations = std::vector<std::pair<report::LocationId, Row>>;

/// Says who communicated with whom in a window. Of each kind there is everything or, where that is too much
/// for a picture, nothing, and how much there is.
struct Edges {
  std::vector<MessageLine> messages;         ///< Has messages to locations or, if `has_sent`, from them.
  OfLocations<store::ProbedMessage> probes;  ///< Has probes of messages to locations.
  OfLocations<store::PartitionTransfer> transfers;  ///< Has transfers to locations.
  OfLocations<store::CollectivePart> collectives;   ///< Has parts in collective operations.
  OfLocations<store::CoreState> states;             ///< Has states of threads and cores.
  bool has_sent = true;
  uint64_t left_out_messages = 0;
  uint64_t left_out_probes = 0;
  uint64_t left_out_transfers = 0;
  uint64_t left_out_collectives = 0;
  uint64_t left_out_states = 0;
};

/// Says how much is read and answered at most.
struct EdgeLimits {
  uint64_t rows = 1'000'000;  ///< Is the most rows of each kind.
  uint64_t lines = 20'000;    ///< Is the most lines, unless more pairs have messages.
};

/// Returns how many rows have to be read for the edges of a window at most.
uint64_t most_edge_rows(const Run& run, const Window& window, const EdgeLimits& most = {});

/// Reads edges at corrected times, as the report has them. An error says that the findings store is damaged.
Result<Edges> read_edges(const Run& run, const Window& window, const EdgeLimits& most = {});

}  // namespace latecomer::timeline
