// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Definitions files whose records say that they have more than they have. What libotf2 would do with them is
// not defined, so they must not reach it.

#include "otf2/definitions_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "archive_fixture.h"

namespace latecomer::otf2 {
namespace {

using trace::Anomaly;
using trace::LocationId;
using Bytes = std::vector<uint8_t>;

constexpr uint64_t kChunkSize = 1 << 20;

/// One definition with its fields.
struct Definition {
  uint8_t type;
  Bytes content;
};

/// A file of one chunk.
std::string file_of(const std::vector<Definition>& definitions, char byte_order = 'B') {
  std::string file = {3, byte_order};
  file.append(16, '\0');
  for (const Definition& definition : definitions) {
    file += static_cast<char>(definition.type);
    file += static_cast<char>(definition.content.size());
    file.append(definition.content.begin(), definition.content.end());
  }
  return file + '\2';
}

/// One of each kind, as libotf2 writes them. Their fields since OTF2 1.0 are `required` bytes.
struct Example {
  Definition definition;
  size_t required;
};
const std::vector<Example>& examples() {
  static const std::vector<Example> kExamples = {
      {{10, {1, 1, 'a', 'b', 'c', 0}}, 6},
      {{11, {1, 2, 1, 1, 1, 1, 1}}, 5},
      {{12, {1, 3, 1, 1, 1, 1, 1, 4}}, 8},
      {{13, {1, 4, 1, 1, 1, 1, 3, 255}}, 7},
      {{14, {1, 5, 1, 1, 1, 1, 77, 1, 4}}, 9},
      {{15, {1, 6, 1, 1, 1, 3, 1, 1, 4, 1, 55, 1, 66, 1, 2, 4, 1, 0}}, 13},
      {{16, {1, 7, 1, 1, 1, 22, 1, 6, 1, 6}}, 10},
      {{17, {1, 8, 1, 9, 1, 6}}, 6},
      {{18, {1, 9, 1, 1, 4, 1, 3, 1, 33, 1, 34, 1, 35, 5, 4, 0}}, 13},
      {{19, {1, 10, 1, 1, 1, 2, 0, 0, 4, 1, 8, 253, 255, 255, 255, 255, 255, 255, 255, 1, 1}}, 21},
      {{20, {1, 11, 3, 1, 17, 1, 18, 1, 19, 2, 2}}, 10},
      {{21, {1, 12, 1, 11, 1, 5, 0, 1, 99}}, 9},
      {{22, {1, 13, 1, 1, 1, 9, 1, 12, 1, 1}}, 8},
      {{23, {1, 14, 1, 1, 1}}, 5},
      {{24, {1, 15, 1, 1, 1, 13, 1, 1}}, 6},
      {{25, {1, 11, 1, 5}}, 4},
      {{26, {1, 3, 1, 1, 255, 4, 1, 7}}, 5},
      {{27, {1, 3, 2}}, 3},
      {{28, {1, 4, 1, 1, 1, 7, 11, 1, 7}}, 6},
      {{29, {1, 5, 1, 1, 1, 7, 11, 1, 7}}, 6},
      {{30, {1, 16, 1, 1, 1, 44, 1}}, 7},
      {{31, {1, 17, 1, 1, 1, 13, 3, 1, 17, 1, 18, 1, 19}}, 13},
      {{32, {1, 17, 1, 2, 3, 1, 17, 1, 18, 1, 19}}, 11},
      {{33, {1, 18, 1, 1, 1, 33}}, 6},
      {{34, {1, 19, 1, 6, 1, 18, 1, 20}}, 8},
      {{35, {1, 19, 1, 1, 2, 7, 0}}, 7},
      {{36, {1, 20, 1, 1, 0, 1, 8, 253, 255, 255, 255, 255, 255, 255, 255, 2, 232, 3}}, 18},
      {{37, {1, 21, 1, 1, 3, 1, 7}}, 7},
      {{38, {1, 21, 1, 1, 1, 3}}, 6},
      {{39, {1, 22, 1, 1, 1, 3}}, 6},
      {{40, {1, 23, 1, 1, 1, 21, 5, 0, 1, 13, 1, 24}}, 12},
      {{41, {1, 23, 0, 0}}, 4},
      {{42, {1, 8, 1, 14, 4, 1, 7}}, 7},
      {{43, {1, 24, 1, 1, 1, 9, 1, 9, 1, 13, 0}}, 11},
  };
  return kExamples;
}

const std::vector<Example> kGlobalOnly = {
    {{5, {2, 232, 3, 1, 5, 1, 10, 255}}, 7},
    {{6, {4, 1, 1, 0}}, 4},
    {{7, {4, 2, 4, 1, 7}}, 5},
    {{8, {5, 1, 1, 1, 2, 0, 0, 2, 1, 4, 1, 9, 2, 1, 3}}, 15},
};
const std::vector<Example> kLocalOnly = {
    {{5, {0, 1, 3, 0, 1, 33, 1, 34, 1, 35}}, 10},
    {{5, {3, 1, 2, 1, 1, 3, 1, 2, 1, 9, 1, 1}}, 12},
    {{5, {6, 0, 1}}, 3},
    {{6, {100, 0, 0, 0, 0, 0, 0, 0, 8, 251, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 224, 63}},
     25},
};

class DefinitionsCheckTest : public ArchiveTest {
 protected:
  /// Empty if nothing is wrong.
  std::string check(DefinitionsFile kind, const std::string& content) {
    set_content(file("a.def"), content);
    const Status status = check_definitions_file(file("a.def"), kind, kChunkSize);
    return status ? "" : status.error().message;
  }

