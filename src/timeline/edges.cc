// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Messages are the receiver's, so those to the locations of a window are found with these, and those from
// them with everybody else, as long as that is not too much to read. Messages whose ends fall onto the same
// columns of a picture become one line. Cost: O(rows in the window · log of that).

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

/// Chunks of a table that have to do with the window.
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

/// The rows of these chunks that are in the window.
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

/// All of the locations' rows in the window or, where that would be more than so many, none and their number.
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

std::vector<MessageLine> lines_of(const OfLocations<Message>& messages, Ticks resolution) {
  std::vector<MessageLine> lines;
  lines.reserve(messages.size());
  for (const auto& [receiver, message] : messages)
    lines.push_back(
        {message.sender, receiver, message.sent, message.received, 1, static_cast<double>(message.bytes)});
  const auto key = [&](const MessageLine& line) {
    const auto column = [&](Ticks time) { return store::rounded_down(time, resolution); };
    return std::tuple(line.sender, line.receiver, column(line.sent), column(line.received));
  };
  std::ranges::sort(lines, [&](const MessageLine& a, const MessageLine& b) {
    return std::tuple(key(a), b.received - b.sent) < std::tuple(key(b), a.received - a.sent);
  });
  std::vector<MessageLine> together;
  for (const MessageLine& line : lines) {
    if (together.empty() || key(together.back()) != key(line)) {
      together.push_back(line);
      continue;
    }
    together.back().count += line.count;
    together.back().bytes += line.bytes;
  }
  return together;
}

/// Adds what the locations sent to others, as long as not too many messages of these have to be read for it.
Status add_sent(const Run& run, const Window& window, uint64_t most, OfLocations<Message>& messages,
                Edges& edges) {
  std::vector<bool> is_wanted(run.report().locations.size());
  for (const report::LocationId location : window.locations) is_wanted[location.index()] = true;
  Locations others;
  for (size_t l = 0; l < is_wanted.size(); ++l)
    if (!is_wanted[l]) others.emplace_back(l);
  const std::vector<Entry> chunks = chunks_of<Message>(run, others, window.when);
  edges.has_sent = rows_of(chunks) <= most;
  if (!edges.has_sent) return {};
  TRY(const OfLocations<Message> received, read_chunks<Message>(run, chunks, window.when));
  std::ranges::copy_if(received, std::back_inserter(messages),
                       [&](const auto& each) { return is_wanted[each.second.sender.index()]; });
  return {};
}

}  // namespace

Result<Edges> read_edges(const Run& run, const Window& window, uint64_t most) {
  Edges edges;
  OfLocations<Message> messages;
  TRY_STATUS(read_if_few(run, window, most, messages, edges.left_out_messages));
  if (edges.left_out_messages == 0) TRY_STATUS(add_sent(run, window, most, messages, edges));
  TRY_STATUS(read_if_few(run, window, most, edges.transfers, edges.left_out_transfers));
  TRY_STATUS(read_if_few(run, window, most, edges.collectives, edges.left_out_collectives));
  edges.messages = lines_of(messages, window.resolution);
  return edges;
}

}  // namespace latecomer::timeline
