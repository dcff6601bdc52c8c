// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/python/known_functions.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "fake_python.h"

namespace latecomer::record {
namespace {

class KnownFunctions : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override { python_interpreter = &python.interpreter(); }
  void TearDown() override { python_interpreter = nullptr; }

  std::optional<ModuleAddress> find(PythonPosition position) {
    functions->follow({}, true);
    return functions->find_or_add(position);
  }

  FakePython python{GetParam()};
  std::vector<CodeModule> met;
  LoadedModules modules{[this](const CodeModule& module) { met.push_back(module); }};
  std::unique_ptr<KnownPythonFunctions> functions = std::make_unique<KnownPythonFunctions>(modules);
};

INSTANTIATE_TEST_SUITE_P(Versions, KnownFunctions, testing::Values(11, 12, 13));

TEST_P(KnownFunctions, name_file_and_line) {
  const uintptr_t step = python.code("Model.step");
  const std::optional<ModuleAddress> call = find({step, 2});
  ASSERT_EQ(met, (std::vector<CodeModule>{{"late.py", "", "Model.step", 10}}));
  EXPECT_EQ(call, (ModuleAddress{ModuleId(0), 12}));
  EXPECT_EQ(find({step, 0})->address, 10U);
  EXPECT_EQ(met.size(), 1U);
}

TEST_P(KnownFunctions, names_that_are_not_ascii) {
  find({python.code(python.text(u"schr\u00f6dinger_\u03c8\u20ac"), python.text("a.py"), 1, python.bytes({})),
        0});
  EXPECT_EQ(met.at(0).function, "schr\u00f6dinger_\u03c8\u20ac");
}

TEST_P(KnownFunctions, only_what_is_in_files_or_given_to_python) {
  const auto in_file = [&](std::string_view file) {
    return find({python.code(python.text("f"), python.text(file), 1, python.bytes({})), 0});
  };
  EXPECT_EQ(in_file("<frozen importlib._bootstrap>"), std::nullopt);
  EXPECT_EQ(in_file("<__array_function__ internals>"), std::nullopt);
  EXPECT_NE(in_file("<string>"), std::nullopt);
  EXPECT_NE(in_file("<stdin>"), std::nullopt);
}

TEST_P(KnownFunctions, garbage_collection) {
  find(PythonPosition::collection());
  EXPECT_EQ(met.at(0).function, "garbage collection");
}

TEST_P(KnownFunctions, another_function_where_one_was) {
  const uintptr_t code = python.code("first");
  const std::vector<uintptr_t> calls{0x1234, PythonPosition(code, 0).word()};
  find({code, 0});
  EXPECT_TRUE(functions->follow(calls, false));
  EXPECT_TRUE(functions->follow(calls, true));
  python.put(code + python.layout().name, python.text("second"));
  EXPECT_FALSE(functions->follow(calls, true));
  find({code, 0});
  EXPECT_EQ(met.at(1).function, "second");
  EXPECT_TRUE(functions->follow(calls, false));
}

TEST_P(KnownFunctions, what_is_gone_has_no_name) {
  const uintptr_t code = python.code("freed");
  python.put(code + kPythonType, uintptr_t{0});
  EXPECT_EQ(find({code, 0}), std::nullopt);
  EXPECT_EQ(find({4096, 0}), std::nullopt);
  EXPECT_EQ(find({python.code(16, 16, 1, 16), 0}), std::nullopt);
}

}  // namespace
}  // namespace latecomer::record
