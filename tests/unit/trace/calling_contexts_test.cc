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

TEST(CodeAddress, IsNamedByItsFile) {
  const Region region = region_of({"/opt/my app/wave", "0123ab", 0x11a9});
  EXPECT_EQ(region.name, "wave+0x11a9");
  EXPECT_EQ(region.file, "/opt/my app/wave");
  EXPECT_EQ(region.description, "0123ab");
  EXPECT_EQ(name_of({"", "", 0x7f0011a9}), "0x7f0011a9");
}

}  // namespace
}  // namespace latecomer::trace
