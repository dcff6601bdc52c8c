// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/python/python_functions.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "fake_python.h"
#include "record/python/position.h"

namespace latecomer::record {
namespace {

class Python : public testing::TestWithParam<unsigned> {
 protected:
  uint64_t look(bool interrupted = false) {
    return functions->look(python.interpreter(), python.thread(), interrupted, {});
  }
  std::vector<uintptr_t> put(size_t most = 100) {
    std::vector<uintptr_t> words(most);
    words.resize(functions->put(words));
    return words;
  }

  FakePython python{GetParam()};
  std::unique_ptr<PythonFunctions> functions = std::make_unique<PythonFunctions>();
  const uintptr_t module = python.code("<module>");
  const uintptr_t step = python.code("step");
  const uintptr_t key = python.code("key");
};

INSTANTIATE_TEST_SUITE_P(Versions, Python, testing::Values(11, 12, 13));

TEST_P(Python, functions_come_by_evaluation) {
  python.call(module, 7, true);
  python.call(step, 3, false);
  python.call(key, 0, true);
  EXPECT_NE(look(), 0U);
  EXPECT_EQ(functions->evaluation(), python.evaluations()[1]);
  EXPECT_EQ(put(), (std::vector<uintptr_t>{PythonPosition(key, 0).word()}));
  EXPECT_EQ(functions->evaluation(), python.evaluations()[0]);
  EXPECT_EQ(put(),
            (std::vector<uintptr_t>{PythonPosition(step, 3).word(), PythonPosition(module, 7).word()}));
  EXPECT_EQ(functions->evaluation(), PythonFunctions::kNone);
  EXPECT_TRUE(functions->is_empty());
  EXPECT_FALSE(functions->is_cut());
  functions->rewind();
  EXPECT_EQ(functions->evaluation(), python.evaluations()[1]);
}

// The pointer behind the generations is found by that it leads back to them.
TEST_P(Python, collecting_garbage_is_found_behind_its_generations) {
  CarefulMemory memory;
  for (const uintptr_t before : {72, 76}) {
    const uintptr_t interpreter = python.object(16384);
    constexpr uintptr_t kPointer = 7496;
    python.put(interpreter + kPointer, interpreter + kPointer - before);
    python.put(python.thread() + kPythonInterpreter, interpreter);
    memory.begin({});
    EXPECT_EQ(python_collection_flag(python.thread(), memory), kPointer + 104);
  }
}

TEST_P(Python, no_more_than_there_is_room_for) {
  for (uint64_t i = 0; i < 5; ++i) python.call(step, i, i == 0);
  look();
  EXPECT_EQ(put(2), (std::vector<uintptr_t>{PythonPosition(step, 4).word(), PythonPosition(step, 3).word()}));
  EXPECT_EQ(functions->evaluation(), python.evaluations()[0]);
  EXPECT_EQ(put().size(), 3U);
}

TEST_P(Python, a_thread_without_functions) {
  EXPECT_EQ(look(), 0U);
  EXPECT_TRUE(functions->is_empty());
  EXPECT_FALSE(functions->is_cut());
}

TEST_P(Python, the_number_says_where_they_are) {
  python.call(module, 7, true);
  const uint64_t there = look();
  EXPECT_EQ(look(), there);
  python.put(python.innermost() + python.layout().instruction, module + python.layout().instructions + 16);
  const uint64_t further_on = look();
  EXPECT_NE(further_on, there);
  python.put(module + python.layout().name, python.text("another"));  // as if it had been freed
  EXPECT_NE(look(), further_on);
}

TEST_P(Python, a_function_that_has_not_begun) {
  python.call(module, 0, true);
  python.put(python.innermost() + python.layout().instruction, module + python.layout().instructions - 2);
  look();
  EXPECT_EQ(put(), (std::vector<uintptr_t>{PythonPosition(module, 0).word()}));
}

// In a signal handler, what is there may be anything.
TEST_P(Python, what_makes_no_sense_ends) {
  python.call(module, 7, true);
  python.call(step, 3, false);
  for (const uintptr_t nonsense : {uintptr_t{1}, uintptr_t{4096}, ~uintptr_t{0}, uintptr_t{0x7ffffffffff0}}) {
    for (const size_t field : {python.layout().code, python.layout().instruction, python.layout().previous}) {
      const uintptr_t place = python.innermost() + field;
      const uintptr_t sense = *reinterpret_cast<uintptr_t*>(place);
      python.put(place, nonsense);
      look(true);
      EXPECT_LE(put().size(), 2U);
      python.put(place, sense);
    }
  }
  python.put(python.innermost() + python.layout().previous, uintptr_t{4096});
  look(true);
  EXPECT_TRUE(functions->is_cut());
  EXPECT_EQ(put(), (std::vector<uintptr_t>{PythonPosition(step, 3).word()}));
}

TEST_P(Python, a_list_that_leads_back_to_itself_ends) {
  python.call(module, 7, true);
  python.call(step, 3, false);
  python.put(python.innermost() + python.layout().previous, python.innermost());
  look(true);
  EXPECT_TRUE(functions->is_cut());
  EXPECT_EQ(put(100).size(), 100U);
}

TEST_P(Python, objects_of_another_make_are_left_alone) {
  python.call(module, 7, true);
  python.put(module + kPythonType, python.interpreter().text_type);
  EXPECT_EQ(look(), 0U);
  EXPECT_TRUE(functions->is_empty());
}

TEST(PythonLayout, versions_that_are_not_known) {
  EXPECT_EQ(python_layout(0x030a0df0), nullptr);
  EXPECT_NE(python_layout(0x030b02f0), nullptr);
  EXPECT_EQ(python_layout(0x030e00f0), nullptr);
}

}  // namespace
}  // namespace latecomer::record
