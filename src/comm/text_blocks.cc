// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Writing one text together.
//
// The problem: each rank has pieces of a text, in any order among the ranks; a file needs them one after the
// other, and no rank has room for all of it.
//
//     rank 0:  aaa         d          ->   aaabb
//     rank 1:      bbbb c     ee      ->        bbcdee
//
// The idea: where a piece begins is the size of all before it. Neighbours on one rank are a run, and only the
// sizes of runs are sent: to the rank that has their positions distributed to it, which adds them up. Then
// every rank knows where its pieces belong, and sends each other one what is of that one's part.
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

/// Is pieces of one rank that follow each other.
struct Run {
  int64_t first;  ///< Is a position.
  uint64_t size;  ///< Is in bytes.
};

std::vector<Run> runs_of(std::span<const TextPiece> pieces) {
  std::vector<Run> runs;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (i == 0 || pieces[i].first > pieces[i - 1].last + 1) runs.push_back({pieces[i].first, 0});
    runs.back().size += pieces[i].text.size();
  }
  return runs;
}

/// Divides positions into ranges, about as many for each rank.
class PositionRanges {
 public:
  PositionRanges(std::span<const Run> mine, Comm& comm) {
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

/// Says, by rank, where the runs begin that it sent to this one. Those sent to lower ranks are before them.
struct Answers {
  std::vector<std::vector<uint64_t>> begins;
  uint64_t text_size;
};

Answers find_begins(const std::vector<std::vector<Run>>& received, Comm& comm) {
  struct ReceivedRun {
    Run run;
    size_t rank;
    size_t number;
  };
  std::vector<ReceivedRun> all;
  uint64_t size = 0;
  Answers answers;
  for (size_t rank = 0; rank < received.size(); ++rank) {
    answers.begins.emplace_back(received[rank].size());
    for (size_t i = 0; i < received[rank].size(); ++i) {
      all.push_back({received[rank][i], rank, i});
      size += received[rank][i].size;
    }
  }
  std::ranges::sort(all, {}, [](const ReceivedRun& each) { return each.run.first; });
  std::vector<uint64_t> sizes;
  for (const Bytes& of_rank : comm.all_gather(to_bytes<uint64_t>(std::span(&size, 1))))
    sizes.push_back(from_bytes<uint64_t>(of_rank)[0]);
  answers.text_size = std::accumulate(sizes.begin(), sizes.end(), uint64_t{0});
  uint64_t next = std::accumulate(sizes.begin(), sizes.begin() + comm.rank(), uint64_t{0});
  for (const ReceivedRun& each : all)
    answers.begins[each.rank][each.number] = std::exchange(next, next + each.run.size);
  return answers;
}

struct Positions {
  std::vector<uint64_t> begins;  ///< Holds the begin of each run.
  uint64_t text_size;
};

Positions assign_positions(std::span<const Run> runs, Comm& comm) {
  const PositionRanges distribution(runs, comm);
  std::vector<std::vector<Run>> outgoing(static_cast<size_t>(comm.size()));
  for (const Run& run : runs) outgoing[distribution.rank_of(run)].push_back(run);
  Answers answers = find_begins(exchange(comm, std::move(outgoing)), comm);
  Positions positions{{}, answers.text_size};
  // The ranks answer in the order of positions.
  for (const std::vector<uint64_t>& of_rank : exchange(comm, std::move(answers.begins)))
    positions.begins.insert(positions.begins.end(), of_rank.begin(), of_rank.end());
  return positions;
}

/// Is a stretch of the text, sent in front of its bytes.
struct Stretch {
  uint64_t begin;
  uint64_t size;
};

void append(Bytes& bytes, std::span<const std::byte> more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

/// Holds, by rank, what belongs to its part.
class Outgoing {
 public:
  Outgoing(uint64_t text_size, int ranks)
      : to_ranks(static_cast<size_t>(ranks)), text_size_(text_size), ranks_(ranks) {}

  std::vector<Bytes> to_ranks;

  /// Adds the next bytes of this rank.
  void add(uint64_t begin, std::string_view text) {
    while (!text.empty()) {
      while (end_of_part() <= begin) ++rank_;
      const std::string_view part = text.substr(0, end_of_part() - begin);
      const Stretch stretch{begin, part.size()};
      Bytes& to_rank = to_ranks[static_cast<size_t>(rank_)];
      append(to_rank, std::as_bytes(std::span(&stretch, 1)));
      append(to_rank, std::as_bytes(std::span(part)));
      begin += part.size();
      text.remove_prefix(part.size());
    }
  }

 private:
  uint64_t end_of_part() const { return begin_of_share(text_size_, rank_ + 1, ranks_); }

  uint64_t text_size_;
  int ranks_;
  int rank_ = 0;  ///< Is the rank whose part was the last one.
};

/// Copies what a rank sent to where it belongs in this one's part.
void put(std::span<const std::byte> sent, uint64_t block_begin, LargeText& block) {
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
  const Positions positions = assign_positions(runs, comm);
  const uint64_t text_size = head.size() + positions.text_size;
  TextBlock block{text_size, begin_of_share(text_size, comm.rank(), comm.size()), {}};
  if (comm.size() == 1) {
    block.chunks.emplace_back(head);
    for (TextPiece& piece : mine) block.chunks.push_back(std::move(piece.text));
    return block;
  }
  Outgoing outgoing(text_size, comm.size());
  size_t piece = 0;
  for (size_t run = 0; run < runs.size(); ++run) {
    for (uint64_t at = 0; at < runs[run].size; ++piece) {
      outgoing.add(head.size() + positions.begins[run] + at, mine[piece].text);
      at += mine[piece].text.size();
      mine[piece].text = LargeText();
    }
  }
  LargeText& part = block.chunks.emplace_back(head.substr(std::min(block.begin, head.size())));
  part.resize(begin_of_share(text_size, comm.rank() + 1, comm.size()) - block.begin);
  for (const Bytes& sent : comm.exchange(std::move(outgoing.to_ranks))) put(sent, block.begin, part);
  return block;
}

}  // namespace latecomer