  void check_example(DefinitionsFile kind, const Example& example) {
    SCOPED_TRACE(testing::Message() << "type " << int{example.definition.type});
    EXPECT_EQ(check(kind, file_of({example.definition})), "");
    Definition shorter = example.definition;
    shorter.content.resize(example.required);
    EXPECT_EQ(check(kind, file_of({shorter})), "") << "as OTF2 1.0 wrote it";
    while (!shorter.content.empty()) {
      shorter.content.pop_back();
      EXPECT_EQ(check(kind, file_of({examples()[0].definition, shorter})),
                "damaged: definition 2 says more than it has bytes for")
          << shorter.content.size() << " bytes";
    }
    Definition longer = example.definition;
    longer.content.insert(longer.content.end(), 40, 0xee);
    EXPECT_EQ(check(kind, file_of({longer})), "") << "as a later OTF2 may write it";
  }
};

TEST_F(DefinitionsCheckTest, EachKindNeedsItsFields) {
  for (const Example& example : examples()) {
    check_example(DefinitionsFile::global, example);
    check_example(DefinitionsFile::local, example);
  }
  for (const Example& example : kGlobalOnly) check_example(DefinitionsFile::global, example);
  for (const Example& example : kLocalOnly) check_example(DefinitionsFile::local, example);
}

TEST_F(DefinitionsCheckTest, UnknownKindsAndValuesOfUnknownTypesPass) {
  EXPECT_EQ(check(DefinitionsFile::global, file_of({{200, {1, 2}}, {44, {}}})), "");
  EXPECT_EQ(check(DefinitionsFile::global, file_of({{37, {1, 21, 1, 1, 99}}})), "");
}

TEST_F(DefinitionsCheckTest, EitherByteOrder) {
  const Definition group = {18, {1, 9, 1, 1, 4, 2, 0, 3, 1, 33, 1, 34, 1, 35, 5, 4, 0}};
  EXPECT_EQ(check(DefinitionsFile::global, file_of({group}, '#')), "");
  EXPECT_EQ(check(DefinitionsFile::global, file_of({group}, 'B')),  // 768 members
            "damaged: definition 1 says more than it has bytes for");
  EXPECT_EQ(check(DefinitionsFile::global, file_of({group}, 'x')), "damaged or end in the middle");
}

TEST_F(DefinitionsCheckTest, FilesThatEndEarly) {
  const std::string whole = file_of({examples()[0].definition, examples()[8].definition});
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(check(DefinitionsFile::global, whole.substr(0, size)), "damaged or end in the middle") << size;
}

/// A location's mapping tables that libotf2 would write beyond its memory for, or be busy with for hours.
TEST_F(DefinitionsCheckTest, MappingTablesAreBoundedByTheirBytes) {
  const uint8_t dense = 0;
  const uint8_t pairs = 1;
  const auto of_pairs = [](const Bytes& pairs_of) {
    Bytes table = {2, 1, static_cast<uint8_t>(pairs_of.size() / 4), 1};
    table.insert(table.end(), pairs_of.begin(), pairs_of.end());
    return table;
  };
  const std::vector<Bytes> tables = {
      {2, 8, 0, 0, 0, 0, 0, 0, 0, 32, dense, 1, 1},   // 2^61 entries
      {2, 8, 0, 0, 0, 0, 0, 0, 0, 32, pairs, 1, 1},   // as many pairs
      {2, 8, 0, 0, 0, 0, 0, 0, 0, 128, dense, 1, 1},  // 2^63
      {2, 1, 2, 7, 1, 1, 1, 1, 1, 1, 1, 1},           // neither dense nor pairs
      of_pairs({1, 9, 1, 1, 1, 3, 1, 2}),             // not by local reference
      of_pairs({1, 9, 1, 1, 1, 9, 1, 2}),             // the same one twice
  };
  write(*parse(kFourRanks));
  for (size_t i = 0; i < tables.size(); ++i) {
    SCOPED_TRACE(i);
    set_content(file("traces/2.def"), file_of({{5, tables[i]}}));
    Collect collected;
    const trace::ReadOutcome outcome = open()->read(LocationId(2), collected);
    EXPECT_EQ(outcome.anomalies[Anomaly::missing_location], 1);
    EXPECT_TRUE(outcome.problem.starts_with(file("traces/2.def") + ": damaged")) << outcome.problem;
  }
}

TEST_F(DefinitionsCheckTest, GroupsAreBoundedByTheirBytes) {
  write(*parse(kFourRanks));
  std::string definitions = content(file("traces.def"));
  definitions.resize(definitions.size() - 2);  // without its end
  definitions += std::string("\x12\x0a\x01\x09\x01\x01\x04\x04\xff\xff\xff\x00", 12) + '\2';
  set_content(file("traces.def"), definitions);
  const std::string error = open_error();
  EXPECT_TRUE(error.starts_with(file("traces.def") + ": the definitions are damaged: definition ")) << error;
  EXPECT_TRUE(error.ends_with(" says more than it has bytes for")) << error;
}

}  // namespace
}  // namespace latecomer::otf2
