// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Records of threads, one-sided communication and extension events as other recorders may write them.

#include <gtest/gtest.h>
#include <otf2/OTF2_AttributeList.h>

#include "malformed_archive_fixture.h"
#include "otf2/rewrite_archive.h"
#include "trace/calling_contexts.h"
#include "trace/event_kinds.h"

namespace latecomer::otf2 {
namespace {

using trace::Anomaly;
using trace::Event;
using trace::EventKind;
using trace::LocationId;

// Two processes of which the first has two threads. Locations 0 and 1 are ranks 0 and 1, location 7 is rank
// 0's other thread. Communicator 0 is the world, 1 a team of locations 7 and 0, in this order.
class ForeignRecordsTest : public MalformedArchiveTest {
 protected:
  void SetUp() override {
    MalformedArchiveTest::SetUp();
    OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    write_process(0, 0);
    write_process(1, 0);
    OTF2_GlobalDefWriter_WriteLocation(writer_, 7, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 0, 0);
    write_group(0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, {0, 1});
    write_group(1, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, {0, 1});
    write_group(2, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_OPENMP, {0, 1, 7});
    write_group(3, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_OPENMP, {2, 0});
    OTF2_GlobalDefWriter_WriteComm(writer_, 0, 0, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
    OTF2_GlobalDefWriter_WriteComm(writer_, 1, 0, 3, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
    OTF2_Archive_OpenEvtFiles(archive_);
    events_ = OTF2_Archive_GetEvtWriter(archive_, 0);
  }

  /// The events of location 0 of the completed archive.
  /// A property of a calling context, whose name is a string.
  void write_meant(uint32_t name, uint32_t context, uint32_t meant) {
    OTF2_AttributeValue value;
    value.callingContextRef = meant;
    OTF2_GlobalDefWriter_WriteCallingContextProperty(writer_, context, name, OTF2_TYPE_CALLING_CONTEXT,
                                                     value);
  }

  /// The functions on an event's stack, outermost first.
  std::vector<uint32_t> regions_of(const Event& event) const {
    const std::vector<trace::CallingContext>& contexts = trace_->definitions().calling_contexts;
    std::vector<uint32_t> regions;
    for (const trace::CallingContextId frame : trace::frames_of(contexts, event.calling_context))
      regions.push_back(contexts[frame.index()].region.value);
    return regions;
  }

  std::vector<Event> read() {
    OTF2_Archive_CloseEvtWriter(archive_, events_);
    OTF2_Archive_CloseEvtFiles(archive_);
    close();
    trace_ = open();
    if (!trace_) return {};
    Collect collected;
    outcome_ = trace_->read(LocationId(0), collected);
    anomalies_behind_ = collected.anomalies_behind;
    return collected.events;
  }

  OTF2_EvtWriter* events_ = nullptr;
  std::unique_ptr<trace::Trace> trace_;
  trace::ReadOutcome outcome_;
  std::vector<size_t> anomalies_behind_;
};

TEST_F(ForeignRecordsTest, TeamsHaveThreadsAsMembers) {
  OTF2_EvtWriter_ThreadFork(events_, nullptr, 1, OTF2_PARADIGM_PTHREAD, 3);
  OTF2_EvtWriter_ThreadTeamBegin(events_, nullptr, 1, 1);
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].paradigm, trace::Paradigm::pthread);
  EXPECT_EQ(events[0].number, 3u);
  const trace::Definitions& definitions = trace_->definitions();
  ASSERT_TRUE(events[1].comm.valid());
  const trace::Communicator& team = definitions.communicators[events[1].comm.index()];
  EXPECT_EQ(team.kind, trace::CommKind::team);
  // A process's locations are next to each other: location 7 is the second.
  EXPECT_EQ(definitions.groups[team.group.index()].members, (std::vector{LocationId(1), LocationId(0)}));
}

TEST_F(ForeignRecordsTest, RecordsThatOnlyOpenMpHadAreThoseOfThreads) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  OTF2_EvtWriter_OmpFork(events_, nullptr, 1, 4);
  OTF2_EvtWriter_OmpAcquireLock(events_, nullptr, 2, 8, 9);
  OTF2_EvtWriter_OmpReleaseLock(events_, nullptr, 3, 8, 9);
  OTF2_EvtWriter_OmpJoin(events_, nullptr, 4);
#pragma GCC diagnostic pop
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), 4u);
  for (const Event& event : events) EXPECT_EQ(event.paradigm, trace::Paradigm::openmp);
  EXPECT_EQ(events[0].kind, EventKind::thread_fork);
  EXPECT_EQ(events[0].number, 4u);
  EXPECT_EQ(events[1].kind, EventKind::acquire_lock);
  EXPECT_EQ(events[1].request, 8u);
  EXPECT_EQ(events[1].number, 9u);
  EXPECT_EQ(events[2].kind, EventKind::release_lock);
  EXPECT_EQ(events[3].kind, EventKind::thread_join);
}

