// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/thread_log.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <vector>

#include "record/core/recording_format.h"
#include "temporary_directory.h"

namespace latecomer::record {
namespace {

using trace::Event;
using trace::EventKind;

class Collect final : public trace::EventSink {
 public:
  void on_event(const Event& event) override { events.push_back(event); }
  std::vector<Event> events;
};

// An event of `kind` with a value of its own in each field that the kind has.
Event full_event(EventKind kind, int64_t time) {
  using enum trace::Field;
  const trace::Fields fields = trace::fields_of(kind);
  Event event{.time = Ticks(time), .kind = kind};
  if (fields.has(region)) event.region = trace::RegionId(11);
  if (fields.has(comm)) event.comm = trace::CommId(12);
  if (fields.has(peer)) event.peer = 13;
  if (fields.has(tag)) event.tag = 14;
  if (fields.has(root)) event.root = trace::kSelfRank;
  if (fields.has(collective)) event.collective = trace::CollectiveOp::alltoallw;
  if (fields.has(sources)) event.sources = trace::GroupId(16);
  if (fields.has(window)) event.window = trace::WindowId(17);
  if (fields.has(io_handle)) event.io_handle = trace::IoHandleId(18);
  if (fields.has(io_file)) event.io_file = trace::IoFileId(19);
  if (fields.has(calling_context)) event.calling_context = trace::CallingContextId(19);
  if (fields.has(paradigm)) event.paradigm = trace::Paradigm::pthread;
  if (fields.has(number)) event.number = 18;
  if (fields.has(request)) event.request = uint64_t{1} << 41;
  if (fields.has(bytes_sent)) event.bytes_sent = uint64_t{1} << 40;
  if (fields.has(bytes_received)) event.bytes_received = uint64_t{1} << 42;
  return event;
}

bool append(ThreadLog& log, const Event& event) {
  return log.append(event, event.time);
}

// Of one record, of two, and where the file has grown since.
TEST(ThreadLog, KnowsTheTimeOfTheLatestEvent) {
  const TemporaryDirectory directory;
  const auto log = ThreadLog::create(directory.path() + "/events-0");
  ASSERT_TRUE(log);
  EXPECT_EQ((*log)->last_time(), Ticks::min());
  constexpr int64_t kMoreThanAChunk = 100'000;
  for (int64_t time = 0; time < kMoreThanAChunk; ++time) {
    const EventKind kind = time % 3 == 0 ? EventKind::irecv : EventKind::enter;
    ASSERT_TRUE((*log)->append(Event{.kind = kind}, Ticks(time)));
    ASSERT_EQ((*log)->last_time(), Ticks(time));
  }
}

void append_pending(ThreadLog& log, const Event& event) {
  log.append_pending({&event, 1}, event.time);
}

void expect_same(const Event& actual, const Event& expected) {
  EXPECT_EQ(actual.time, expected.time);
  EXPECT_EQ(actual.kind, expected.kind);
  EXPECT_EQ(actual.collective, expected.collective);
  EXPECT_EQ(actual.region, expected.region);
  EXPECT_EQ(actual.comm, expected.comm);
  EXPECT_EQ(actual.peer, expected.peer);
  EXPECT_EQ(actual.tag, expected.tag);
  EXPECT_EQ(actual.root, expected.root);
  EXPECT_EQ(actual.sources, expected.sources);
  EXPECT_EQ(actual.window, expected.window);
  EXPECT_EQ(actual.io_handle, expected.io_handle);
  EXPECT_EQ(actual.io_file, expected.io_file);
  EXPECT_EQ(actual.calling_context, expected.calling_context);
  EXPECT_EQ(actual.paradigm, expected.paradigm);
  EXPECT_EQ(actual.request, expected.request);
  EXPECT_EQ(actual.number, expected.number);
  EXPECT_EQ(actual.bytes_sent, expected.bytes_sent);
  EXPECT_EQ(actual.bytes_received, expected.bytes_received);
}

class ThreadLogTest : public testing::Test {
 protected:
  std::unique_ptr<ThreadLog> create() {
    Result<std::unique_ptr<ThreadLog>> log = ThreadLog::create(path_);
    EXPECT_TRUE(log) << log.error().message;
    return log ? std::move(log).value() : nullptr;
  }
  std::vector<Event> read() {
    Collect sink;
    const Result<uint64_t> count = read_thread_log(path_, sink);
    EXPECT_TRUE(count) << count.error().message;
    EXPECT_EQ(*count, sink.events.size());
    return sink.events;
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_.path() + "/thread-0";
};

TEST_F(ThreadLogTest, KeepsEveryFieldOfEveryKind) {
  {
    const std::unique_ptr<ThreadLog> log = create();
    for (int kind = 0; kind <= static_cast<int>(EventKind::other); ++kind) {
      ASSERT_TRUE(append(*log, full_event(static_cast<EventKind>(kind), 100 + kind)));
    }
  }
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), static_cast<size_t>(EventKind::other) + 1);
  for (size_t kind = 0; kind < events.size(); ++kind) {
    expect_same(events[kind], full_event(static_cast<EventKind>(kind), 100 + static_cast<int64_t>(kind)));
  }
}

// Events of one and of more records in turn meet the ends of chunks and of the reader's buffer at odd places.
TEST_F(ThreadLogTest, CrossesChunks) {
  constexpr int64_t kEvents = 200'000;
  {
    const std::unique_ptr<ThreadLog> log = create();
    for (int64_t i = 0; i < kEvents; ++i) {
      const EventKind kind = i % 3 == 0 ? EventKind::isend : EventKind::enter;
      ASSERT_TRUE(append(*log, full_event(kind, i)));
    }
  }
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), static_cast<size_t>(kEvents));
  for (int64_t i = 0; i < kEvents; ++i) ASSERT_EQ(events[static_cast<size_t>(i)].time, Ticks(i));
}

