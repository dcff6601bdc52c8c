// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Archives that are damaged, incomplete or no archives at all: one line says what and where, what can be read
// is read.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/stat.h>
#include <unistd.h>

#include <random>

#include "archive_fixture.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace latecomer::otf2 {
namespace {

using trace::Anomaly;
using trace::LocationId;

class BadInputTest : public ArchiveTest {};

TEST_F(BadInputTest, NoSuchDirectory) {
  const Result<std::unique_ptr<trace::Trace>> trace = open_archive(file("missing"));
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().message, file("missing") + ": No such file or directory");
}

TEST_F(BadInputTest, DirectoryWithoutAnArchive) {
  EXPECT_EQ(open_error(), directory_ + ": there is no OTF2 archive in this directory (no *.otf2 file)");
}

TEST_F(BadInputTest, DirectoryWithTwoArchives) {
  set_content(file("a.otf2"), "");
  set_content(file("b.otf2"), "");
  EXPECT_EQ(open_error(),
            directory_ + ": there are 2 OTF2 archives in this directory; give the .otf2 file of one");
}

TEST_F(BadInputTest, DirectoryWithoutRights) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  std::filesystem::permissions(directory_, std::filesystem::perms::none);
  EXPECT_EQ(open_error(), directory_ + ": Permission denied");
  std::filesystem::permissions(directory_, std::filesystem::perms::owner_all);
}

TEST_F(BadInputTest, AnchorOfAnotherFormat) {
  set_content(file("traces.otf2"), "<?xml version=\"1.0\"?>");
  EXPECT_EQ(open_error(), file("traces.otf2") + ": this is not the anchor file of an OTF2 archive");
}

TEST_F(BadInputTest, MissingDefinitions) {
  write(*parse(kFourRanks));
  std::filesystem::remove(file("traces.def"));
  EXPECT_EQ(open_error(), file("traces.def") + ": No such file or directory");
}

TEST_F(BadInputTest, TruncatedDefinitions) {
  write(*parse(kFourRanks));
  std::filesystem::resize_file(file("traces.def"), std::filesystem::file_size(file("traces.def")) / 2);
  EXPECT_TRUE(
      open_error().starts_with(file("traces.def") + ": the definitions are damaged or end in the middle"))
      << open_error();
}

TEST_F(BadInputTest, ArchiveWithoutLocations) {
  trace::Definitions nothing;
  write(trace::MemoryTrace(nothing, {}));
  EXPECT_EQ(open_error(), file("traces.def") + ": the archive is empty: it defines no location");
}

TEST_F(BadInputTest, MissingEventFile) {
  write(*parse(kFourRanks));
  for (const char* missing : {"traces/2.evt", "traces"}) {
    SCOPED_TRACE(missing);
    std::filesystem::remove_all(file(missing));
    const std::unique_ptr<trace::Trace> trace = open();
    ASSERT_TRUE(trace);
    Collect collected;
    const trace::ReadOutcome outcome = trace->read(LocationId(2), collected);
    EXPECT_EQ(outcome.anomalies[Anomaly::missing_location], 1);
    EXPECT_EQ(outcome.problem, file("traces/2.evt") + ": No such file or directory");
    EXPECT_TRUE(collected.events.empty());
    const bool others_are_there = std::filesystem::exists(file("traces/3.evt"));
    EXPECT_EQ(trace->read(LocationId(3), collected).problem.empty(), others_are_there);
    EXPECT_EQ(collected.events.empty(), !others_are_there);
  }
}

TEST_F(BadInputTest, EventFileOfAnotherFormat) {
  write(*parse(kFourRanks));
  set_content(file("traces/2.evt"), "no events at all, just some text");
  Collect collected;
  const trace::ReadOutcome outcome = open()->read(LocationId(2), collected);
  EXPECT_EQ(outcome.anomalies[Anomaly::truncated_location], 1);
  EXPECT_TRUE(outcome.problem.starts_with(file("traces/2.evt") + ": this is not an event file"))
      << outcome.problem;
}

/// Whoever opens a pipe waits until somebody writes into it; here nobody does.
TEST_F(BadInputTest, PipesInsteadOfFiles) {
  write(*parse(kFourRanks));
  for (const char* name : {"traces.otf2", "traces.def", "traces/2.def", "traces/2.evt"}) {
    SCOPED_TRACE(name);
    const std::string bytes = content(file(name));
    std::filesystem::remove(file(name));
    ASSERT_EQ(mkfifo(file(name).c_str(), S_IRWXU), 0);
    if (std::filesystem::path(name).has_parent_path()) {
      Collect collected;
      const trace::ReadOutcome outcome = open()->read(LocationId(2), collected);
      EXPECT_EQ(outcome.anomalies[Anomaly::missing_location], 1);
      EXPECT_TRUE(outcome.problem.starts_with(file(name) + ": ")) << outcome.problem;
    } else {
      EXPECT_EQ(open_error(), file(name) + ": is not a regular file");
    }
    std::filesystem::remove(file(name));
    set_content(file(name), bytes);
  }
}

