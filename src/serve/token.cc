// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/token.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>

#include "base/check.h"

namespace latecomer::serve {

std::string random_token() {
  std::array<unsigned char, 16> random = {};
  CHECK(getrandom(random.data(), random.size(), 0) == static_cast<ssize_t>(random.size()));
  std::string token;
  for (const unsigned char each : random) token += fmt::format("{:02x}", each);
  return token;
}

bool are_equal_tokens(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

}  // namespace latecomer::serve