TEST_F(ForeignRecordsTest, TeamsAreNoCommunicatorsAndCommunicatorsNoTeams) {
  OTF2_EvtWriter_MpiSend(events_, nullptr, 1, 0, 1, 0, 8);
  OTF2_EvtWriter_ThreadTeamBegin(events_, nullptr, 1, 0);
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].kind, EventKind::other);
  EXPECT_EQ(events[1].kind, EventKind::other);
  EXPECT_EQ(outcome_.anomalies[Anomaly::undefined_reference], 2);
  EXPECT_EQ(anomalies_behind_, (std::vector<size_t>{0, 1}));  // each is reported where it is
}

TEST_F(ForeignRecordsTest, FilesAreKnownByTheirHandles) {
  OTF2_GlobalDefWriter_WriteString(writer_, 40, "MPI-IO");
  OTF2_GlobalDefWriter_WriteString(writer_, 41, "data.nc");
  OTF2_GlobalDefWriter_WriteIoParadigm(writer_, 0, 40, 40, OTF2_IO_PARADIGM_CLASS_PARALLEL,
                                       OTF2_IO_PARADIGM_FLAG_NONE, 0, nullptr, nullptr, nullptr);
  OTF2_GlobalDefWriter_WriteIoRegularFile(writer_, 0, 41, 0);
  OTF2_GlobalDefWriter_WriteIoHandle(writer_, 0, 0, 0, 0, OTF2_IO_HANDLE_FLAG_NONE, 0,
                                     OTF2_UNDEFINED_IO_HANDLE);
  // Neither its file, nor its paradigm, nor its communicator is defined.
  OTF2_GlobalDefWriter_WriteIoHandle(writer_, 1, 0, 9, 9, OTF2_IO_HANDLE_FLAG_NONE, 99,
                                     OTF2_UNDEFINED_IO_HANDLE);
  OTF2_EvtWriter_IoCreateHandle(events_, nullptr, 1, 0, OTF2_IO_ACCESS_MODE_READ_WRITE,
                                OTF2_IO_CREATION_FLAG_CREATE, OTF2_IO_STATUS_FLAG_APPEND);
  OTF2_EvtWriter_IoOperationBegin(events_, nullptr, 2, 0, OTF2_IO_OPERATION_MODE_READ,
                                  OTF2_IO_OPERATION_FLAG_COLLECTIVE, OTF2_UNDEFINED_UINT64, 7);
  OTF2_EvtWriter_IoOperationComplete(events_, nullptr, 3, 1, 80, 7);
  OTF2_EvtWriter_IoOperationComplete(events_, nullptr, 4, 2, 80, 7);  // there is no such handle
  OTF2_EvtWriter_IoDeleteFile(events_, nullptr, 5, 0, 3);             // nor such a file
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), 5u);
  const trace::Definitions& definitions = trace_->definitions();
  ASSERT_EQ(definitions.io_handles.size(), 2u);
  EXPECT_EQ(definitions.io_files[definitions.io_handles[0].file.index()].name, "data.nc");
  EXPECT_EQ(definitions.io_handles[0].paradigm, trace::IoParadigm::mpi);
  EXPECT_EQ(definitions.io_handles[0].comm, definitions.world);
  EXPECT_EQ(definitions.io_handles[1].paradigm, trace::IoParadigm::other);
  EXPECT_FALSE(definitions.io_handles[1].comm.valid());
  EXPECT_FALSE(definitions.io_handles[1].file.valid());
  EXPECT_EQ(events[0].number, trace::kIoReadWrite | trace::kIoCreate | trace::kIoAppend);
  EXPECT_EQ(events[1].number, trace::kIoCollective);
  EXPECT_EQ(events[1].bytes_sent, UINT64_MAX);
  EXPECT_EQ(events[1].bytes_received, trace::kNoOffset);
  EXPECT_EQ(events[2].io_handle, trace::IoHandleId(1));
  EXPECT_EQ(events[3].kind, EventKind::other);
  EXPECT_EQ(events[4].kind, EventKind::other);
  EXPECT_EQ(outcome_.anomalies[Anomaly::undefined_reference], 2);
}

