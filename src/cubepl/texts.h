// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace latecomer::cubepl {

/// Is a text of a program or of its environment.
struct Text {
  std::string characters;
  double number = 0;  // what it is where a number is wanted: the number that it begins with
};

/// Holds the texts that programs use, each once.
class Texts {
 public:
  const Text* get(std::string_view characters);
  size_t bytes() const { return bytes_; }

 private:
  std::unordered_map<std::string_view, std::unique_ptr<const Text>> texts_;  // by their own characters
  size_t bytes_ = 0;
};

/// Returns a number as CubePL writes it, in 14 digits.
std::string number_text(double number);

}  // namespace latecomer::cubepl
