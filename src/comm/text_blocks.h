// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/spill.h"
#include "comm/comm.h"

namespace latecomer {

/// Holds what stands at some positions of a text, from `first` to `last`, of which no other rank's piece has
/// any.
struct TextPiece {
  int64_t first;
  int64_t last;
  LargeText text;
};

/// Holds a rank's part of a text that the ranks have together.
struct TextBlock {
  uint64_t text_size = 0;         ///< Is the size of the whole text, in bytes, the same on every rank.
  uint64_t begin = 0;             ///< Says at which byte of the text the part begins.
  std::vector<LargeText> chunks;  ///< Holds the part, one chunk after the other.
};

/// Puts the pieces of all ranks together in the order of their positions, behind a head that all of them
/// know, and gives each a part of the same size. `mine` are this rank's, in order. All ranks call it; none
/// has to have room for the whole text.
TextBlock put_together(std::string_view head, std::vector<TextPiece> mine, Comm& comm);

}  // namespace latecomer
