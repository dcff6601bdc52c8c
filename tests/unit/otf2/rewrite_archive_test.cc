// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "otf2/rewrite_archive.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <functional>
#include <regex>
#include <sstream>
#include <type_traits>

#include "malformed_archive_fixture.h"
#include "support/directories.h"

// Kinds of records that OTF2 has replaced have to be copied, too.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace latecomer::otf2 {
namespace {

using trace::Event;
using trace::EventKind;
using trace::LocationId;

/// What otf2-print says of an archive but for its identifier and, if asked to leave it out, its clock.
std::string printed(const std::string& anchor, const std::string& options, bool with_clock = true) {
  FILE* pipe = popen(("otf2-print " + options + " " + anchor + " 2>/dev/null").c_str(), "r");
  std::string output;
  std::array<char, 65536> buffer;
  while (size_t count = fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), count);
  pclose(pipe);
  std::istringstream lines(output);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    const bool is_kept = !line.starts_with("Trace identifier") && !line.starts_with("Version ") &&
                         (with_clock || !line.starts_with("CLOCK_PROPERTIES"));
    if (is_kept) kept += line + "\n";
  }
  return kept;
}

std::vector<Event> events_of(const trace::Trace& trace, LocationId location) {
  Collect collected;
  trace.read(location, collected);
  return collected.events;
}

std::vector<Ticks> times_of(const trace::Trace& trace, LocationId location) {
  std::vector<Ticks> times;
  for (const Event& event : events_of(trace, location)) times.push_back(event.time);
  return times;
}

/// A fixture's archive and, beside it, its copy.
template <class Fixture>
class RewriteTest : public Fixture {
 protected:
  void TearDown() override {
    std::filesystem::remove_all(copy_);
    Fixture::TearDown();
  }
  void SetUp() override {
    Fixture::SetUp();
    copy_ = this->directory_ + "-copy";
  }

  static Ticks same(Ticks time) { return time; }

  Result<RewrittenArchive> rewrite(const std::string& from, const std::function<Ticks(Ticks)>& new_time) {
    const Result<std::unique_ptr<trace::Trace>> trace = open_archive(from);
    if (!trace) return trace.error();
    const NewTimes new_times = [&](LocationId location) {
      std::vector<Ticks> times;
      for (const Event& event : events_of(*trace.value(), location)) times.push_back(new_time(event.time));
      return times;
    };
    Progress progress("writing", 1, false);
    return rewrite_archive(from, copy_, trace.value()->definitions(), new_times, progress);
  }

  RewrittenArchive rewritten(const std::string& from, const std::function<Ticks(Ticks)>& new_time) {
    const Result<RewrittenArchive> result = rewrite(from, new_time);
    EXPECT_TRUE(result) << result.error().message;
    return result ? result.value() : RewrittenArchive();
  }

  void expect_the_same(const std::string& anchor, bool with_clock = true) {
    const RewrittenArchive copy = rewritten(anchor, same);
    EXPECT_EQ(copy.moved, 0u);
    EXPECT_EQ(copy.losses, std::vector<std::string>());
    for (const char* options : {"", "-A", "-M"}) {
      const std::string original = printed(anchor, options, with_clock);
      EXPECT_GT(original.size(), 100u);
      EXPECT_EQ(printed(copy.anchor, options, with_clock), original) << "otf2-print " << options;
    }
  }

  std::string copy_;
};

class RewriteArchiveTest : public RewriteTest<ArchiveTest> {
 protected:
  void SetUp() override {
    RewriteTest::SetUp();
    example_ = parse(kFourRanks);
    write(*example_);
  }
  std::unique_ptr<trace::Trace> open_copy() const {
    Result<std::unique_ptr<trace::Trace>> trace = open_archive(copy_);
    EXPECT_TRUE(trace) << trace.error().message;
    return trace ? std::move(trace).value() : nullptr;
  }
  std::unique_ptr<trace::Trace> example_;
};

TEST_F(RewriteArchiveTest, WithTheSameTimesIsTheSame) {
  expect_the_same(file("traces.otf2"));
}

TEST_F(RewriteArchiveTest, ArchivesOfOtherToolsStayTheSame) {
  // EZTrace says less of how long the run was than its events do.
  expect_the_same(source_path("tests/golden/eztrace_4/eztrace_log.otf2"), false);
}

