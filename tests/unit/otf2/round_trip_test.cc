// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Every trace that can be written as text comes out of an archive as the same text.

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "archive_fixture.h"

namespace latecomer::otf2 {
namespace {

using trace::CommId;
using trace::CommKind;
using trace::Event;
using trace::EventKind;
using trace::LocationId;

class RoundTripTest : public ArchiveTest {};

TEST_F(RoundTripTest, TheExampleHasEveryKindOfEvent) {
  const std::unique_ptr<trace::Trace> trace = parse(kFourRanks);
  Collect collected;
  for (size_t i = 0; i < trace->definitions().locations.size(); ++i) trace->read(LocationId(i), collected);
  std::set<EventKind> kinds;
  for (const Event& event : collected.events) kinds.insert(event.kind);
  EXPECT_EQ(kinds.size(), static_cast<size_t>(EventKind::other));  // all but `other`
}

/// Makes events of any kind that refer to what is defined.
class RandomEvents {
 public:
  RandomEvents(const trace::Definitions& definitions, unsigned seed)
      : definitions_(definitions), random_(seed) {}

  Event next() {
    Event event;
    event.time = Ticks(time_ += below(1000));
    // A program's begin and end have to come first and last, and `other` is not written.
    do {
      event.kind = static_cast<EventKind>(below(static_cast<uint32_t>(EventKind::other)));
    } while (event.kind == EventKind::program_begin || event.kind == EventKind::program_end);
    event.comm = any_comm(is_of_threads(event.kind));
    event.region = trace::RegionId(below(static_cast<uint32_t>(definitions_.regions.size())));
    event.window = trace::WindowId(0);
    event.io_handle = trace::IoHandleId(below(2));
    event.io_file = trace::IoFileId(below(2));
    event.calling_context = trace::CallingContextId(below(3));
    event.sources = trace::GroupId(kNear);
    event.collective =
        static_cast<trace::CollectiveOp>(below(static_cast<uint32_t>(trace::CollectiveOp::none)));
    event.root = below(2) == 0 ? 0 : trace::kNoRank;
    event.peer = 0;
    event.paradigm = below(2) == 0 ? trace::Paradigm::openmp : trace::Paradigm::pthread;
    event.number = event.kind == EventKind::team_begin ? 0 : below(2);  // archives have no number of a member
    event.tag = static_cast<uint32_t>(random_());
    event.request = static_cast<uint32_t>(random_());
    event.bytes_sent = static_cast<uint32_t>(random_());
    event.bytes_received = random_() * uint64_t{1'000'003};
    return event;
  }

 private:
  static bool is_of_threads(EventKind kind) {
    using enum EventKind;
    return kind == team_begin || kind == team_end || kind == thread_create || kind == thread_begin ||
           kind == thread_end || kind == thread_wait;
  }

  uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }

  CommId any_comm(bool is_team) {
    while (true) {
      const CommId comm(below(static_cast<uint32_t>(definitions_.communicators.size())));
      if ((definitions_.communicators[comm.index()].kind == CommKind::team) == is_team) return comm;
    }
  }

  const trace::Definitions& definitions_;
  std::mt19937 random_;
  int64_t time_ = 0;
  static constexpr size_t kNear = 4;  // the position of the example's only group of its own
};

TEST_F(RoundTripTest, RandomEventsComeBackTheSame) {
  const trace::Definitions definitions = parse(kFourRanks)->definitions();
  constexpr int kRounds = 30;
  constexpr int kEvents = 400;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<trace::MemoryTrace::LocationContent> contents(definitions.locations.size());
    RandomEvents random(definitions, static_cast<unsigned>(round));
    for (int i = 0; i < kEvents; ++i) contents[0].events.push_back(random.next());
    const trace::MemoryTrace original(definitions, std::move(contents));
    write(original);
    const std::unique_ptr<trace::Trace> again = open();
    ASSERT_TRUE(again);
    ASSERT_EQ(trace::print_text_trace(*again), trace::print_text_trace(original)) << "round " << round;
    std::filesystem::remove_all(directory_);
  }
}

}  // namespace
}  // namespace latecomer::otf2