TEST_F(ForeignRecordsTest, WindowsNeedACommunicatorAndTargetsInIt) {
  OTF2_GlobalDefWriter_WriteRmaWin(writer_, 0, 0, 0, OTF2_RMA_WIN_FLAG_NONE);
  OTF2_GlobalDefWriter_WriteRmaWin(writer_, 1, 0, 55, OTF2_RMA_WIN_FLAG_NONE);  // a repair: left out
  OTF2_GlobalDefWriter_WriteRmaWin(writer_, 2, 0, 1, OTF2_RMA_WIN_FLAG_NONE);   // of a team: left out, too
  OTF2_EvtWriter_RmaPut(events_, nullptr, 1, 0, 1, 80, 0);
  OTF2_EvtWriter_RmaPut(events_, nullptr, 2, 0, 2, 80, 0);  // there are ranks 0 and 1 only
  OTF2_EvtWriter_RmaPut(events_, nullptr, 3, 1, 0, 80, 0);
  OTF2_EvtWriter_RmaGroupSync(events_, nullptr, 4, OTF2_RMA_SYNC_LEVEL_PROCESS, 0, 99);
  OTF2_EvtWriter_RmaCollectiveEnd(events_, nullptr, 5, OTF2_COLLECTIVE_OP_BCAST, OTF2_RMA_SYNC_LEVEL_PROCESS,
                                  0, 2, 0, 0);
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), 5u);
  EXPECT_EQ(trace_->definitions().windows.size(), 1u);
  EXPECT_EQ(trace_->definitions().anomalies[Anomaly::repaired_definition], 2);
  EXPECT_EQ(events[0].kind, EventKind::rma_put);
  EXPECT_EQ(events[0].peer, 1u);
  EXPECT_EQ(events[0].bytes_sent, 80u);
  for (size_t i = 1; i < events.size(); ++i) EXPECT_EQ(events[i].kind, EventKind::other) << i;
  EXPECT_EQ(outcome_.anomalies[Anomaly::undefined_reference], 4);
}

TEST_F(ForeignRecordsTest, TopologiesNeedACommunicatorAndPlacesInThem) {
  write_string(1, "grid");
  write_string(2, "x");
  OTF2_GlobalDefWriter_WriteCartDimension(writer_, 4, 2, 3, OTF2_CART_PERIODIC_TRUE);
  OTF2_GlobalDefWriter_WriteCartDimension(writer_, 5, 0, 2, OTF2_CART_PERIODIC_FALSE);
  const OTF2_CartDimensionRef dimensions[] = {4, 5};
  const OTF2_CartDimensionRef undefined = 6;
  OTF2_GlobalDefWriter_WriteCartTopology(writer_, 0, 1, 0, 2, dimensions);
  OTF2_GlobalDefWriter_WriteCartTopology(writer_, 1, 1, 55, 2, dimensions);  // a repair: left out
  OTF2_GlobalDefWriter_WriteCartTopology(writer_, 2, 1, 0, 1, &undefined);   // and this
  const uint32_t there[] = {2, 1};
  const uint32_t outside[] = {3, 1};
  OTF2_GlobalDefWriter_WriteCartCoordinate(writer_, 0, 1, 2, there);
  OTF2_GlobalDefWriter_WriteCartCoordinate(writer_, 0, 0, 2, outside);  // left out, as all that follow
  OTF2_GlobalDefWriter_WriteCartCoordinate(writer_, 0, 2, 2, there);    // there are ranks 0 and 1 only
  OTF2_GlobalDefWriter_WriteCartCoordinate(writer_, 0, 0, 1, there);
  OTF2_GlobalDefWriter_WriteCartCoordinate(writer_, 1, 0, 2, there);
  read();
  ASSERT_TRUE(trace_);
  const trace::Definitions& definitions = trace_->definitions();
  EXPECT_EQ(definitions.anomalies[Anomaly::repaired_definition], 6);
  ASSERT_EQ(definitions.topologies.size(), 1u);
  const trace::CartTopology& grid = definitions.topologies[0];
  EXPECT_EQ(grid.name, "grid");
  ASSERT_EQ(grid.dimensions.size(), 2u);
  EXPECT_EQ(grid.dimensions[0].name, "x");
  EXPECT_EQ(grid.dimensions[0].size, 3u);
  EXPECT_TRUE(grid.dimensions[0].periodic);
  EXPECT_FALSE(grid.dimensions[1].periodic);
  // Rank 1's first location comes after both of rank 0.
  EXPECT_EQ(grid.locations, std::vector{LocationId(2)});
  EXPECT_EQ(grid.coordinates, (std::vector<uint32_t>{2, 1}));
}

