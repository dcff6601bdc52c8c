// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/calling_contexts.h"

#include <gtest/gtest.h>

#include "trace/code_address.h"

namespace latecomer::trace {
namespace {

/// Contexts with these parents; -1: none.
std::vector<CallingContext> with_parents(const std::vector<int>& parents) {
  std::vector<CallingContext> contexts;
  for (const int parent : parents)
    contexts.push_back({RegionId(0), {}, parent < 0 ? CallingContextId() : CallingContextId(parent)});
  return contexts;
}

std::vector<uint32_t> values_of(const std::vector<CallingContextId>& ids) {
  std::vector<uint32_t> values;
  for (const CallingContextId id : ids) values.push_back(id.value);
  return values;
}

TEST(CallingContexts, ParentsComeFirst) {
  EXPECT_EQ(values_of(parents_first(with_parents({2, 0, -1, 1}))), (std::vector<uint32_t>{2, 0, 1, 3}));
}

TEST(CallingContexts, WhoIsAmongItsOwnCallersIsLeftOut) {
  EXPECT_EQ(values_of(parents_first(with_parents({1, 0, -1, 0, 4}))), (std::vector<uint32_t>{2}));
}

TEST(CallingContexts, AStackBeginsWithItsOutermostFrame) {
  const std::vector<CallingContext> contexts = with_parents({2, 0, -1, 1});
  EXPECT_EQ(values_of(frames_of(contexts, CallingContextId(1))), (std::vector<uint32_t>{2, 0, 1}));
  EXPECT_TRUE(frames_of(contexts, CallingContextId()).empty());
}

TEST(CodeAddress, ARegionSaysWhichItIs) {
  const CodeAddress address{"/opt/my app/wave", "0123ab", 0x11a9};
  EXPECT_EQ(name_of(address), "wave+0x11a9");
  EXPECT_EQ(address_of(region_of(address)), address);
  const CodeAddress in_no_module{"", "", 0x7f0011a9};
  EXPECT_EQ(name_of(in_no_module), "0x7f0011a9");
  EXPECT_EQ(address_of(region_of(in_no_module)), in_no_module);
}

TEST(CodeAddress, OfAFunctionThatWasRecorded) {
  const CodeAddress address{"/opt/my app/wave", "0123ab", 0x11a9};
  EXPECT_EQ(function_address_of(function_region_of(address)), address);
  EXPECT_FALSE(address_of(function_region_of(address)));
  EXPECT_FALSE(function_address_of(region_of(address)));
}

TEST(CodeAddress, OtherRegionsAreNone) {
  Region region = region_of({"wave", "", 0x11a9});
  region.name = "wave+0x11z9";
  EXPECT_FALSE(address_of(region));
  region.name = "wave+0x011a9";
  EXPECT_FALSE(address_of(region));
  region.name = "wave+0x11a9";
  region.role = RegionRole::function;
  EXPECT_FALSE(address_of(region));
}

}  // namespace
}  // namespace latecomer::trace