/// Links that lead to themselves are there, and cannot be opened.
TEST_F(BadInputTest, LinksToThemselves) {
  write(*parse(kFourRanks));
  for (const char* name : {"traces/2.evt", "traces/2.def"}) {
    SCOPED_TRACE(name);
    std::filesystem::remove(file(name));
    std::filesystem::create_symlink(std::filesystem::path(name).filename(), file(name));
    Collect collected;
    const trace::ReadOutcome outcome = open()->read(LocationId(2), collected);
    EXPECT_EQ(outcome.anomalies[Anomaly::missing_location], 1);
    EXPECT_TRUE(outcome.problem.starts_with(file(name) + ": ")) << outcome.problem;
  }
  std::filesystem::create_symlink("loop", file("loop"));
  const Result<std::unique_ptr<trace::Trace>> trace = open_archive(file("loop"));
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().message, file("loop") + ": Too many levels of symbolic links");
}

TEST_F(BadInputTest, ChunksOfASizeThatNobodyWrites) {
  write(*parse(kFourRanks));
  std::string anchor = content(file("traces.otf2"));
  constexpr size_t kEventChunkSize = 10;
  anchor[kEventChunkSize + 6] = 1;  // 2^48 more
  set_content(file("traces.otf2"), anchor);
  EXPECT_TRUE(open_error().starts_with(file("traces.otf2") +
                                       ": the anchor file is damaged: it says that chunks have"))
      << open_error();
}

TEST_F(BadInputTest, WhatTheLibraryQuotesOfAFileIsOneLine) {
#ifdef __SANITIZE_ADDRESS__
  const __lsan::ScopedDisabler
      leaks_of_libotf2;  // it forgets what it had allocated when it gives up opening a file
#endif
  write(*parse(kFourRanks));
  std::string anchor = content(file("traces.otf2"));
  const size_t property = anchor.find("EXTENSION_EVENTS");
  ASSERT_NE(property, std::string::npos);
  anchor[property + 2] = '\n';
  set_content(file("traces.otf2"), anchor);
  EXPECT_NE(open_error().find("'EX ENSION_EVENTS'"), std::string::npos) << open_error();
}

/// Without its mapping table nobody knows what the location's events refer to.
TEST_F(BadInputTest, DamagedLocalDefinitions) {
  write(*parse(kFourRanks));
  set_content(file("traces/2.def"), "damaged");
  Collect collected;
  const trace::ReadOutcome outcome = open()->read(LocationId(2), collected);
  EXPECT_EQ(outcome.anomalies[Anomaly::missing_location], 1);
  EXPECT_TRUE(outcome.problem.starts_with(file("traces/2.def") + ": damaged")) << outcome.problem;
  EXPECT_TRUE(collected.events.empty());
}

/// Wherever a file ends, exactly the events before are delivered, and none that are made up from other
/// memory.
TEST_F(BadInputTest, TruncatedEventFileDeliversWhatComesBefore) {
  write(*parse(kFourRanks));
  const std::unique_ptr<trace::Trace> trace = open();
  ASSERT_TRUE(trace);
  Collect whole;
  trace->read(LocationId(0), whole);
  const std::string bytes = content(file("traces/0.evt"));
  mallopt(M_PERTURB, 0x5a);  // memory that was not written to does not look like the end of a file
  size_t last_count = 0;
  for (size_t size = 0; size + 2 < bytes.size(); ++size) {  // the last two bytes mark the end
    set_content(file("traces/0.evt"), bytes.substr(0, size));
    Collect part;
    const trace::ReadOutcome outcome = trace->read(LocationId(0), part);
    EXPECT_EQ(outcome.anomalies[Anomaly::truncated_location], 1) << "at " << size;
    EXPECT_TRUE(outcome.problem.starts_with(file("traces/0.evt") + ": ")) << outcome.problem;
    ASSERT_LE(part.events.size(), whole.events.size());
    for (size_t i = 0; i < part.events.size(); ++i)
      EXPECT_TRUE(is_same(part.events[i], whole.events[i])) << size;
    EXPECT_GE(part.events.size(), last_count);
    last_count = part.events.size();
  }
  mallopt(M_PERTURB, 0);
  EXPECT_GE(last_count + 1, whole.events.size());
}

