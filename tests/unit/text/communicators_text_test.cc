// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/show_text.h"

namespace latecomer::text {
namespace {

using report::CommunicatorTraffic;

TEST(CommunicatorsText, IsATable) {
  const std::vector<CommunicatorTraffic> communicators = {{"MPI_COMM_WORLD", 4, 12000, 3200000, 8, 64, 128},
                                                          {"", 2, 1, 0, 0, 0, 0}};
  const std::string text = communicators_text(communicators, false);
  EXPECT_TRUE(text.starts_with(
      "     ranks       messages      bytes  collective calls       sent   received  communicator\n"
      "         4         12,000    3.20 MB                 8       64 B      128 B  MPI_COMM_WORLD\n"
      "         2              1        0 B                 0        0 B        0 B  (no name)\n"))
      << text;
}

TEST(CommunicatorsText, SaysHowManyAreLeftOut) {
  const std::vector<CommunicatorTraffic> many(30, CommunicatorTraffic{"c", 2, 1, 1, 0, 0, 0});
  EXPECT_NE(communicators_text(many, false).find("10 communicators with less: --all\n"), std::string::npos);
  EXPECT_EQ(communicators_text(many, true).find("--all"), std::string::npos);
  EXPECT_EQ(communicators_text({}, false), "Nothing was sent in any communicator.\n");
}

}  // namespace
}  // namespace latecomer::text
