// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "comm/text_blocks.h"

#include <gtest/gtest.h>

#include <random>

#include "support/run_ranks.h"

namespace latecomer {
namespace {

/// By rank, its pieces.
using Pieces = std::vector<std::vector<TextPiece>>;

void expect_together(const Pieces& pieces, const std::string& together, const std::string& head = "") {
  const std::string expected = head + together;
  const size_t ranks = pieces.size();
  std::vector<TextBlock> blocks(ranks);
  run_ranks(static_cast<int>(ranks), [&](Comm& comm) {
    const size_t rank = static_cast<size_t>(comm.rank());
    blocks[rank] = put_together(head, pieces[rank], comm);
  });
  std::string text;
  for (const TextBlock& block : blocks) {
    EXPECT_EQ(block.text_size, expected.size());
    EXPECT_EQ(block.begin, text.size());
    const size_t begin = text.size();
    for (const LargeText& chunk : block.chunks) text += chunk;
    EXPECT_LE(text.size() - begin, (expected.size() + ranks - 1) / ranks);
  }
  EXPECT_EQ(text, expected);
}

TEST(PutTogether, ByPositions) {
  expect_together({{{5, 5, "aaa"}, {8, 8, "d"}}, {{6, 6, "bbbb"}, {7, 7, "c"}, {9, 9, "ee"}}}, "aaabbbbcdee");
  expect_together({{{-1, 3, "one piece"}}}, "one piece");
  expect_together({{}, {}, {{7, 7, "of one rank"}}}, "of one rank");
  expect_together({{}, {}, {}}, "");
  expect_together({{{0, 0, ""}}, {{1, 1, ""}}}, "");
  expect_together({{{4, 4, "x"}}, {{3, 3, "a"}, {3, 3, "b"}, {3, 3, "c"}}}, "abcx");
}

TEST(PutTogether, BehindAHeadThatCanBeMoreThanARanksPart) {
  expect_together({{{0, 0, "a"}}, {{1, 1, "b"}}}, "ab", "the head\n");
  expect_together({{}, {}}, "", "the head\n");
  expect_together({{{0, 0, "a"}}}, "a", "the head\n");
}

TEST(PutTogether, ManyPieces) {
  std::mt19937 random(1);
  for (const size_t ranks : {1U, 2U, 3U, 7U}) {
    for (const size_t longest : {1U, 5U, 3000U}) {
      Pieces pieces(ranks);
      std::string expected;
      size_t rank = 0;
      for (int64_t position = -40; position < 100;) {
        if (random() % 3 == 0) rank = random() % ranks;
        const int64_t last = position + static_cast<int64_t>(random() % 3);
        std::string text;
        for (size_t size = random() % (longest + 1); size > 0; --size)
          text += static_cast<char>('a' + random() % 26);
        expected += text;
        pieces[rank].push_back({position, last, LargeText(text)});
        position = last + 1;
      }
      expect_together(pieces, expected);
    }
  }
}

}  // namespace
}  // namespace latecomer
