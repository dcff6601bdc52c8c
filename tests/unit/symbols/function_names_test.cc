// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/function_names.h"

#include <gtest/gtest.h>

namespace latecomer::symbols {
namespace {

TEST(ShownName, IsThatOfTheSource) {
  EXPECT_EQ(shown_name("_Z5solvePd"), "solve(double*)");
  EXPECT_EQ(shown_name("step.constprop.0"), "step");
  EXPECT_EQ(shown_name("step@@VERSION_1"), "step");
}

TEST(ShownName, HasTheModuleOfAProcedure) {
  EXPECT_EQ(shown_name("__grid_MOD_exchange"), "grid::exchange");
  EXPECT_EQ(shown_name("__grid_MOD_exchange.isra.0"), "grid::exchange");
  EXPECT_EQ(shown_name("grid_mp_exchange_"), "grid::exchange");
  EXPECT_EQ(shown_name("_QMgridPexchange"), "grid::exchange");
  EXPECT_EQ(shown_name("_QMgridFexchangePpack"), "grid::exchange::pack");
}

TEST(ShownName, HasNoModuleWhereThereIsNone) {
  for (const char* name : {"exchange_", "_mp_", "x_mp_", "__grid_MOD_", "_QMgrid", "_QQmain", "MAIN__"})
    EXPECT_EQ(shown_name(name), name);
}

}  // namespace
}  // namespace latecomer::symbols