// As Score-P writes them: regions are nodes of the tree of calling contexts, and so are the frames between.
TEST_F(ForeignRecordsTest, CallingContextsAreRegionsAndTheirCallStacks) {
  write_string(1, "main");
  write_string(2, "step");
  write_string(3, "wave.c");
  write_region(0, 1);
  write_region(1, 2);
  OTF2_GlobalDefWriter_WriteSourceCodeLocation(writer_, 4, 3, 88);
  OTF2_GlobalDefWriter_WriteSourceCodeLocation(writer_, 5, 3, 88);
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 7, 0, 4, OTF2_UNDEFINED_CALLING_CONTEXT);
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 8, 1, 5, 7);
  OTF2_EvtWriter_CallingContextEnter(events_, nullptr, 1, 7, 1);
  OTF2_EvtWriter_CallingContextEnter(events_, nullptr, 2, 8, 2);
  OTF2_EvtWriter_CallingContextSample(events_, nullptr, 3, 8, 1, OTF2_UNDEFINED_INTERRUPT_GENERATOR);
  OTF2_EvtWriter_CallingContextSample(events_, nullptr, 3, 9, 1, OTF2_UNDEFINED_INTERRUPT_GENERATOR);
  OTF2_EvtWriter_CallingContextLeave(events_, nullptr, 4, 8);
  OTF2_EvtWriter_CallingContextLeave(events_, nullptr, 5, 7);
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), 6u);
  const trace::Definitions& definitions = trace_->definitions();
  ASSERT_EQ(definitions.source_locations.size(), 1u);
  EXPECT_EQ(definitions.source_locations[0].line, 88u);
  ASSERT_EQ(definitions.calling_contexts.size(), 2u);
  EXPECT_EQ(events[0].region, trace::RegionId(0));
  EXPECT_FALSE(events[0].calling_context.valid());
  EXPECT_EQ(events[1].region, trace::RegionId(1));
  EXPECT_EQ(events[1].calling_context, trace::CallingContextId(0));
  EXPECT_EQ(events[2].kind, EventKind::sample);
  EXPECT_EQ(events[2].calling_context, trace::CallingContextId(1));
  EXPECT_EQ(events[3].kind, EventKind::other);  // of a context that is not defined
  EXPECT_EQ(events[4].region, trace::RegionId(1));
  EXPECT_EQ(events[5].region, trace::RegionId(0));
  EXPECT_EQ(outcome_.anomalies[Anomaly::undefined_reference], 1);
}

// As Score-P 8 writes them where it unwinds stacks and takes samples. The program:
//
//     1  main, in line 12: step, in line 80: begin of the user's region "solve"
//     2    in line 88: MPI_Barrier, until 3
//     4    a sample in line 90, and one in k, called in line 91
//     5  in line 95: end of "solve"
//     6  main, in line 13: finish, which is instrumented itself; a sample in it; until 7
//
// A region is a context below the function that it is a part of, and a new one wherever it goes on. Enter,
// leave and sample say how much of the stack is new since the last of them: an unwind distance of 1 is the
// frame that went on.
class UnwoundScoreP : public ForeignRecordsTest {
 protected:
  static constexpr uint32_t kNone = UINT32_MAX;
  enum Region : uint32_t { kMain, kStep, kSolve, kBarrier, kK, kFinish, kFinishFound };