TEST_F(RewriteArchiveTest, ArchivesOfScorePKeepTheirDefinitionsAndEvents) {
  const std::string path = source_path("tests/golden/waits_basic");
  const RewrittenArchive copy = rewritten(path, same);
  EXPECT_EQ(printed(copy.anchor, "-G", false), printed(path + "/traces.otf2", "-G", false));
  EXPECT_EQ(printed(copy.anchor, "-M"), printed(path + "/traces.otf2", "-M"));
  EXPECT_EQ(printed(copy.anchor, "-I"), printed(path + "/traces.otf2", "-I"));
  const std::unique_ptr<trace::Trace> again = open_copy();
  ASSERT_TRUE(again);
  const std::unique_ptr<trace::Trace> original = open_archive(path).value();
  for (size_t i = 0; i < original->definitions().locations.size(); ++i)
    EXPECT_EQ(times_of(*again, LocationId(i)), times_of(*original, LocationId(i)));
}

TEST_F(RewriteArchiveTest, EventsAreTheSameAtTheirNewTimes) {
  const auto new_time = [](Ticks time) { return Ticks(3 * time.count + 1000); };
  const RewrittenArchive copy = rewritten(directory_, new_time);
  const std::unique_ptr<trace::Trace> original = open();
  const std::unique_ptr<trace::Trace> moved = open_copy();
  ASSERT_TRUE(moved);
  uint64_t events = 0;
  Ticks last;
  trace::Definitions definitions = original->definitions();
  std::vector<trace::MemoryTrace::LocationContent> expected(definitions.locations.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    expected[i].events = events_of(*original, LocationId(i));
    events += expected[i].events.size();
    for (Event& event : expected[i].events) {
      event.time = new_time(event.time);
      last = std::max(last, event.time);
      if (event.kind != EventKind::program_begin && event.kind != EventKind::program_end) continue;
      definitions.regions.push_back(original->region(event.region));  // it is behind the definitions
      event.region = trace::RegionId(definitions.regions.size() - 1);
    }
  }
  EXPECT_EQ(trace::print_text_trace(*moved),
            trace::print_text_trace(trace::MemoryTrace(definitions, std::move(expected))));
  EXPECT_EQ(copy.events, events);
  EXPECT_EQ(copy.moved, events);
  EXPECT_EQ(copy.largest_move, last - Ticks((last.count - 1000) / 3));
  EXPECT_EQ(moved->definitions().global_offset, 1000u);
  EXPECT_GE(moved->definitions().global_offset + moved->definitions().length,
            static_cast<uint64_t>(last.count));
}

TEST_F(RewriteArchiveTest, ClockOffsetsAreLeftOut) {
  trace::Definitions definitions = example_->definitions();
  definitions.clock_offsets[0] = {{Ticks(0), 5, 0}, {Ticks(100), 6, 0}};
  std::vector<trace::MemoryTrace::LocationContent> contents(definitions.locations.size());
  for (size_t i = 0; i < contents.size(); ++i) contents[i].events = events_of(*example_, LocationId(i));
  std::filesystem::remove_all(directory_);
  write(trace::MemoryTrace(definitions, std::move(contents)));
  rewritten(directory_, [](Ticks time) { return time + Ticks(1); });
  const std::unique_ptr<trace::Trace> copy = open_copy();
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->definitions().clock_offsets[0].empty());
  EXPECT_EQ(events_of(*copy, LocationId(0))[0].time, events_of(*example_, LocationId(0))[0].time + Ticks(1));
}

TEST_F(RewriteArchiveTest, NeverWritesOverAnything) {
  std::filesystem::create_directory(copy_);
  set_content(copy_ + "/notes", "mine");
  const Result<RewrittenArchive> result = rewrite(directory_, same);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("is not empty"), std::string::npos) << result.error().message;
  EXPECT_EQ(content(copy_ + "/notes"), "mine");
}

TEST_F(RewriteArchiveTest, TimesBeforeZeroAreAnErrorThatLeavesNothing) {
  const Result<RewrittenArchive> result =
      rewrite(directory_, [](Ticks time) { return time - Ticks(uint64_t{1} << 40); });
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("before 0"), std::string::npos) << result.error().message;
  EXPECT_TRUE(std::filesystem::is_empty(copy_));
}

