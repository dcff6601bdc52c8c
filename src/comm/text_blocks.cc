// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Writing one text together.
//
// The problem: each rank has pieces of a text, in any order among the ranks; a file needs them one after the
// other, and no rank has room for all of it.
//
//     rank 0:  aaa         d          ->   aaabbb
//     rank 1:      bbbb c     ee      ->         bcdee
//
// The idea: where a piece begins is the size of all before it. Neighbours on one rank are a run, and only the
// sizes of runs are told: to the rank that has their positions dealt to it, which adds them up. Then every
// rank knows where its pieces belong, and sends each other one what is of that one's part.
//
// Cost: 24 bytes for each run, and the text, of which each rank has its share before and after. 5 rounds.

#include "comm/text_blocks.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace latecomer {

namespace {

/// Pieces of one rank that follow each other.
struct Run {
  int64_t first;  ///< position
  uint64_t size;  ///< in bytes
};

std::vector<Run> runs_of(std::span<const TextPiece> pieces) {
  std::vector<Run> runs;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (i == 0 || pieces[i].first > pieces[i - 1].last + 1) runs.push_back({pieces[i].first, 0});
    runs.back().size += pieces[i].text.size();
  }
  return runs;
}

/// Ranges of positions, about as many for each rank.
class PositionDeal {
 public:
  PositionDeal(std::span<const Run> mine, Comm& comm) {
    int64_t low = std::numeric_limits<int64_t>::max();
    int64_t high = std::numeric_limits<int64_t>::min();
    std::vector<int64_t> ends;
    if (!mine.empty()) ends = {mine.front().first, mine.back().first};
    for (const Bytes& of_rank : comm.all_gather(to_bytes<int64_t>(ends))) {
      for (const int64_t end : from_bytes<int64_t>(of_rank)) {
        low = std::min(low, end);
        high = std::max(high, end);
      }
    }
    low_ = low;
    each_ = low > high ? 1 : static_cast<size_t>(high - low) / static_cast<size_t>(comm.size()) + 1;
  }
  size_t rank_of(const Run& run) const { return static_cast<size_t>(run.first - low_) / each_; }

 private:
  int64_t low_;
  size_t each_;
};

struct Placed {
  std::vector<uint64_t> begins;  ///< of each run
  uint64_t text_size;
};

/// Of runs that the ranks told this one of, all before those that they told higher ones of.
std::vector<std::vector<uint64_t>> place_told(const std::vector<std::vector<Run>>& told, Comm& comm,
                                              uint64_t& text_size) {
  struct Told {
    Run run;
    size_t rank;
    size_t number;
  };
  std::vector<Told> all;
  uint64_t size = 0;
  std::vector<std::vector<uint64_t>> begins;
  for (size_t rank = 0; rank < told.size(); ++rank) {
    begins.emplace_back(told[rank].size());
    for (size_t i = 0; i < told[rank].size(); ++i) {
      all.push_back({told[rank][i], rank, i});
      size += told[rank][i].size;
    }
  }
  std::ranges::sort(all, {}, [](const Told& each) { return each.run.first; });
  std::vector<uint64_t> sizes;
  for (const Bytes& of_rank : comm.all_gather(to_bytes<uint64_t>(std::span(&size, 1))))
    sizes.push_back(from_bytes<uint64_t>(of_rank)[0]);
  text_size = std::accumulate(sizes.begin(), sizes.end(), uint64_t{0});
  uint64_t next = std::accumulate(sizes.begin(), sizes.begin() + comm.rank(), uint64_t{0});
  for (const Told& each : all) begins[each.rank][each.number] = std::exchange(next, next + each.run.size);
  return begins;
}

