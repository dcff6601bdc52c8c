// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/code_mapping.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

#include "record/core/learned_mappings.h"

namespace latecomer::record {
namespace {

void expect_same(const std::optional<CodeMapping>& learned, const std::optional<CodeMapping>& found) {
  ASSERT_EQ(learned.has_value(), found.has_value());
  if (!found) return;
  EXPECT_EQ(learned->begin, found->begin);
  EXPECT_EQ(learned->load_address, found->load_address);
  EXPECT_STREQ(learned->name, found->name);
  EXPECT_EQ(learned->frames, found->frames);
}

uintptr_t address_of(const char* function) {
  return reinterpret_cast<uintptr_t>(dlsym(RTLD_DEFAULT, function));
}

// Where the C library finds mappings itself, what is learned can be compared with what it says.
TEST(CodeMappingTest, WhatIsLearnedIsWhatTheCLibraryFinds) {
  static LearnedMappings mappings;  // it keeps its lists
  const auto here = reinterpret_cast<uintptr_t>(&expect_same);
  EXPECT_FALSE(mappings.at(here));
  EXPECT_TRUE(mappings.learn());
  for (const uintptr_t address : {here, address_of("printf"), address_of("dlopen"), address_of("_Znwm"),
                                  address_of("cos"), uintptr_t{16}})
    expect_same(mappings.at(address), code_mapping_at(address));
  EXPECT_STREQ(mappings.at(here)->name, "");
  EXPECT_FALSE(mappings.at(UINTPTR_MAX));
}

TEST(CodeMappingTest, ModulesAreLearnedAndForgotten) {
  static LearnedMappings mappings;  // it keeps its lists
  mappings.learn();
  EXPECT_FALSE(mappings.learn());  // nothing has changed
  void* const plugin = dlopen(LATECOMER_PLUGIN_DIR "/plugin_small.so", RTLD_NOW);
  ASSERT_NE(plugin, nullptr);
  const auto address = reinterpret_cast<uintptr_t>(dlsym(plugin, "call_back"));
  EXPECT_FALSE(mappings.at(address));
  EXPECT_TRUE(mappings.learn());
  learn_code_mappings();
  expect_same(mappings.at(address), code_mapping_at(address));
  mappings.forget();
  EXPECT_FALSE(mappings.at(address));
  dlclose(plugin);
  EXPECT_TRUE(mappings.learn());
  EXPECT_FALSE(mappings.at(address));
}

TEST(CodeMappingTest, TheRecorderKnowsItsOwnCode) {
  EXPECT_TRUE(is_in_recorder(reinterpret_cast<const void*>(&code_mapping_at)));
  EXPECT_FALSE(is_in_recorder(reinterpret_cast<const void*>(address_of("printf"))));
  EXPECT_FALSE(is_in_recorder(nullptr));
}

}  // namespace
}  // namespace latecomer::record
