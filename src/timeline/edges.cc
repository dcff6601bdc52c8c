// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Messages are the receiver's, so those to the locations of a window are found with these, and those from
// them with everybody else, as long as that is not too much to read. Messages between two locations whose
// ends fall onto the same pixels of a picture become one line; where there are still more lines than can be
// distinguished, pixels are taken as four times as wide, and so on.
//
//     messages              /   //  / |    lines        /   /   /
//     pixels              |   |   |   |                   |       |
//
// Cost: O(rows in the window · log of that).

#include "timeline/edges.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/parallel.h"

namespace latecomer::timeline {

namespace {

using store::Entry;
using store::Message;

/// Returns the chunks of a table that have to do with the window.
template <class Row>
std::vector<Entry> chunks_of(const Run& run, const Locations& locations, const store::Interval& when) {
  std::vector<Entry> chunks;
  for (const report::LocationId location : locations) {
    for (const Entry& entry : run.store().entries(Row::kTable, location))
      if (overlap(store::interval_of(entry), when)) chunks.push_back(entry);
  }
  return chunks;
}

uint64_t rows_of(const std::vector<Entry>& chunks) {
  uint64_t rows = 0;
  for (const Entry& chunk : chunks) rows += chunk.rows;
  return rows;
}

/// Reads the rows of these chunks that are in the window.
template <class Row>
Result<OfLocations<Row>> read_chunks(const Run& run, const std::vector<Entry>& chunks,
                                     const store::Interval& when) {
  std::vector<OfLocations<Row>> of_chunks(chunks.size());
  TRY_STATUS(try_parallel_for(chunks.size(), [&](size_t i) -> Status {
    TRY(const std::vector<Row> rows, run.store().read_chunk<Row>(chunks[i]));
    for (const Row& row : rows)
      if (overlap(row.interval(), when))
        of_chunks[i].emplace_back(report::LocationId(chunks[i].location), row);
    return {};
  }));
  OfLocations<Row> all;
  for (const OfLocations<Row>& some : of_chunks) all.insert(all.end(), some.begin(), some.end());
  return all;
}

/// Reads all of the locations' rows in the window or, if they are more than `most`, none and their number.
template <class Row>
Status read_if_few(const Run& run, const Window& window, uint64_t most, OfLocations<Row>& rows,
                   uint64_t& left_out) {
  const std::vector<Entry> chunks = chunks_of<Row>(run, window.locations, window.when);
  const uint64_t size = rows_of(chunks);
  if (size > most) {
    left_out = size;
    return {};
  }
  Result<OfLocations<Row>> read = read_chunks<Row>(run, chunks, window.when);
  if (!read) return read.error();
  rows = std::move(*read);
  return {};
}

/// Says where a line is in a picture: lines with equal cells look the same.
struct Cell {
  report::LocationId sender;
  report::LocationId receiver;
  Ticks sent;      ///< Is rounded down to the resolution.
  Ticks received;  ///< Is rounded down to the resolution.
  auto operator<=>(const Cell&) const = default;
};

/// Makes one of the lines of each cell.
std::vector<MessageLine> taken_together(const std::vector<MessageLine>& lines, Ticks resolution) {
  std::vector<std::pair<Cell, const MessageLine*>> cells;
  cells.reserve(lines.size());
  for (const MessageLine& line : lines)
    cells.push_back({{line.sender, line.receiver, store::rounded_down(line.sent, resolution),
                      store::rounded_down(line.received, resolution)},
                     &line});
  const auto order = [](const auto& each) {  // The longest of a cell is first.
    const MessageLine& line = *each.second;
    return std::tuple(each.first, line.sent - line.received, line.sent);
  };
  std::ranges::sort(cells, {}, order);
  std::vector<MessageLine> together;
  for (size_t i = 0; i < cells.size(); ++i) {
    const MessageLine& line = *cells[i].second;
    if (i == 0 || cells[i].first != cells[i - 1].first) {
      together.push_back(line);
      continue;
    }
    together.back().count += line.count;
    together.back().bytes += line.bytes;
  }
  return together;
}

/// Returns lines at the window's resolution or, where that would be too many, at one that is coarser.
std::vector<MessageLine> lines_of(const OfLocations<Message>& messages, const Window& window, uint64_t most) {
  std::vector<MessageLine> lines;
  lines.reserve(messages.size());
  for (const auto& [receiver, message] : messages)
    lines.push_back(
        {message.sender, receiver, message.sent, message.received, 1, static_cast<double>(message.bytes)});
  Ticks resolution = window.resolution;
  lines = taken_together(lines, resolution);
  while (lines.size() > most && resolution < window.when.end - window.when.begin) {
    resolution = Ticks(4 * resolution.count);
    lines = taken_together(lines, resolution);
  }
  return lines;
}

std::vector<bool> wanted(const Run& run, const Window& window) {
  std::vector<bool> is_wanted(run.report().locations.size());
  for (const report::LocationId location : window.locations) is_wanted[location.index()] = true;
  return is_wanted;
}

/// Returns where messages from locations of the window to others are.
std::vector<Entry> chunks_of_others(const Run& run, const Window& window) {
  const std::vector<bool> is_wanted = wanted(run, window);
  Locations others;
  for (size_t l = 0; l < is_wanted.size(); ++l)
    if (!is_wanted[l]) others.emplace_back(l);
  return chunks_of<Message>(run, others, window.when);
}

/// Adds what the locations sent to others, as long as not too many messages of these have to be read for it.
Status add_sent(const Run& run, const Window& window, uint64_t most, OfLocations<Message>& messages,
                Edges& edges) {
  const std::vector<bool> is_wanted = wanted(run, window);
  const std::vector<Entry> chunks = chunks_of_others(run, window);
  edges.has_sent = rows_of(chunks) <= most;
  if (!edges.has_sent) return {};
  TRY(const OfLocations<Message> received, read_chunks<Message>(run, chunks, window.when));
  std::ranges::copy_if(received, std::back_inserter(messages),
                       [&](const auto& each) { return is_wanted[each.second.sender.index()]; });
  return {};
}

/// Reads states, which are stored as they were recorded, at corrected times.
Status read_states(const Run& run, const Window& window, uint64_t most, Edges& edges) {
  const uint64_t rows = rows_of(chunks_of<store::CoreState>(run, window.locations, window.when));
  if (rows > most) {
    edges.left_out_states = rows;
    return {};
  }
  for (const report::LocationId location : window.locations) {
    TRY(const ClockMap clock, run.clock_of(location));
    const store::Interval before = clock.before(window.when);
    TRY(OfLocations<store::CoreState> states,
        read_chunks<store::CoreState>(run, chunks_of<store::CoreState>(run, {location}, before), before));
    for (auto& [owner, state] : states) {
      state.begin = clock.corrected(state.begin);
      state.end = clock.corrected(state.end);
      if (overlap(state.interval(), window.when)) edges.states.emplace_back(owner, state);
    }
  }
  return {};
}

/// Returns how many rows the chunks have; none where there are too many.
uint64_t rows_if_few(const std::vector<Entry>& chunks, uint64_t most) {
  const uint64_t rows = rows_of(chunks);
  return rows > most ? 0 : rows;
}

template <class Row>
uint64_t rows_if_few(const Run& run, const Window& window, uint64_t most) {
  return rows_if_few(chunks_of<Row>(run, window.locations, window.when), most);
}

}  // namespace

uint64_t most_edge_rows(const Run& run, const Window& window, const EdgeLimits& most) {
  return rows_if_few<Message>(run, window, most.rows) +
         rows_if_few<store::ProbedMessage>(run, window, most.rows) +
         rows_if_few<store::PartitionTransfer>(run, window, most.rows) +
         rows_if_few<store::CollectivePart>(run, window, most.rows) +
         rows_if_few<store::CoreState>(run, window, most.rows) +
         rows_if_few(chunks_of_others(run, window), most.rows);
}

Result<Edges> read_edges(const Run& run, const Window& window, const EdgeLimits& most) {
  Edges edges;
  OfLocations<Message> messages;
  TRY_STATUS(read_if_few(run, window, most.rows, messages, edges.left_out_messages));
  if (edges.left_out_messages == 0) TRY_STATUS(add_sent(run, window, most.rows, messages, edges));
  TRY_STATUS(read_if_few(run, window, most.rows, edges.probes, edges.left_out_probes));
  TRY_STATUS(read_if_few(run, window, most.rows, edges.transfers, edges.left_out_transfers));
  TRY_STATUS(read_if_few(run, window, most.rows, edges.collectives, edges.left_out_collectives));
  TRY_STATUS(read_states(run, window, most.rows, edges));
  edges.messages = lines_of(messages, window, most.lines);
  return edges;
}

}  // namespace latecomer::timeline
