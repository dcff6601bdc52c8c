// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "symbols/name_calling_contexts.h"

#include <algorithm>

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

  /// "main program.cc:70 > outer program.cc:44"
  std::string stack(CallingContextId innermost) const {
    std::string text;
    for (const CallingContextId id : trace::frames_of(definitions.calling_contexts, innermost)) {
      const trace::CallingContext& context = definitions.calling_contexts[id.index()];
      const trace::SourceLocation& at = definitions.source_locations[context.location.index()];
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : " > ", definitions.regions[context.region.index()].name,
                      at.file.substr(at.file.rfind('/') + 1));
      if (at.line != 0) text += ":" + std::to_string(at.line);
    }
    return text;
  }

  trace::Definitions definitions;
};

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

  EXPECT_TRUE(has_addresses(recorded.definitions));
  const std::vector<std::string> problems = name_calling_contexts(recorded.definitions);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_TRUE(problems[0].starts_with("/nowhere/plugin.so: ")) << problems[0];
  const std::string begin = "main program.cc:70 > outer program.cc:";
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

}  // namespace
}  // namespace latecomer::symbols
