// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/name_calling_contexts.h"

#include <dlfcn.h>
#include <elf.h>
#include <gnu/libc-version.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "probes.h"
#include "trace/calling_contexts.h"
#include "trace/code_address.h"

namespace latecomer::symbols {
namespace {

using trace::CallingContextId;
using trace::RegionId;
using trace::SourceLocationId;

/// Definitions as they are recorded.
class Recorded {
 public:
  CallingContextId add(const trace::CodeAddress& address, CallingContextId caller) {
    definitions.regions.push_back(trace::region_of(address));
    definitions.source_locations.push_back({trace::name_of(address), 0});
    definitions.calling_contexts.push_back({RegionId(definitions.regions.size() - 1),
                                            SourceLocationId(definitions.source_locations.size() - 1),
                                            caller});
    return CallingContextId(definitions.calling_contexts.size() - 1);
  }

  /// Where the program says this of itself.
  static trace::CodeAddress address_of(const std::string& program, const std::string& frames) {
    const std::vector<Probe> probes = probes_of(program);
    const auto found = std::ranges::find_if(probes, [&](const Probe& probe) {
      return probe.frames.substr(0, probe.frames.rfind(':')) == frames;
    });
    EXPECT_NE(found, probes.end()) << frames;
    return {found->module, "", found->address};
  }

  /// "main program.cc:81 > outer program.cc:44"
  std::string stack(CallingContextId innermost) const {
    std::string text;
    for (const CallingContextId id : trace::frames_of(definitions.calling_contexts, innermost)) {
      const trace::CallingContext& context = definitions.calling_contexts[id.index()];
      const trace::SourceLocation& at = definitions.source_locations[context.location.index()];
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : " > ", definitions.regions[context.region.index()].name,
                      at.file.substr(at.file.rfind('/') + 1));
      if (at.line != 0) text += fmt::format(":{}", at.line);
    }
    return text;
  }

  trace::Definitions definitions;
};

/// Where a program begins, before `main`.
uint64_t entry_of(const std::string& path) {
  Elf64_Ehdr header;
  std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(&header), sizeof header);
  return header.e_entry;
}

TEST(NameCallingContexts, AddsInlinedFunctionsAndCutsWhatIsOutsideOfMain) {
  Recorded recorded;
  const CallingContextId libc = recorded.add({"/lib/x86_64-linux-gnu/libc.so.6", "", 0x2724a}, {});
  const trace::CodeAddress in_main = Recorded::address_of("O2", "main");
  const CallingContextId main = recorded.add(in_main, libc);
  std::string inlined;
  for (const Probe& probe : probes_of("O2")) {
    if (probe.frames.find("innermost") != std::string::npos)
      inlined = probe.frames.substr(0, probe.frames.rfind(':'));
  }
  const CallingContextId innermost = recorded.add(Recorded::address_of("O2", inlined), main);
  const CallingContextId plugin = recorded.add({"/nowhere/plugin.so", "", 0x40}, innermost);
  const CallingContextId other = recorded.add(Recorded::address_of("O2", "outer"), main);

  EXPECT_TRUE(can_be_named(recorded.definitions));
  const std::vector<std::string> problems = name_calling_contexts(recorded.definitions);
  EXPECT_FALSE(can_be_named(recorded.definitions)) << "though plugin.so+0x40 is left";
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_TRUE(problems[0].starts_with("/nowhere/plugin.so: ")) << problems[0];
  const std::string begin = "main program.cc:81 > outer program.cc:";
  EXPECT_EQ(recorded.stack(innermost), begin + "44 > inner program.cc:40 > innermost program.cc:36");
  EXPECT_EQ(recorded.stack(plugin), recorded.stack(innermost) + " > plugin.so+0x40 plugin.so+0x40");
  EXPECT_EQ(recorded.stack(other), begin + "45");
  const auto count = [&](const std::string& name) {
    return std::ranges::count(recorded.definitions.regions, name, &trace::Region::name);
  };
  EXPECT_EQ(count("outer"), 1);  // one region for both
}