TEST_F(ThreadLogTest, CanBeReadWhileItIsWritten) {
  const std::unique_ptr<ThreadLog> log = create();
  ASSERT_TRUE(append(*log, full_event(EventKind::enter, 1)));
  EXPECT_EQ(read().size(), 1u);
  ASSERT_TRUE(append(*log, full_event(EventKind::collective_end, 2)));
  EXPECT_EQ(read().size(), 2u);
}

TEST_F(ThreadLogTest, KeepsAPendingEventUntilTheNext) {
  const std::unique_ptr<ThreadLog> log = create();
  ASSERT_TRUE(append(*log, full_event(EventKind::enter, 1)));
  append_pending(*log, full_event(EventKind::receive_pending, 2));
  ASSERT_EQ(read().size(), 2u);
  expect_same(read()[1], full_event(EventKind::receive_pending, 2));
  append_pending(*log, full_event(EventKind::receive_pending, 3));
  ASSERT_EQ(read().size(), 2u);
  EXPECT_EQ(read()[1].time, Ticks(3));
  ASSERT_TRUE(append(*log, full_event(EventKind::collective_end, 4)));
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), 2u);
  expect_same(events[1], full_event(EventKind::collective_end, 4));
}

TEST_F(ThreadLogTest, KeepsSeveralPendingEventsUntilTheNext) {
  std::vector<Event> pending;
  for (int64_t i = 0; i < 400; ++i) pending.push_back(full_event(EventKind::receive_pending, 7));
  pending.back().peer = 9;
  const std::unique_ptr<ThreadLog> log = create();
  size_t stored = 0;
  for (int round = 0; round < 20; ++round) {  // over the ends of chunks
    for (int i = 0; i < 100; ++i, ++stored) ASSERT_TRUE(append(*log, full_event(EventKind::enter, 1)));
    log->append_pending(pending, Ticks(7));
    const std::vector<Event> events = read();
    ASSERT_EQ(events.size(), stored + pending.size());
    EXPECT_EQ(events.back().peer, 9u);
  }
  ASSERT_TRUE(append(*log, full_event(EventKind::leave, 8)));
  EXPECT_EQ(read().size(), stored + 1);
  log->append_pending(std::vector<Event>(ThreadLog::kMostPending + 1, pending.front()), Ticks(9));
  EXPECT_EQ(read().size(), stored + 1);
}

