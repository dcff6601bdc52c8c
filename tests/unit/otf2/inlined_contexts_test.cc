// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include "archive_fixture.h"
#include "trace/calling_contexts.h"

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

class InlinedContextsTest : public ArchiveTest {
 protected:
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
};

// Events refer to f, which called k; h was inlined into g, and that into f.
TEST_F(InlinedContextsTest, TheInnermostOneIsMeant) {
  const std::unique_ptr<trace::Trace> run = parse(kRun);
  trace::Definitions definitions = run->definitions();
  const uint32_t first = static_cast<uint32_t>(definitions.regions.size());
  for (const char* name : {"main", "f", "k", "g", "h"}) {
    trace::Region region;
    region.name = name;
    region.paradigm = trace::Paradigm::sampling;
    region.role = trace::RegionRole::function;
    definitions.regions.push_back(region);
  }
  definitions.source_locations.assign({{"m.c", 1}, {"w.c", 2}, {"k.c", 7}, {"w.c", 3}, {"w.h", 4}});
  for (const auto& [position, parent] : {std::pair(0, -1), {1, 0}, {2, 1}, {3, 1}, {4, 3}}) {
    const CallingContextId caller = parent < 0 ? CallingContextId() : CallingContextId(size_t(parent));
    definitions.calling_contexts.push_back(
        {RegionId(first + size_t(position)), SourceLocationId(size_t(position)), caller});
  }

  Result<ArchiveWriter> writer = ArchiveWriter::create(directory_, ArchivePart::whole);
  ASSERT_TRUE(writer) << writer.error().message;
  for (size_t l = 0; l < definitions.locations.size(); ++l) {
    Collect events;
    run->read(trace::LocationId(l), events);
    events.events[1].calling_context = CallingContextId(l + 1);
    ASSERT_TRUE(writer->write_location(definitions.locations[l].reference, {}, [&](trace::EventSink& sink) {
      for (const trace::Event& event : events.events) sink.on_event(event);
    }));
  }
  ASSERT_TRUE(
      writer->write_definitions(definitions, {.innermost = {{CallingContextId(1), CallingContextId(4)}}}));
  ASSERT_TRUE(writer->close());

  const std::unique_ptr<trace::Trace> again = open();
  ASSERT_TRUE(again);
  EXPECT_EQ(stack_at(*again, 0), "main m.c:1 > f w.c:2 > g w.c:3 > h w.h:4");
  EXPECT_EQ(stack_at(*again, 1), stack_at(*again, 0) + " > k k.c:7");
  EXPECT_EQ(again->definitions().anomalies.values(), trace::AnomalyCounts().values());
}

}  // namespace
}  // namespace latecomer::otf2