TEST_F(RewriteArchiveTest, EventsOutOfOrderGetTheTimeOfTheEventBefore) {
  std::filesystem::remove_all(directory_);
  write(*parse("rank 0\n1 enter main\n2 enter inner\n3 leave inner\n4 leave main\n"));
  const Ticks inner_leaves = events_of(*open(), LocationId(0))[2].time;
  const RewrittenArchive copy =
      rewritten(directory_, [&](Ticks time) { return time == inner_leaves ? Ticks(1) : time; });
  ASSERT_EQ(copy.losses.size(), 1u);
  EXPECT_NE(copy.losses[0].find("1 of them"), std::string::npos) << copy.losses[0];
  const std::vector<Event> found = events_of(*open_copy(), LocationId(0));
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[2].time, found[1].time);
  EXPECT_GT(found[3].time, found[2].time);
}

TEST_F(RewriteArchiveTest, OtherEventsThanBeforeAreAnError) {
  for (const int difference : {-1, 1}) {
    Progress progress("writing", 1, false);
    const Result<RewrittenArchive> result = rewrite_archive(
        directory_, copy_, example_->definitions(),
        [&](LocationId location) {
          const size_t events = events_of(*example_, location).size();
          return std::vector<Ticks>(events == 0 ? 0 : events + static_cast<size_t>(difference));
        },
        progress);
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("do not change the archive"), std::string::npos)
        << result.error().message;
  }
}

TEST_F(RewriteArchiveTest, WhatCanBeReadOfADamagedArchiveIsWritten) {
  std::filesystem::remove(file("traces/2.evt"));
  const std::string events = content(file("traces/0.evt"));
  set_content(file("traces/0.evt"), events.substr(0, events.size() - 40));
  const RewrittenArchive copy = rewritten(directory_, same);
  ASSERT_EQ(copy.losses.size(), 2u);
  EXPECT_NE(copy.losses[0].find("0.evt: ends in the middle"), std::string::npos) << copy.losses[0];
  EXPECT_NE(copy.losses[1].find("2.evt: No such file"), std::string::npos) << copy.losses[1];
  const std::unique_ptr<trace::Trace> original = open();
  const std::unique_ptr<trace::Trace> again = open_copy();
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->definitions().partial);
  for (size_t i = 0; i < original->definitions().locations.size(); ++i)
    EXPECT_EQ(events_of(*again, LocationId(i)).size(), events_of(*original, LocationId(i)).size()) << i;
  EXPECT_FALSE(std::filesystem::exists(copy_ + "/traces/2.evt"));  // missing there, too
}

TEST_F(RewriteArchiveTest, RecordsOfAnUnknownKindAreLeftOutAndSaid) {
  std::filesystem::remove_all(directory_);
  write(*parse("rank 0\n1 enter main\n2 enter inner\n3 leave inner\n4 leave main\n"));
  std::string events = content(file("traces/0.evt"));
  const auto leave_inner = static_cast<std::ptrdiff_t>(events.rfind('\x0d', events.rfind('\x0d') - 1));
  events[static_cast<size_t>(leave_inner)] = '\x70';
  set_content(file("traces/0.evt"), events);
  const std::vector<Event> original = events_of(*open(), LocationId(0));
  ASSERT_EQ(original.size(), 4u);
  ASSERT_EQ(original[2].kind, trace::EventKind::other);
  const RewrittenArchive copy = rewritten(directory_, [](Ticks time) { return time + time; });
  ASSERT_EQ(copy.losses.size(), 1u);
  EXPECT_NE(copy.losses[0].find("left out: 1 of events"), std::string::npos) << copy.losses[0];
  const std::vector<Event> found = events_of(*open_copy(), LocationId(0));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[2].time, original[3].time + original[3].time);
}

/// An archive with everything that OTF2 knows, written with libotf2 itself.
class RewriteEverythingTest : public RewriteTest<MalformedArchiveTest> {
 protected:
  template <class Field>
  static Field any() {
    static constexpr std::array<uint64_t, 4> kZeros = {};
    if constexpr (std::is_same_v<Field, const char*>)
      return "text";
    else if constexpr (std::is_pointer_v<Field>)
      return reinterpret_cast<Field>(kZeros.data());
    else
      return Field{};
  }