/// libotf2 alternates between two buffers, so that beyond the end there is an older chunk that looks right.
TEST_F(BadInputTest, FilesOfSeveralChunksCanEndAnywhere) {
  std::string text = "rank 0\n";
  for (int i = 0; i < 150'000; ++i) text += fmt::format("{}t enter f\n{}t leave\n", 2 * i, 2 * i + 1);
  write(*parse(text));
  const std::unique_ptr<trace::Trace> trace = open();
  ASSERT_TRUE(trace);
  constexpr size_t kChunk = 1 << 20;
  const std::string bytes = content(file("traces/0.evt"));
  ASSERT_GT(bytes.size(), 3 * kChunk);
  for (const size_t size : {kChunk - 1, kChunk, kChunk + 1, kChunk + 17, kChunk + 18, kChunk + 30,
                            2 * kChunk + 5, 2 * kChunk + kChunk / 2, bytes.size() - 2}) {
    set_content(file("traces/0.evt"), bytes.substr(0, size));
    Collect part;
    const trace::ReadOutcome outcome = trace->read(LocationId(0), part);
    EXPECT_EQ(outcome.anomalies[Anomaly::truncated_location], 1) << "at " << size;
    EXPECT_GE(part.events.size(), size / 12 - 20 * (1 + size / kChunk)) << "at " << size;
    for (size_t i = 0; i < part.events.size(); ++i)
      ASSERT_EQ(part.events[i].time, Ticks(static_cast<int64_t>(i)));
  }
}

void damage(std::string& bytes, std::mt19937& random) {
  const size_t position =
      random() % 4 == 0 ? random() % std::min<size_t>(bytes.size(), 64) : random() % bytes.size();
  switch (random() % 4) {
    case 0:
      bytes[position] = static_cast<char>(random());
      break;
    case 1:
      bytes[position] = static_cast<char>(bytes[position] ^ (1 << (random() % 8)));
      break;
    case 2:
      bytes[position] = static_cast<char>(0xff);
      break;
    default:
      bytes.erase(position, 1 + random() % 8);
      break;
  }
  if (bytes.empty()) bytes.push_back('x');
}

/// Reads everything, and checks what every user of a trace relies on.
void read_all(const trace::Trace& trace) {
  const trace::Definitions& definitions = trace.definitions();
  for (size_t i = 0; i < definitions.locations.size(); ++i) {
    Collect collected;
    trace.read(LocationId(i), collected);
    for (const trace::Event& event : collected.events) {
      const bool defined = event.region.index() < definitions.regions.size();
      ASSERT_TRUE(!event.region.valid() || defined ||
                  trace.region(event.region).description == "The whole program.");
      ASSERT_TRUE(!event.comm.valid() || event.comm.index() < definitions.communicators.size());
      ASSERT_TRUE(!event.sources.valid() || event.sources.index() < definitions.groups.size());
      ASSERT_TRUE(!event.window.valid() || event.window.index() < definitions.windows.size());
      using enum trace::EventKind;
      const bool needs_comm = event.kind == send || event.kind == probe || event.kind == psend_init;
      ASSERT_TRUE(!needs_comm || event.comm.valid());
      const bool needs_team = event.kind == team_begin || event.kind == team_end;
      ASSERT_TRUE(!needs_team || definitions.communicators[event.comm.index()].kind == trace::CommKind::team);
      const bool needs_window = event.kind == rma_put || event.kind == rma_group_sync;
      ASSERT_TRUE(!needs_window || event.window.valid());
    }
  }
}

/// Thousands of damaged archives, the same in each run: every one is read or refused with a line that names a
/// file.
TEST_F(BadInputTest, DamagedFilesNeverBreakTheReader) {
#ifdef __SANITIZE_ADDRESS__
  const __lsan::ScopedDisabler
      leaks_of_libotf2;  // it forgets what it had allocated when it gives up opening a file
#endif
  write(*parse(kFourRanks));
#ifdef __SANITIZE_THREAD__
  constexpr int kRounds =
      10;  // a single thread: that sanitizer has nothing to find, and takes 50 times as long
#else
  constexpr int kRounds = 400;
#endif
  for (const char* name : {"traces.otf2", "traces.def", "traces/0.def", "traces/0.evt", "traces/2.evt"}) {
    const std::string path = file(name);
    const std::string bytes = content(path);
    for (int round = 0; round < kRounds; ++round) {
      std::mt19937 random(static_cast<unsigned>(round));
      std::string damaged = bytes;
      for (unsigned change = 0; change < 1 + random() % 3; ++change) damage(damaged, random);
      set_content(path, damaged);
      const Result<std::unique_ptr<trace::Trace>> trace = open_archive(directory_);
      if (trace)
        read_all(**trace);
      else
        EXPECT_TRUE(trace.error().message.starts_with(directory_)) << trace.error().message;
    }
    set_content(path, bytes);
  }
}

}  // namespace
}  // namespace latecomer::otf2