  void SetUp() override {
    ForeignRecordsTest::SetUp();
    const std::vector<std::string> names = {"main", "step", "solve", "MPI_Barrier", "k", "finish", "finish"};
    for (uint32_t i = 0; i < names.size(); ++i) {
      write_string(i + 1, names[i].c_str());
      const OTF2_Paradigm paradigms[] = {
          OTF2_PARADIGM_SAMPLING, OTF2_PARADIGM_SAMPLING, OTF2_PARADIGM_USER,    OTF2_PARADIGM_MPI,
          OTF2_PARADIGM_SAMPLING, OTF2_PARADIGM_COMPILER, OTF2_PARADIGM_SAMPLING};
      OTF2_GlobalDefWriter_WriteRegion(writer_, i, i + 1, i + 1, 0, OTF2_REGION_ROLE_FUNCTION, paradigms[i],
                                       OTF2_REGION_FLAG_NONE, 0, 0, 0);
    }
    write_string(20, "wave.c");
    write_string(21, "timer");
    for (const uint32_t line : {12, 13, 80, 88, 90, 91, 95, 30, 60, 61})
      OTF2_GlobalDefWriter_WriteSourceCodeLocation(writer_, line, 20, line);
    OTF2_GlobalDefWriter_WriteInterruptGenerator(writer_, 0, 21, OTF2_INTERRUPT_GENERATOR_MODE_TIME,
                                                 OTF2_BASE_DECIMAL, -9, 4'000'000);
  }

  /// Returns the reference.
  uint32_t context(uint32_t region, uint32_t line, uint32_t parent) {
    OTF2_GlobalDefWriter_WriteCallingContext(writer_, contexts_, region, line, parent);
    return contexts_++;
  }

  void write_program() {
    const uint32_t main = context(kMain, 12, kNone);
    const uint32_t step = context(kStep, 80, main);
    const uint32_t begin = context(kSolve, 80, step);
    const uint32_t at_barrier = context(kSolve, 88, step);
    const uint32_t barrier = context(kBarrier, kNone, at_barrier);
    const uint32_t at_sample = context(kSolve, 90, step);
    const uint32_t at_k = context(kSolve, 91, step);
    const uint32_t k = context(kK, 30, at_k);
    const uint32_t end = context(kSolve, 95, step);
    const uint32_t main_later = context(kMain, 13, kNone);
    const uint32_t finish_found = context(kFinishFound, 60, main_later);
    const uint32_t finish = context(kFinish, 60, finish_found);
    const uint32_t in_finish = context(kFinish, 61, finish_found);
    OTF2_EvtWriter_CallingContextEnter(events_, nullptr, 1, begin, 4);
    OTF2_EvtWriter_CallingContextEnter(events_, nullptr, 2, barrier, 2);
    OTF2_EvtWriter_CallingContextLeave(events_, nullptr, 3, barrier);
    OTF2_EvtWriter_CallingContextSample(events_, nullptr, 4, at_sample, 1, 0);
    OTF2_EvtWriter_CallingContextSample(events_, nullptr, 4, k, 2, 0);
    OTF2_EvtWriter_CallingContextLeave(events_, nullptr, 5, end);
    OTF2_EvtWriter_CallingContextEnter(events_, nullptr, 6, finish, 4);
    OTF2_EvtWriter_CallingContextSample(events_, nullptr, 6, in_finish, 1, 0);
    OTF2_EvtWriter_CallingContextLeave(events_, nullptr, 7, in_finish);
  }

  /// The events of location 0: "enter solve at main:12 step:80".
  static std::vector<std::string> described(const trace::Trace& trace) {
    std::vector<std::string> texts;
    const trace::Definitions& definitions = trace.definitions();
    Collect collected;
    trace.read(LocationId(0), collected);
    for (const Event& event : collected.events) {
      std::string text(trace::info_of(event.kind).name);
      if (event.region.valid()) text += " " + definitions.regions[event.region.index()].name;
      if (event.calling_context.valid()) text += " at";
      for (const trace::CallingContextId frame :
           trace::frames_of(definitions.calling_contexts, event.calling_context)) {
        const trace::CallingContext& context = definitions.calling_contexts[frame.index()];
        text += " " + definitions.regions[context.region.index()].name + ":" +
                std::to_string(definitions.source_locations[context.location.index()].line);
      }
      texts.push_back(text);
    }
    return texts;
  }

