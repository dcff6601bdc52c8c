// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/own_path.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace latecomer {
namespace {

TEST(OwnPath, IsThatOfThisProgram) {
  EXPECT_EQ(own_path(), std::filesystem::canonical("/proc/self/exe"));
}

}  // namespace
}  // namespace latecomer
