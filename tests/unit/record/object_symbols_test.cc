// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/object_symbols.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace latecomer::record {
namespace {

// The library of mathematics, which has functions that nothing here calls.
ObjectSymbols symbols_of_libm() {
  dl_phdr_info found = {};
  dl_iterate_phdr(
      [](dl_phdr_info* object, size_t, void* given) {
        const bool is_it = std::string_view(object->dlpi_name).find("/libm.so") != std::string_view::npos;
        if (is_it) *static_cast<dl_phdr_info*>(given) = *object;
        return is_it ? 1 : 0;
      },
      &found);
  return ObjectSymbols(found);
}

void* found_by_name(const char* name) {
  return dlsym(RTLD_DEFAULT, name);
}

TEST(ObjectSymbols, FindsWhatTheLoaderFinds) {
  const ObjectSymbols symbols = symbols_of_libm();
  EXPECT_EQ(symbols.function("jn"), found_by_name("jn"));
  EXPECT_NE(symbols.function("jn"), nullptr);
  EXPECT_EQ(symbols.function("malloc"), nullptr);
}

TEST(ObjectSymbols, VisitsWhatIsNeededFromOthers) {
  const ObjectSymbols symbols = symbols_of_libm();
  std::vector<std::string_view> needed;
  symbols.for_each_needed([&](std::string_view name) { needed.push_back(name); });
  EXPECT_FALSE(needed.empty());
  EXPECT_TRUE(symbols.needs(needed.front()));
  EXPECT_FALSE(symbols.needs("jn"));
}

// libm refers to this one by its address, so that it is bound from the beginning.
TEST(ObjectSymbols, VisitsWhatCallsAreBoundTo) {
  const void* bound_to = nullptr;
  symbols_of_libm().for_each_call([&](std::string_view name, const void* address) {
    if (name == "__cxa_finalize") bound_to = address;
  });
  EXPECT_EQ(bound_to, found_by_name("__cxa_finalize"));
}

TEST(ObjectSymbols, AHiddenFunctionIsNotFoundAndOthersAre) {
  const ObjectSymbols symbols = symbols_of_libm();
  ASSERT_NE(found_by_name("ynl"), nullptr);
  symbols.hide("ynl");
  EXPECT_EQ(found_by_name("ynl"), nullptr);
  EXPECT_EQ(symbols.function("ynl"), nullptr);
  EXPECT_NE(found_by_name("yn"), nullptr);
  symbols.hide("no_such_function");
}

TEST(ObjectSymbols, KnowsTheObjectThatItIsIn) {
  bool is_first = false;
  dl_iterate_phdr(
      [](dl_phdr_info* object, size_t, void* given) {
        *static_cast<bool*>(given) = is_recorder(*object);
        return 1;
      },
      &is_first);
  EXPECT_TRUE(is_first);  // the test program
}

}  // namespace
}  // namespace latecomer::record
