// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <string>

namespace latecomer::report {

/// With question marks for most control characters: XML 1.0, and so a report's file, has no way to write
/// them, and terminals shall not obey them.
inline std::string printable(std::string text) {
  const auto unprintable = [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\t'; };
  std::replace_if(text.begin(), text.end(), unprintable, '?');
  return text;
}

}  // namespace latecomer::report