  template <class... Fields>
  void write_event(OTF2_ErrorCode (*write)(OTF2_EvtWriter*, OTF2_AttributeList*, OTF2_TimeStamp, Fields...)) {
    OTF2_AttributeList_AddUint32(attributes_, 0, static_cast<uint32_t>(time_));
    EXPECT_EQ(write(events_, attributes_, ++time_, any<Fields>()...), OTF2_SUCCESS) << time_;
  }
  template <class Writer, class... Fields>
  static void write_definition(Writer* writer, OTF2_ErrorCode (*write)(Writer*, Fields...)) {
    EXPECT_EQ(write(writer, any<Fields>()...), OTF2_SUCCESS);
  }

  void write_all_kinds_of_events();
  void write_all_kinds_of_definitions();
  void write_all_kinds_of_local_definitions(OTF2_DefWriter* writer);

  OTF2_EvtWriter* events_ = nullptr;
  OTF2_AttributeList* attributes_ = nullptr;
  OTF2_TimeStamp time_ = 0;
};

void RewriteEverythingTest::write_all_kinds_of_events() {
  const auto write_each = [&](auto... write) { (write_event(write), ...); };
  write_each(
      OTF2_EvtWriter_BufferFlush, OTF2_EvtWriter_MeasurementOnOff, OTF2_EvtWriter_Enter, OTF2_EvtWriter_Leave,
      OTF2_EvtWriter_MpiSend, OTF2_EvtWriter_MpiIsend, OTF2_EvtWriter_MpiIsendComplete,
      OTF2_EvtWriter_MpiIrecvRequest, OTF2_EvtWriter_MpiRecv, OTF2_EvtWriter_MpiIrecv,
      OTF2_EvtWriter_MpiRequestTest, OTF2_EvtWriter_MpiRequestCancelled, OTF2_EvtWriter_MpiCollectiveBegin,
      OTF2_EvtWriter_MpiCollectiveEnd, OTF2_EvtWriter_OmpFork, OTF2_EvtWriter_OmpJoin,
      OTF2_EvtWriter_OmpAcquireLock, OTF2_EvtWriter_OmpReleaseLock, OTF2_EvtWriter_OmpTaskCreate,
      OTF2_EvtWriter_OmpTaskSwitch, OTF2_EvtWriter_OmpTaskComplete, OTF2_EvtWriter_Metric,
      OTF2_EvtWriter_ParameterString, OTF2_EvtWriter_ParameterInt, OTF2_EvtWriter_ParameterUnsignedInt,
      OTF2_EvtWriter_RmaWinCreate, OTF2_EvtWriter_RmaWinDestroy, OTF2_EvtWriter_RmaCollectiveBegin,
      OTF2_EvtWriter_RmaCollectiveEnd, OTF2_EvtWriter_RmaGroupSync, OTF2_EvtWriter_RmaRequestLock,
      OTF2_EvtWriter_RmaAcquireLock, OTF2_EvtWriter_RmaTryLock, OTF2_EvtWriter_RmaReleaseLock,
      OTF2_EvtWriter_RmaSync, OTF2_EvtWriter_RmaWaitChange, OTF2_EvtWriter_RmaPut, OTF2_EvtWriter_RmaGet,
      OTF2_EvtWriter_RmaAtomic, OTF2_EvtWriter_RmaOpCompleteBlocking, OTF2_EvtWriter_RmaOpCompleteNonBlocking,
      OTF2_EvtWriter_RmaOpTest, OTF2_EvtWriter_RmaOpCompleteRemote, OTF2_EvtWriter_ThreadFork,
      OTF2_EvtWriter_ThreadJoin, OTF2_EvtWriter_ThreadTeamBegin, OTF2_EvtWriter_ThreadTeamEnd,
      OTF2_EvtWriter_ThreadAcquireLock, OTF2_EvtWriter_ThreadReleaseLock, OTF2_EvtWriter_ThreadTaskCreate,
      OTF2_EvtWriter_ThreadTaskSwitch, OTF2_EvtWriter_ThreadTaskComplete, OTF2_EvtWriter_ThreadCreate,
      OTF2_EvtWriter_ThreadBegin, OTF2_EvtWriter_ThreadWait, OTF2_EvtWriter_ThreadEnd,
      OTF2_EvtWriter_CallingContextEnter, OTF2_EvtWriter_CallingContextLeave,
      OTF2_EvtWriter_CallingContextSample, OTF2_EvtWriter_IoCreateHandle, OTF2_EvtWriter_IoDestroyHandle,
      OTF2_EvtWriter_IoDuplicateHandle, OTF2_EvtWriter_IoSeek, OTF2_EvtWriter_IoChangeStatusFlags,
      OTF2_EvtWriter_IoDeleteFile, OTF2_EvtWriter_IoOperationBegin, OTF2_EvtWriter_IoOperationTest,
      OTF2_EvtWriter_IoOperationIssued, OTF2_EvtWriter_IoOperationComplete,
      OTF2_EvtWriter_IoOperationCancelled, OTF2_EvtWriter_IoAcquireLock, OTF2_EvtWriter_IoReleaseLock,
      OTF2_EvtWriter_IoTryLock, OTF2_EvtWriter_ProgramBegin, OTF2_EvtWriter_ProgramEnd,
      OTF2_EvtWriter_NonBlockingCollectiveRequest, OTF2_EvtWriter_NonBlockingCollectiveComplete,
      OTF2_EvtWriter_CommCreate, OTF2_EvtWriter_CommDestroy);
}

