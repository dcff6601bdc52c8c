// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Messages are the receivers', so that those that a location sent are among all others. Chunks are read and
// counted in parallel; sums of integers are the same in any order. Cost: O(messages in the chunks of the
// window).

#include "timeline/messages.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <bit>
#include <memory>

#include "base/bounded_sum.h"
#include "base/parallel.h"

namespace latecomer::timeline {

namespace {

using store::Entry;
using store::Message;

constexpr size_t kSizes = 65;  ///< Is how many bits a number of bytes can have, and none.

void add(MessageSum& sum, const MessageSum& other) {
  sum.count += other.count;
  sum.bytes = bounded_sum(sum.bytes, other.bytes);
}

class Counter {
 public:
  Counter(const Run& run, const Locations& locations, const store::Interval& when, size_t ranks_per_group,
          size_t groups)
      : run_(run), when_(when), groups_(groups), is_wanted_(run.report().locations.size()) {
    for (const report::LocationId location : locations) is_wanted_[location.index()] = 1;
    for (const report::Location& location : run.report().locations)
      group_of_.push_back(location.group.index() / ranks_per_group);
  }

  MessageStatistics empty() const {
    return {.matrix = std::vector<MessageSum>(groups_ * groups_), .sizes = std::vector<MessageSum>(kSizes)};
  }

  Status count(const Entry& chunk, MessageStatistics& into) const {
    TRY(const std::vector<Message> rows, run_.store().read_chunk<Message>(chunk));
    const size_t receiver = group_of_[chunk.location];
    const bool is_received = is_wanted_[chunk.location] != 0;
    for (const Message& row : rows) {
      if (row.received < when_.begin || when_.end < row.received) continue;
      if (!is_received && is_wanted_[row.sender.index()] == 0) continue;
      const MessageSum one{1, row.bytes};
      add(into.matrix[group_of_[row.sender.index()] * groups_ + receiver], one);
      add(into.sizes[static_cast<size_t>(std::bit_width(row.bytes))], one);
    }
    return {};
  }

 private:
  const Run& run_;
  const store::Interval when_;
  const size_t groups_;
  std::vector<uint8_t> is_wanted_;
  std::vector<size_t> group_of_;  ///< Has the group of each location.
};

std::vector<Entry> chunks_of(const Run& run, const Locations& locations, const store::Interval& when) {
  std::vector<Entry> chunks;
  if (locations.empty()) return chunks;
  for (const Entry& entry : run.store().entries(Message::kTable))
    if (overlap(store::interval_of(entry), when)) chunks.push_back(entry);
  return chunks;
}

}  // namespace

Result<MessageStatistics> message_statistics(const Run& run, const Locations& locations,
                                             const store::Interval& when, uint64_t most, size_t most_groups) {
  const size_t ranks = run.report().location_groups.size();
  const size_t ranks_per_group = std::max<size_t>((ranks + most_groups - 1) / most_groups, 1);
  const size_t groups = (ranks + ranks_per_group - 1) / ranks_per_group;
  const std::vector<Entry> chunks = chunks_of(run, locations, when);
  const Counter counter(run, locations, when, ranks_per_group, groups);
  MessageStatistics all = counter.empty();
  all.ranks_per_group = ranks_per_group;
  all.groups = groups;
  for (const Entry& chunk : chunks) all.left_out += chunk.rows;
  if (all.left_out > most) return all;
  all.left_out = 0;

  oneapi::tbb::enumerable_thread_specific<MessageStatistics, std::allocator<MessageStatistics>> parts(
      [&] { return counter.empty(); });
  TRY_STATUS(
      try_parallel_for(chunks.size(), [&](size_t i) { return counter.count(chunks[i], parts.local()); }));
  for (const MessageStatistics& part : parts) {
    for (size_t i = 0; i < all.matrix.size(); ++i) add(all.matrix[i], part.matrix[i]);
    for (size_t i = 0; i < all.sizes.size(); ++i) add(all.sizes[i], part.sizes[i]);
  }
  return all;
}

}  // namespace latecomer::timeline
