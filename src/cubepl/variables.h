// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <string>
#include <vector>

#include "cubepl/column.h"
#include "cubepl/texts.h"

namespace latecomer::cubepl {

/// A variable of CubePL: an array, of which ${name} is the first element. Elements that are different at
/// different positions are apart.
struct Array {
  std::vector<double> numbers;
  std::vector<TextId> texts;  // empty if there are numbers only
  std::map<size_t, Column> varying;
  bool global = false;
  bool predefined = false;

  Column element(size_t index) const;
  /// Grows if need be.
  void set(size_t index, double number, TextId text);
};

/// What is kept from one evaluation to the next: global variables, and variables of the environment that are
/// always the same. For programs of one report; of one thread at a time.
struct Variables {
  Texts texts;
  std::map<std::string, Array> globals;
  std::map<std::string, Array> predefined;
};

}  // namespace latecomer::cubepl