void RewriteEverythingTest::write_all_kinds_of_definitions() {
  const auto write_each = [&](auto... write) { (write_definition(writer_, write), ...); };
  write_each(OTF2_GlobalDefWriter_WriteParadigm, OTF2_GlobalDefWriter_WriteParadigmProperty,
             OTF2_GlobalDefWriter_WriteIoParadigm, OTF2_GlobalDefWriter_WriteString,
             OTF2_GlobalDefWriter_WriteAttribute, OTF2_GlobalDefWriter_WriteSystemTreeNode,
             OTF2_GlobalDefWriter_WriteLocationGroup, OTF2_GlobalDefWriter_WriteLocation,
             OTF2_GlobalDefWriter_WriteRegion, OTF2_GlobalDefWriter_WriteCallsite,
             OTF2_GlobalDefWriter_WriteCallpath, OTF2_GlobalDefWriter_WriteGroup,
             OTF2_GlobalDefWriter_WriteMetricMember, OTF2_GlobalDefWriter_WriteMetricClass,
             OTF2_GlobalDefWriter_WriteMetricInstance, OTF2_GlobalDefWriter_WriteComm,
             OTF2_GlobalDefWriter_WriteParameter, OTF2_GlobalDefWriter_WriteRmaWin,
             OTF2_GlobalDefWriter_WriteMetricClassRecorder, OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty,
             OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain, OTF2_GlobalDefWriter_WriteLocationGroupProperty,
             OTF2_GlobalDefWriter_WriteLocationProperty, OTF2_GlobalDefWriter_WriteCartDimension,
             OTF2_GlobalDefWriter_WriteCartTopology, OTF2_GlobalDefWriter_WriteCartCoordinate,
             OTF2_GlobalDefWriter_WriteSourceCodeLocation, OTF2_GlobalDefWriter_WriteCallingContext,
             OTF2_GlobalDefWriter_WriteCallingContextProperty, OTF2_GlobalDefWriter_WriteInterruptGenerator,
             OTF2_GlobalDefWriter_WriteIoFileProperty, OTF2_GlobalDefWriter_WriteIoRegularFile,
             OTF2_GlobalDefWriter_WriteIoDirectory, OTF2_GlobalDefWriter_WriteIoHandle,
             OTF2_GlobalDefWriter_WriteIoPreCreatedHandleState, OTF2_GlobalDefWriter_WriteCallpathParameter,
             OTF2_GlobalDefWriter_WriteInterComm);
}

