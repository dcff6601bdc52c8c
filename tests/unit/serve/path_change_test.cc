// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/path_change.h"

#include <gtest/gtest.h>

#include <string>

#include "unit/serve/example.h"

namespace latecomer::serve {
namespace {

Result<PathChange> parsed(const std::string& query) {
  return parse_change(example(), parse_query(query));
}

std::string problem(const std::string& query) {
  const Result<PathChange> change = parsed(query);
  return change ? "" : change.error().message;
}

TEST(PathChange, IsReadFromParameters) {
  EXPECT_EQ(*parsed("change=balance&call_path=3"), (PathChange{"balance", report::CallPathId(3), 1}));
  EXPECT_EQ(*parsed("call_path=0&change=scale&factor=0.5"),
            (PathChange{"scale", report::CallPathId(0), 0.5}));
  for (const char* option : {"balance-each", "even", "remove"})
    EXPECT_EQ(parsed(std::string("call_path=1&change=") + option)->option, option);
}

TEST(PathChange, WhatIsWrongIsNamed) {
  EXPECT_NE(problem("").find("change="), std::string::npos);
  EXPECT_NE(problem("change=balance").find("call_path="), std::string::npos);
  EXPECT_NE(problem("change=gone&call_path=1").find("balance, balance-each, even, scale, remove"),
            std::string::npos);
  EXPECT_NE(problem("change=balance&call_path=6").find("0 to 5"), std::string::npos);
  EXPECT_NE(problem("change=balance&call_path=1&call_path=2").find("twice"), std::string::npos);
  EXPECT_NE(problem("change=balance&call_path=1&ranks=1").find("ranks"), std::string::npos);
  EXPECT_NE(problem("change=scale&call_path=1").find("factor"), std::string::npos);
  EXPECT_NE(problem("change=remove&call_path=1&factor=2").find("factor"), std::string::npos);
  for (const char* factor : {"", "x", "-1", "inf", "nan", "1e999"})
    EXPECT_NE(problem(std::string("change=scale&call_path=1&factor=") + factor).find("factor="),
              std::string::npos)
        << factor;
}

}  // namespace
}  // namespace latecomer::serve
