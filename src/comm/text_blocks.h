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

/// What stands at some positions of a text, from `first` to `last`. No piece of another rank has one of them.
struct TextPiece {
  int64_t first;
  int64_t last;
  LargeText text;
};

/// A rank's part of a text that the ranks have together.
struct TextBlock {
  uint64_t text_size = 0;         ///< of the whole text, the same on every rank
  uint64_t begin = 0;             ///< where the part begins in it
  std::vector<LargeText> chunks;  ///< one after the other
};

/// Puts the pieces of all ranks together in the order of their positions, behind a head that all of them
/// know, and gives each a part of the same size. `mine` are this rank's, in order. To be called by all ranks;
/// none has to have room for the whole text.
TextBlock put_together(std::string_view head, std::vector<TextPiece> mine, Comm& comm);

}  // namespace latecomer