void RewriteEverythingTest::write_all_kinds_of_local_definitions(OTF2_DefWriter* writer) {
  const auto write_each = [&](auto... write) { (write_definition(writer, write), ...); };
  write_each(OTF2_DefWriter_WriteString, OTF2_DefWriter_WriteAttribute, OTF2_DefWriter_WriteSystemTreeNode,
             OTF2_DefWriter_WriteLocationGroup, OTF2_DefWriter_WriteLocation, OTF2_DefWriter_WriteRegion,
             OTF2_DefWriter_WriteCallsite, OTF2_DefWriter_WriteCallpath, OTF2_DefWriter_WriteGroup,
             OTF2_DefWriter_WriteMetricMember, OTF2_DefWriter_WriteMetricClass,
             OTF2_DefWriter_WriteMetricInstance, OTF2_DefWriter_WriteComm, OTF2_DefWriter_WriteParameter,
             OTF2_DefWriter_WriteRmaWin, OTF2_DefWriter_WriteMetricClassRecorder,
             OTF2_DefWriter_WriteSystemTreeNodeProperty, OTF2_DefWriter_WriteSystemTreeNodeDomain,
             OTF2_DefWriter_WriteLocationGroupProperty, OTF2_DefWriter_WriteLocationProperty,
             OTF2_DefWriter_WriteCartDimension, OTF2_DefWriter_WriteCartTopology,
             OTF2_DefWriter_WriteCartCoordinate, OTF2_DefWriter_WriteSourceCodeLocation,
             OTF2_DefWriter_WriteCallingContext, OTF2_DefWriter_WriteCallingContextProperty,
             OTF2_DefWriter_WriteInterruptGenerator, OTF2_DefWriter_WriteIoFileProperty,
             OTF2_DefWriter_WriteIoRegularFile, OTF2_DefWriter_WriteIoDirectory, OTF2_DefWriter_WriteIoHandle,
             OTF2_DefWriter_WriteIoPreCreatedHandleState, OTF2_DefWriter_WriteCallpathParameter,
             OTF2_DefWriter_WriteInterComm);
}

TEST_F(RewriteEverythingTest, StaysTheSame) {
  OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  write_all_kinds_of_definitions();
  OTF2_Archive_SetMachineName(archive_, "machine");
  OTF2_Archive_SetDescription(archive_, "description");
  OTF2_Archive_SetCreator(archive_, "creator");
  OTF2_Archive_SetProperty(archive_, "OTHER::TOOL", "value", true);
  OTF2_Archive_OpenEvtFiles(archive_);
  OTF2_Archive_OpenDefFiles(archive_);
  events_ = OTF2_Archive_GetEvtWriter(archive_, 0);
  attributes_ = OTF2_AttributeList_New();
  write_all_kinds_of_events();
  OTF2_AttributeList_Delete(attributes_);
  OTF2_Archive_CloseEvtWriter(archive_, events_);
  OTF2_Archive_CloseEvtFiles(archive_);
  OTF2_DefWriter* local = OTF2_Archive_GetDefWriter(archive_, 0);
  write_all_kinds_of_local_definitions(local);
  // Region 0 of the events is region 7 of the definitions, and must not become what 7 stands for.
  OTF2_IdMap* regions = OTF2_IdMap_Create(OTF2_ID_MAP_SPARSE, 2);
  OTF2_IdMap_AddIdPair(regions, 0, 7);
  OTF2_IdMap_AddIdPair(regions, 7, 8);
  OTF2_DefWriter_WriteMappingTable(local, OTF2_MAPPING_REGION, regions);
  OTF2_IdMap_Free(regions);
  OTF2_Archive_CloseDefWriter(archive_, local);
  OTF2_Archive_CloseDefFiles(archive_);
  OTF2_MarkerWriter* markers = OTF2_Archive_GetMarkerWriter(archive_);
  OTF2_MarkerWriter_WriteDefMarker(markers, 0, "group", "category", OTF2_SEVERITY_LOW);
  OTF2_MarkerWriter_WriteMarker(markers, 5, 2, 0, OTF2_MARKER_SCOPE_GLOBAL, 0, "marker");
  OTF2_Archive_CloseMarkerWriter(archive_, markers);
  close();

  expect_the_same(file("traces.otf2"), false);  // the fixture says that the run has 10 ticks
  for (const char* name : {"traces/0.evt", "traces/0.def", "traces.marker"})
    EXPECT_EQ(content(copy_ + "/" + name), content(file(name))) << name;
  const std::unique_ptr<trace::Trace> trace = open();
  ASSERT_TRUE(trace);
  EXPECT_EQ(events_of(*trace, LocationId(0)).size(), static_cast<size_t>(time_))
      << "one event for each record";
}

}  // namespace
}  // namespace latecomer::otf2
