// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/archive/code_definitions.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace latecomer::record {
namespace {

using symbols::SourceCode;
using symbols::SourceFrame;
using trace::CallingContextId;

const CodeModule kWave{"/bin/wave", "aa"};
const CodeModule kNamesake{"/opt/wave", "cc"};
const CodeModule kCLibrary{"/usr/lib/libc.so.6", "bb"};
const CodeModule kRecorder{"/usr/local/lib/latecomer/recorder-mpich.so", "cc"};

SourceFrame frame(const std::string& function, uint32_t line) {
  return {function, "", "w.c", 1, "w.c", line};
}

/// What is known of /bin/wave: h was inlined into g, and that into f; at 0x38, main calls step, which jumps.
SourceCode code_at(const trace::CodeAddress& address) {
  static const std::map<uint64_t, std::vector<SourceFrame>> kFrames = {
      {0x10, {frame("main", 31)}},
      {0x20, {frame("f", 20), frame("g", 9), frame("h", 4)}},
      {0x28, {frame("f", 22)}},
      {0x30, {frame("_start", 0)}},
      {0x40, {{.function = "without_lines"}}}};
  if (address.module == kCLibrary.path) return {.frames = {{.function = "qsort"}}};
  if (address.offset == 0x38) return {{frame("main", 33)}, frame("step", 15)};
  const auto found = kFrames.find(address.module == kWave.path ? address.offset : 0);
  return {.frames = found == kFrames.end() ? std::vector<SourceFrame>() : found->second};
}

struct Named {
  explicit Named(const std::vector<StackNode>& calls, const std::set<RegionKey>& recorded = {}) {
    shared.regions = recorded;
    shared.stacks = StackTree({kWave, kNamesake, kCLibrary, kRecorder}, calls);
    definitions.regions.resize(recorded.size());
    meant = add_code(shared, code_at, definitions);
  }

  /// "main w.c:31 > f w.c:20" of a frame itself, without those that were inlined into it or its callers.
  std::string stack(size_t position) const {
    const trace::CallingContext& context = definitions.calling_contexts.at(position);
    std::string text = context.parent.valid() ? stack(context.parent.index()) + " > " : "";
    text += definitions.regions.at(context.region.index()).name;
    if (!context.location.valid()) return text;
    const trace::SourceLocation& at = definitions.source_locations.at(context.location.index());
    text += ' ' + at.file;
    return at.line == 0 ? text : text + ':' + std::to_string(at.line);
  }

  SharedDefinitions shared;
  trace::Definitions definitions;
  otf2::MeantContexts meant;
};

const size_t kTop = SIZE_MAX;
// In the order of the tree, if they are depth first, and callees by module and address.
StackNode call(size_t caller, size_t module, uint64_t address) {
  return {caller == kTop ? StackId() : StackId(caller), {ModuleId(module), address}};
}

TEST(CodeDefinitions, InlinedFunctionsFollowBehindAllCalls) {
  const Named named({call(kTop, 0, 0x10), call(0, 0, 0x20), call(1, 1, 0x50), call(0, 0, 0x28)});
  const std::string main = "main w.c:31";
  EXPECT_EQ(named.stack(0), main);
  EXPECT_EQ(named.stack(1), main + " > f w.c:20");
  EXPECT_EQ(named.stack(2), main + " > f w.c:20 > wave+0x50 wave+0x50");
  EXPECT_EQ(named.stack(3), main + " > f w.c:22");
  EXPECT_EQ(named.stack(4), main + " > f w.c:20 > g w.c:9");
  EXPECT_EQ(named.stack(5), main + " > f w.c:20 > g w.c:9 > h w.c:4");
  EXPECT_EQ(named.definitions.calling_contexts.size(), 6U);
  EXPECT_EQ(named.meant.innermost, (otf2::MeantContexts::Pairs{{CallingContextId(1), CallingContextId(5)}}));
  EXPECT_EQ(named.definitions.regions.size(), 5U) << "f once";
}

TEST(CodeDefinitions, AFunctionThatJumpsFollowsBehindAllCalls) {
  const std::vector<StackNode> calls = {call(kTop, 0, 0x38), call(0, 0, 0x28)};
  const Named named(calls);
  EXPECT_EQ(named.stack(0), "main w.c:33");
  EXPECT_EQ(named.stack(2), "main w.c:33 > step w.c:15");
  EXPECT_EQ(named.meant.tail_callers,
            (otf2::MeantContexts::Pairs{{CallingContextId(0), CallingContextId(2)}}));
  EXPECT_TRUE(named.meant.innermost.empty());
}

TEST(CodeDefinitions, WhatCallsMainIsCutOff) {
  const Named named({call(kTop, 0, 0x30), call(0, 0, 0x10), call(0, 2, 0x80), call(2, 0, 0x28),
                     call(kTop, 2, 0x80), call(4, 0, 0x28)});
  EXPECT_EQ(named.stack(1), "main w.c:31");
  EXPECT_EQ(named.stack(3), "f w.c:22") << "the C library's own caller is _start";
  EXPECT_EQ(named.stack(4), "qsort libc.so.6+0x80") << "of a stack that could not be followed further";
  EXPECT_EQ(named.stack(5), "f w.c:22");
}

TEST(CodeDefinitions, WhatTheRecorderBeginsThreadsWithIsCutOff) {
  const Named named(
      {call(kTop, 2, 0x80), call(0, 3, 0x70), call(1, 0, 0x28), call(kTop, 3, 0x70), call(3, 0, 0x20)});
  EXPECT_EQ(named.stack(2), "f w.c:22");
  EXPECT_EQ(named.stack(4), "f w.c:20");
}

TEST(CodeDefinitions, AddressesOfWhichNothingIsKnownStay) {
  const Named named(
      {call(kTop, 0, 0x40), call(kTop, 1, 0x10), call(1, 0, 0x60), StackNode{}, call(3, 0, 0x60)});
  EXPECT_EQ(named.stack(0), "without_lines wave+0x40");
  EXPECT_EQ(named.stack(1), "wave+0x10 wave+0x10");
  EXPECT_EQ(named.stack(2), "wave+0x10 wave+0x10 > wave+0x60 wave+0x60");
  EXPECT_EQ(named.stack(3), "unknown callers");
  EXPECT_EQ(named.stack(4), "unknown callers > wave+0x60 wave+0x60");
  const std::vector<trace::CallingContext>& contexts = named.definitions.calling_contexts;
  const auto region_of = [&](size_t position) {
    return named.definitions.regions[contexts[position].region.index()];
  };
  EXPECT_EQ(region_of(0).file, "/bin/wave") << "of a function without debug information";
  EXPECT_EQ(region_of(1).file, "/opt/wave");
  EXPECT_EQ(region_of(2).description, "aa");
  EXPECT_EQ(contexts[2].region, contexts[4].region);
}

TEST(CodeDefinitions, ARecordedFunctionHasOneRegionInEventsAndStacks) {
  const auto function = [](const CodeModule& module, uint64_t address) {
    return RegionKey{"wave+0x0",  trace::Paradigm::compiler, trace::RegionRole::function,
                     module.path, module.build_id,           address};
  };
  const Named named({call(kTop, 0, 0x10)}, {function(kWave, 0x10), function(kNamesake, 0x10)});
  EXPECT_EQ(named.definitions.regions[0].name, "main");
  EXPECT_EQ(named.definitions.regions[0].file, "w.c");
  EXPECT_EQ(named.definitions.regions[1].name, "") << "stays as it was";
  EXPECT_EQ(named.definitions.calling_contexts[0].region, trace::RegionId(0));
}

}  // namespace
}  // namespace latecomer::record
