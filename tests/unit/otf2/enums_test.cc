// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/enums.h"

#include <gtest/gtest.h>

namespace latecomer::otf2 {
namespace {

template <class Enum>
Enum value(int number) {
  return static_cast<Enum>(number);
}

// What has no pair in its table would become unknown.
TEST(Enums, EachIsItselfAgainAfterOtf2) {
  for (int i = 0; i <= static_cast<int>(trace::RegionRole::phase); ++i) {
    const auto role = value<trace::RegionRole>(i);
    EXPECT_EQ(role_from_otf2(to_otf2(role), flags_of(role)), role) << i;
  }
  for (int i = 0; i < static_cast<int>(trace::CollectiveOp::none); ++i) {
    const auto op = value<trace::CollectiveOp>(i);
    EXPECT_EQ(collective_from_otf2(to_otf2(op)), op) << i;
  }
  for (int i = 0; i < static_cast<int>(trace::Paradigm::other); ++i) {
    const auto paradigm = value<trace::Paradigm>(i);
    EXPECT_EQ(paradigm_from_otf2(to_otf2(paradigm)), paradigm) << i;
  }
  for (int i = 0; i <= static_cast<int>(trace::LocationKind::other); ++i) {
    const auto kind = value<trace::LocationKind>(i);
    EXPECT_EQ(location_kind_from_otf2(to_otf2(kind)), kind) << i;
  }
  for (int i = 0; i <= static_cast<int>(trace::LocationGroupKind::other); ++i) {
    const auto kind = value<trace::LocationGroupKind>(i);
    EXPECT_EQ(group_kind_from_otf2(to_otf2(kind)), kind) << i;
  }
}

TEST(Enums, WhatOtf2MayAddLaterIsNothingKnown) {
  constexpr uint8_t kLater = 250;
  EXPECT_EQ(role_from_otf2(kLater, OTF2_REGION_FLAG_NONE), trace::RegionRole::unknown);
  EXPECT_EQ(collective_from_otf2(kLater), trace::CollectiveOp::none);
  EXPECT_EQ(paradigm_from_otf2(kLater), trace::Paradigm::other);
  EXPECT_EQ(location_kind_from_otf2(kLater), trace::LocationKind::other);
  EXPECT_EQ(group_kind_from_otf2(kLater), trace::LocationGroupKind::other);
}

}  // namespace
}  // namespace latecomer::otf2