TEST_F(ThreadLogTest, EntersAndLeavesLikeAnyEvent) {
  const Event enter = full_event(EventKind::enter, 1);
  const std::unique_ptr<ThreadLog> log = create();
  ASSERT_TRUE(log->append_enter(enter.region, enter.calling_context, Ticks(1)));
  append_pending(*log, full_event(EventKind::receive_pending, 2));
  ASSERT_TRUE(log->append_leave(enter.region, Ticks(3)));
  const std::vector<Event> events = read();
  ASSERT_EQ(events.size(), 2u);
  expect_same(events[0], enter);
  expect_same(events[1], full_event(EventKind::leave, 3));
}

// An event of which only the records behind the first got stored does not exist.
TEST_F(ThreadLogTest, LeavesOutAnEventThatWasBeingStored) {
  {
    const std::unique_ptr<ThreadLog> log = create();
    ASSERT_TRUE(append(*log, full_event(EventKind::enter, 1)));
    ASSERT_TRUE(append(*log, full_event(EventKind::isend, 2)));
  }
  std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(sizeof(FileHeader) + sizeof(RawRecord) + offsetof(RawRecord, wide));
  file.put('\0');
  file.close();
  EXPECT_EQ(read().size(), 1u);
}

TEST_F(ThreadLogTest, StopsWhereTheFileWasCut) {
  {
    const std::unique_ptr<ThreadLog> log = create();
    for (int64_t i = 0; i < 3; ++i) ASSERT_TRUE(append(*log, full_event(EventKind::isend, i)));
  }
  std::filesystem::resize_file(path_, (3 * records_of(EventKind::isend) - 1) * sizeof(RawRecord) + 7);
  EXPECT_EQ(read().size(), 2u);
}

TEST_F(ThreadLogTest, OutlivesAKilledProcess) {
  const pid_t child = fork();
  if (child == 0) {
    const std::unique_ptr<ThreadLog> log = create();
    for (int64_t i = 0; i < 50'000; ++i) append(*log, full_event(EventKind::enter, i));
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(read().size(), 50'000u);
}

// A file that cannot grow is an error, and never a signal.
TEST_F(ThreadLogTest, SaysWhenTheFileCannotGrow) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{2 << 20, 2 << 20};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::unique_ptr<ThreadLog> log = create();
    int64_t stored = 0;
    while (stored < 1'000'000 && append(*log, full_event(EventKind::enter, stored))) ++stored;
    // Each chunk may end with a few records that are left out.
    constexpr int64_t kRecords = (2 << 20) / static_cast<int64_t>(sizeof(RawRecord));
    _exit(errno == EFBIG && stored < kRecords && stored > kRecords - 40 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(ThreadLog, SaysWhichFileCannotBeMade) {
  const Result<std::unique_ptr<ThreadLog>> log = ThreadLog::create("/nowhere/thread-0");
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().message, "/nowhere/thread-0: No such file or directory");
}

TEST(ThreadLog, OnlyTheLastEventIsTakenBack) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/events";
  const std::unique_ptr<ThreadLog> log = ThreadLog::create(path).value();
  const trace::RegionId outer(1);
  const trace::RegionId inner(2);
  EXPECT_FALSE(log->withdraw_enter(outer, Ticks(10)));  // there is none
  log->append_enter(outer, {}, Ticks(10));
  log->append_enter(inner, {}, Ticks(20));
  EXPECT_FALSE(log->withdraw_enter(outer, Ticks(10)));
  EXPECT_FALSE(log->withdraw_enter(inner, Ticks(10)));
  EXPECT_TRUE(log->withdraw_enter(inner, Ticks(20)));
  log->append_enter(inner, {}, Ticks(30));
  append_pending(*log, full_event(EventKind::receive_pending, 40));
  EXPECT_FALSE(log->withdraw_enter(inner, Ticks(30)));
  log->append_leave(outer, Ticks(50));
  Collect read;
  ASSERT_TRUE(read_thread_log(path, read));
  ASSERT_EQ(read.events.size(), 3u);
  EXPECT_EQ(read.events[1].region, inner);
  EXPECT_EQ(read.events[1].time, Ticks(30));
  EXPECT_EQ(read.events[2].kind, EventKind::leave);
}

}  // namespace
}  // namespace latecomer::record
