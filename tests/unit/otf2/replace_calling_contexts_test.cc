// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/replace_calling_contexts.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "archive_fixture.h"
#include "trace/calling_contexts.h"
#include "trace/code_address.h"

namespace latecomer::otf2 {
namespace {

using trace::CallingContextId;
using trace::RegionId;
using trace::SourceLocationId;

constexpr std::string_view kRun = R"text(
rank 0
  0 program_begin app
  2..5 MPI_Send send to=1 tag=3 bytes=8
  6 program_end app
rank 1
  0 program_begin app
  2..5 MPI_Recv recv from=0 tag=3 bytes=8
  6 program_end app
)text";

class ReplaceCallingContextsTest : public ArchiveTest {
 protected:
  /// An archive as the recorder writes it: the stack main+0x10 -> f+0x20 at the send, main+0x10 -> g+0x30 at
  /// the receive.
  void SetUp() override {
    ArchiveTest::SetUp();
    const std::unique_ptr<trace::Trace> run = parse(kRun);
    trace::Definitions definitions = run->definitions();
    std::vector<trace::MemoryTrace::LocationContent> contents;
    uint32_t context = 1;
    for (size_t l = 0; l < definitions.locations.size(); ++l) {
      Collect events;
      run->read(trace::LocationId(l), events);
      events.events[1].calling_context = CallingContextId(context++);
      contents.push_back({events.events, {}});
    }
    const uint32_t first = static_cast<uint32_t>(definitions.regions.size());
    for (const uint64_t offset : {0x10, 0x20, 0x30}) {
      const trace::CodeAddress address{"/opt/app", "ab12", offset};
      definitions.source_locations.push_back({trace::name_of(address), 0});
      definitions.regions.push_back(trace::region_of(address));
    }
    definitions.calling_contexts = {{RegionId(first), SourceLocationId(0), {}},
                                    {RegionId(first + 1), SourceLocationId(1), CallingContextId(0)},
                                    {RegionId(first + 2), SourceLocationId(2), CallingContextId(0)}};
    write(trace::MemoryTrace(definitions, std::move(contents)));
  }

  /// "main m.c:1 > f w.c:2" at the send or receive of a location.
  static std::string stack_at(const trace::Trace& trace, size_t location) {
    Collect events;
    trace.read(trace::LocationId(location), events);
    const trace::Definitions& definitions = trace.definitions();
    std::string text;
    for (const CallingContextId frame :
         trace::frames_of(definitions.calling_contexts, events.events.at(1).calling_context)) {
      const trace::CallingContext& context = definitions.calling_contexts[frame.index()];
      const trace::SourceLocation& at = definitions.source_locations[context.location.index()];
      text += (text.empty() ? "" : " > ") + definitions.regions[context.region.index()].name + " " + at.file +
              ":" + std::to_string(at.line);
    }
    return text;
  }

  std::string otf2_print(const std::string& options) const {
    FILE* pipe = popen(("otf2-print -Werror " + options + " " + file("traces.otf2") + " 2>&1").c_str(), "r");
    std::string output;
    for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) output += static_cast<char>(c);
    EXPECT_EQ(pclose(pipe), 0) << output;
    return output;
  }
};

// f+0x20 is in h, which was inlined into g, and that into f; g+0x30 is not known.
TEST_F(ReplaceCallingContextsTest, InlinedFunctionsAreAddedAndEventsStay) {
  const std::string anchor = otf2_print("-A");
  const std::string events = content(file("traces/0.evt"));
  trace::Definitions definitions = open()->definitions();
  const uint32_t first = static_cast<uint32_t>(definitions.regions.size());
  for (const char* name : {"main", "f", "g", "h"}) {
    trace::Region region;
    region.name = name;
    region.paradigm = trace::Paradigm::sampling;
    region.role = trace::RegionRole::function;
    definitions.regions.push_back(region);
  }
  definitions.source_locations.assign({{"m.c", 1}, {"w.c", 2}, {"app+0x30", 0}, {"w.c", 3}, {"w.h", 4}});
  definitions.calling_contexts = {
      {RegionId(first), SourceLocationId(0), {}},
      {RegionId(first + 3), SourceLocationId(4), CallingContextId(4)},
      {definitions.calling_contexts[2].region, SourceLocationId(2), CallingContextId(0)},
      {RegionId(first + 1), SourceLocationId(1), CallingContextId(0)},
      {RegionId(first + 2), SourceLocationId(3), CallingContextId(3)}};
  const Status replaced = replace_calling_contexts(directory_, definitions);
  ASSERT_TRUE(replaced) << replaced.error().message;

  const std::unique_ptr<trace::Trace> again = open();
  ASSERT_TRUE(again);
  EXPECT_EQ(stack_at(*again, 0), "main m.c:1 > f w.c:2 > g w.c:3 > h w.h:4");
  EXPECT_EQ(stack_at(*again, 1), "main m.c:1 > app+0x30 app+0x30:0");
  EXPECT_EQ(again->definitions().anomalies.values(), trace::AnomalyCounts().values());
  for (const char* gone : {"app+0x10", "app+0x20"}) {
    for (const trace::Region& region : again->definitions().regions) EXPECT_NE(region.name, gone);
  }
  EXPECT_EQ(content(file("traces/0.evt")), events);
  EXPECT_NE(otf2_print("-G").find("LATECOMER::INNERMOST"), std::string::npos);
  otf2_print("");
  EXPECT_NE(anchor.find("Number of locations            2"), std::string::npos) << anchor;
  EXPECT_NE(otf2_print("-A").find("Number of locations            2"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(file("traces.named")));
}

}  // namespace
}  // namespace latecomer::otf2