 private:
  uint32_t contexts_ = 0;
};

// The same as latecomer's own recorder writes of such a program: stacks have functions only.
TEST_F(UnwoundScoreP, RegionsAreEnteredFromTheFunctionsThatTheyArePartsOf) {
  write_program();
  read();
  EXPECT_EQ(described(*trace_),
            (std::vector<std::string>{
                "enter solve at main:12 step:80", "enter MPI_Barrier at main:12 step:88", "leave MPI_Barrier",
                "sample at main:12 step:90", "sample at main:12 step:91 k:30", "leave solve",
                "enter finish at main:13", "sample at main:13 finish:61", "leave finish"}));
  EXPECT_EQ(outcome_.anomalies.values(), trace::AnomalyCounts().values());
}

// As text, and in a copy of the archive with new times.
TEST_F(UnwoundScoreP, IsPrintedAndCorrectedAsItIsRead) {
  write_program();
  const std::vector<Event> events = read();
  const std::vector<std::string> expected = described(*trace_);
  const Result<std::unique_ptr<trace::Trace>> parsed =
      trace::parse_text_trace(trace::print_text_trace(*trace_), "printed");
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(described(**parsed), expected);

  const std::string copy = directory_ + "-copy";
  const NewTimes later = [&](LocationId location) {
    std::vector<Ticks> times;
    if (location == LocationId(0)) {
      for (const Event& event : events) times.push_back(event.time + Ticks(100));
    }
    return times;
  };
  Progress progress("writing", 1, false);
  const Result<RewrittenArchive> written =
      rewrite_archive(directory_, copy, trace_->definitions(), later, progress);
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(written->losses, std::vector<std::string>());
  const Result<std::unique_ptr<trace::Trace>> corrected = open_archive(copy);
  ASSERT_TRUE(corrected) << corrected.error().message;
  EXPECT_EQ(described(**corrected), expected);
  std::filesystem::remove_all(copy);
}

TEST_F(ForeignRecordsTest, NoFrameIsAmongItsOwnCallers) {
  constexpr uint32_t kNone = UINT32_MAX;
  write_string(1, "main");
  write_region(0, 1);
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 0, 0, kNone, 1);  // comes later
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 1, 0, kNone, 0);
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 2, 0, kNone, 2);
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 4, 99, kNone, 99);
  read();
  ASSERT_TRUE(trace_);
  const trace::Definitions& definitions = trace_->definitions();
  ASSERT_EQ(definitions.calling_contexts.size(), 4u);
  EXPECT_FALSE(definitions.calling_contexts[0].parent.valid());
  EXPECT_EQ(definitions.calling_contexts[1].parent, trace::CallingContextId(0));
  EXPECT_FALSE(definitions.calling_contexts[2].parent.valid());
  EXPECT_FALSE(definitions.calling_contexts[3].parent.valid());
  EXPECT_TRUE(definitions.calling_contexts[3].region.valid());
  EXPECT_EQ(definitions.anomalies[Anomaly::repaired_definition], 4);
}