Placed place(std::span<const Run> runs, Comm& comm) {
  const PositionDeal deal(runs, comm);
  std::vector<std::vector<Run>> tell(static_cast<size_t>(comm.size()));
  for (const Run& run : runs) tell[deal.rank_of(run)].push_back(run);
  Placed placed;
  std::vector<std::vector<uint64_t>> begins =
      place_told(exchange(comm, std::move(tell)), comm, placed.text_size);
  // In the order of positions, as the ranks are that they were told.
  for (const std::vector<uint64_t>& answers : exchange(comm, std::move(begins)))
    placed.begins.insert(placed.begins.end(), answers.begin(), answers.end());
  return placed;
}

/// Where the part of a rank begins.
uint64_t begin_of_block(uint64_t text_size, size_t rank, size_t ranks) {
  return text_size / ranks * rank + std::min<uint64_t>(text_size % ranks, rank);
}

/// Bytes of the text, in front of these.
struct Stretch {
  uint64_t begin;
  uint64_t size;
};

void append(Bytes& bytes, std::span<const std::byte> more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

/// By rank, what belongs to its part.
class Outgoing {
 public:
  Outgoing(uint64_t text_size, size_t ranks) : to_ranks(ranks), text_size_(text_size) {}

  std::vector<Bytes> to_ranks;

  /// The next bytes of this rank.
  void add(uint64_t begin, std::string_view text) {
    while (!text.empty()) {
      while (begin_of_block(text_size_, rank_ + 1, to_ranks.size()) <= begin) ++rank_;
      const uint64_t end = begin_of_block(text_size_, rank_ + 1, to_ranks.size());
      const std::string_view part = text.substr(0, end - begin);
      const Stretch stretch{begin, part.size()};
      append(to_ranks[rank_], std::as_bytes(std::span(&stretch, 1)));
      append(to_ranks[rank_], std::as_bytes(std::span(part)));
      begin += part.size();
      text.remove_prefix(part.size());
    }
  }

 private:
  uint64_t text_size_;
  size_t rank_ = 0;  ///< whose part was the last one
};

/// Copies what a rank sent to where it belongs in this one's part.
void put(std::span<const std::byte> sent, uint64_t block_begin, std::string& block) {
  while (!sent.empty()) {
    Stretch stretch;
    CHECK(sent.size() >= sizeof(stretch));
    std::memcpy(&stretch, sent.data(), sizeof(stretch));
    sent = sent.subspan(sizeof(stretch));
    CHECK(stretch.begin >= block_begin && stretch.size <= sent.size());
    CHECK(stretch.begin - block_begin + stretch.size <= block.size());
    std::memcpy(block.data() + (stretch.begin - block_begin), sent.data(), stretch.size);
    sent = sent.subspan(stretch.size);
  }
}

}  // namespace

TextBlock put_together(std::string_view head, std::vector<TextPiece> mine, Comm& comm) {
  const std::vector<Run> runs = runs_of(mine);
  const Placed placed = place(runs, comm);
  const size_t ranks = static_cast<size_t>(comm.size());
  const size_t self = static_cast<size_t>(comm.rank());
  const uint64_t text_size = head.size() + placed.text_size;
  TextBlock block{text_size, begin_of_block(text_size, self, ranks), {}};
  if (ranks == 1) {
    block.chunks.emplace_back(head);
    for (TextPiece& piece : mine) block.chunks.push_back(std::move(piece.text));
    return block;
  }
  Outgoing outgoing(text_size, ranks);
  size_t piece = 0;
  for (size_t run = 0; run < runs.size(); ++run) {
    for (uint64_t at = 0; at < runs[run].size; ++piece) {
      outgoing.add(head.size() + placed.begins[run] + at, mine[piece].text);
      at += mine[piece].text.size();
      mine[piece].text = std::string();
    }
  }
  std::string& mine_now = block.chunks.emplace_back(head.substr(std::min(block.begin, head.size())));
  mine_now.resize(begin_of_block(text_size, self + 1, ranks) - block.begin);
  for (const Bytes& sent : comm.exchange(std::move(outgoing.to_ranks))) put(sent, block.begin, mine_now);
  return block;
}

}  // namespace latecomer
