// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "cubepl/column.h"
#include "cubepl/texts.h"

namespace latecomer::cubepl {

/// Is the text of an element that was not assigned, whose number is 0.
inline const Text kEmptyText;
inline const Value kUnassigned = &kEmptyText;

/// Is a variable of CubePL: an array, of which ${name} is the first element.
struct Array {
  Value at(size_t index, size_t position) const {
    const auto found = varying.find(index);
    if (found != varying.end()) return found->second.at(position);
    return index < values.size() ? values[index] : kUnassigned;
  }

  Column element(size_t index) const {
    const auto found = varying.find(index);
    return found != varying.end() ? found->second : at(index, 0);
  }

  std::vector<Value> values;
  std::map<size_t, Column> varying;  // instead of `values`, elements that differ between positions
  bool global = false;
  bool predefined = false;
};

/// Keeps variables from one evaluation to the next: global ones, and those of the environment that are always
/// the same. It is for programs of one report, and of one thread at a time.
struct Variables {
  Texts texts;
  std::map<std::string, Array> globals;
  std::map<std::string, Array> predefined;
};

}  // namespace latecomer::cubepl