TEST(NameCallingContexts, WithoutDebugInformationLinesAreAddresses) {
  Recorded recorded;
  const trace::CodeAddress address = Recorded::address_of("no_debug", "main");
  const CallingContextId main = recorded.add(address, {});
  const CallingContextId stripped = recorded.add(Recorded::address_of("stripped", "main"), {});
  EXPECT_TRUE(name_calling_contexts(recorded.definitions).empty());
  EXPECT_EQ(recorded.stack(main), "main " + trace::name_of(address));
  EXPECT_TRUE(recorded.stack(stripped).starts_with("symbols_stripped+0x")) << recorded.stack(stripped);
}

TEST(NameCallingContexts, ARecordedFunctionHasOneRegionInEventsAndStacks) {
  Recorded recorded;
  const trace::CodeAddress in_main = Recorded::address_of("O2", "main");
  recorded.definitions.regions.push_back(trace::function_region_of(in_main));
  recorded.definitions.regions.push_back(trace::function_region_of({"/nowhere/plugin.so", "", 0x40}));
  const CallingContextId main = recorded.add(in_main, {});
  EXPECT_TRUE(can_be_named(recorded.definitions));
  EXPECT_EQ(name_calling_contexts(recorded.definitions).size(), 1u);
  const trace::Region& function = recorded.definitions.regions[0];
  EXPECT_EQ(function.name, "main");
  EXPECT_EQ(function.paradigm, trace::Paradigm::compiler);
  EXPECT_TRUE(function.file.ends_with("program.cc")) << function.file;
  EXPECT_EQ(recorded.definitions.calling_contexts[main.index()].region, RegionId(0));
  EXPECT_EQ(recorded.definitions.regions[1].name, "plugin.so+0x40");
}

TEST(NameCallingContexts, WhatCallsMainIsCutOff) {
  for (const std::string& name : std::vector<std::string>{"O2", "stripped"}) {
    Recorded recorded;
    const std::string program = path_of(name);
    const CallingContextId start = recorded.add({program, "", entry_of(program) + 1}, {});
    const CallingContextId caller = recorded.add({"/lib/x86_64-linux-gnu/libc.so.6", "", 0}, start);
    const trace::CodeAddress address = Recorded::address_of(name, "with_lambda");
    const CallingContextId destructor = recorded.add(address, caller);
    EXPECT_TRUE(name_calling_contexts(recorded.definitions).empty());
    const std::string stack = recorded.stack(destructor);
    EXPECT_TRUE(stack.starts_with(name == "O2" ? "with_lambda program.cc:54" : "symbols_stripped+0x"))
        << stack;
    EXPECT_EQ(stack.find(" > "), std::string::npos) << stack;
  }
}

TEST(NameCallingContexts, WithoutDebugInformationFunctionsAreOfTheirModule) {
  Recorded recorded;
  const CallingContextId one = recorded.add(Recorded::address_of("no_debug", "main"), {});
  const CallingContextId same = recorded.add(Recorded::address_of("no_debug", "main"), one);
  const CallingContextId other = recorded.add(Recorded::address_of("no_debug_O0", "main"), same);
  EXPECT_TRUE(name_calling_contexts(recorded.definitions).empty());
  const auto region_of = [&](CallingContextId id) {
    return recorded.definitions.calling_contexts[id.index()].region;
  };
  EXPECT_EQ(region_of(one), region_of(same));
  EXPECT_NE(region_of(one), region_of(other));
  EXPECT_EQ(recorded.definitions.regions[region_of(one).index()].file, path_of("no_debug"));
}

// As of a sample where the stack could not be followed further.
TEST(NameCallingContexts, AFunctionOfTheCLibraryThatWasCalledByNobodyHasItsName) {
  Recorded recorded;
  Dl_info file;
  ASSERT_NE(dladdr(reinterpret_cast<void*>(&gnu_get_libc_version), &file), 0);
  const uint64_t offset =
      reinterpret_cast<uint64_t>(file.dli_saddr) - reinterpret_cast<uint64_t>(file.dli_fbase);
  const CallingContextId id = recorded.add({file.dli_fname, "", offset}, {});
  EXPECT_TRUE(name_calling_contexts(recorded.definitions).empty());
  // With debug information it has two underscores before it.
  EXPECT_NE(recorded.stack(id).find("gnu_get_libc_version "), std::string::npos) << recorded.stack(id);
}

}  // namespace
}  // namespace latecomer::symbols