// main calls f, into which g was inlined, and into g h, which calls i.
TEST_F(ForeignRecordsTest, InlinedFunctionsAreFramesBetween) {
  constexpr uint32_t kNone = UINT32_MAX;
  write_string(1, "LATECOMER::INNERMOST");
  for (uint32_t region = 0; region < 5; ++region) write_region(region, 0);
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 0, 0, kNone, kNone);  // main
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 1, 1, kNone, 0);      // f
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 2, 4, kNone, 1);      // i
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 3, 2, kNone, 1);      // g
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 4, 3, kNone, 3);      // h
  write_meant(1, 1, 4);
  write_meant(1, 0, 77);  // is not there
  write_meant(1, 2, 4);   // is not in it
  OTF2_EvtWriter_CallingContextSample(events_, nullptr, 1, 1, 1, kNone);
  OTF2_EvtWriter_CallingContextSample(events_, nullptr, 1, 2, 1, kNone);
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(regions_of(events[0]), (std::vector<uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(regions_of(events[1]), (std::vector<uint32_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(trace_->definitions().anomalies[Anomaly::repaired_definition], 2);
}

// main calls f, into which g was inlined; g calls h, which jumps to i. What h calls in another way is in h.
TEST_F(ForeignRecordsTest, FunctionsThatJumpAreFramesBetween) {
  constexpr uint32_t kNone = UINT32_MAX;
  write_string(1, "LATECOMER::INNERMOST");
  write_string(2, "LATECOMER::TAIL_CALLER");
  for (uint32_t region = 0; region < 5; ++region) write_region(region, 0);
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 0, 0, kNone, kNone);  // main
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 1, 1, kNone, 0);      // f
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 2, 4, kNone, 1);      // i, called from f
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 3, 3, kNone, 1);      // h, called from f
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 4, 2, kNone, 1);      // g, inlined into f
  OTF2_GlobalDefWriter_WriteCallingContext(writer_, 5, 3, kNone, 4);      // h, called from g
  write_meant(1, 1, 4);
  write_meant(2, 1, 5);
  write_meant(2, 0, 5);  // is not called there
  for (const uint32_t context : {1, 2, 3})
    OTF2_EvtWriter_CallingContextSample(events_, nullptr, 1, context, 1, kNone);
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(regions_of(events[0]), (std::vector<uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(regions_of(events[1]), (std::vector<uint32_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(regions_of(events[2]), (std::vector<uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(trace_->definitions().anomalies[Anomaly::repaired_definition], 1);
}

TEST_F(ForeignRecordsTest, ParametersOfTheUserStayWithoutMeaning) {
  write_string(1, "iteration");
  OTF2_GlobalDefWriter_WriteParameter(writer_, 0, 1, OTF2_PARAMETER_TYPE_UINT64);
  OTF2_EvtWriter_ParameterUnsignedInt(events_, nullptr, 1, 0, 12);
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, EventKind::other);
  EXPECT_EQ(outcome_.anomalies.values(), trace::AnomalyCounts().values());
}

TEST_F(ForeignRecordsTest, ExtensionEventsNeedAllTheirAttributes) {
  write_string(1, "MPI_PROBE");
  write_string(2, "source");
  write_string(3, "comm");
  write_string(4, "tag");
  OTF2_GlobalDefWriter_WriteParameter(writer_, 30, 1, OTF2_PARAMETER_TYPE_UINT64);
  OTF2_GlobalDefWriter_WriteAttribute(writer_, 20, 2, 0, OTF2_TYPE_UINT32);
  OTF2_GlobalDefWriter_WriteAttribute(writer_, 21, 3, 0, OTF2_TYPE_COMM);
  OTF2_GlobalDefWriter_WriteAttribute(writer_, 22, 4, 0, OTF2_TYPE_INT32);
  OTF2_GlobalDefWriter_WriteAttribute(writer_, 23, 4, 0, OTF2_TYPE_STRING);  // another one of that name
  OTF2_AttributeList* attributes = OTF2_AttributeList_New();
  const auto write_probe = [&](uint32_t source, bool with_tag) {
    OTF2_AttributeList_AddUint32(attributes, 20, source);
    OTF2_AttributeList_AddCommRef(attributes, 21, 0);
    if (with_tag)
      OTF2_AttributeList_AddInt32(attributes, 22, 5);
    else
      OTF2_AttributeList_AddStringRef(attributes, 23, 4);
    OTF2_EvtWriter_ParameterUnsignedInt(events_, attributes, 1, 30, 6);
  };
  write_probe(1, true);
  write_probe(1, false);
  write_probe(2, true);  // there are ranks 0 and 1 only
  OTF2_EvtWriter_ParameterUnsignedInt(events_, nullptr, 1, 30, 6);
  OTF2_AttributeList_Delete(attributes);
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0].kind, EventKind::probe);
  EXPECT_EQ(events[0].peer, 1u);
  EXPECT_EQ(events[0].tag, 5u);
  EXPECT_EQ(events[0].request, 6u);
  for (size_t i = 1; i < events.size(); ++i) EXPECT_EQ(events[i].kind, EventKind::other) << i;
  EXPECT_EQ(outcome_.anomalies[Anomaly::undefined_reference], 3);
}

}  // namespace
}  // namespace latecomer::otf2
