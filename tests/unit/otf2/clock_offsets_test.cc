// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Times on the reference clock are those that libotf2 computes from the same archive.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <otf2/otf2.h>

#include <cstdint>
#include <random>
#include <vector>

#include "archive_fixture.h"
#include "trace/interpolate_clocks.h"

namespace latecomer::otf2 {
namespace {

using trace::ClockOffset;
using trace::LocationId;

constexpr int64_t kSecond = 1'000'000'000;  // in ticks

OTF2_CallbackCode note_time(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* times, OTF2_AttributeList*,
                            OTF2_RegionRef) {
  static_cast<std::vector<int64_t>*>(times)->push_back(static_cast<int64_t>(time));
  return OTF2_CALLBACK_SUCCESS;
}

class ClockOffsetsTest : public ArchiveTest {
 protected:
  /// Makes the test's directory an archive with a location for each list of offsets, all with enters and
  /// leaves at the same recorded times.
  void write(const std::vector<std::vector<ClockOffset>>& offsets, const std::vector<int64_t>& times) {
    std::string text = "resolution 1000000000\n";
    for (size_t rank = 0; rank < offsets.size(); ++rank) {
      text += fmt::format("rank {}\n", rank);
      for (size_t i = 0; i < times.size(); ++i)
        text += fmt::format("{}t {}\n", times[i], i % 2 == 0 ? "enter f" : "leave f");
    }
    const std::unique_ptr<trace::Trace> recorded = parse(text);
    trace::Definitions definitions = recorded->definitions();
    definitions.clock_offsets = offsets;
    std::vector<trace::MemoryTrace::LocationContent> contents(offsets.size());
    for (size_t i = 0; i < offsets.size(); ++i)
      contents[i].events = dynamic_cast<const trace::MemoryTrace&>(*recorded).events(LocationId(i));
    ArchiveTest::write(trace::MemoryTrace(definitions, std::move(contents)));
  }

  static std::vector<int64_t> times_of(const trace::Trace& trace, size_t location) {
    Collect collected;
    trace.read(LocationId(location), collected);
    std::vector<int64_t> times;
    for (const trace::Event& event : collected.events) times.push_back(event.time.count);
    return times;
  }

  /// The times of a location's events as libotf2 gives them with clock offsets applied.
  std::vector<int64_t> times_by_library(OTF2_LocationRef location) const {
    std::vector<int64_t> times;
    OTF2_Reader* reader = OTF2_Reader_Open(file("traces.otf2").c_str());
    OTF2_Reader_SetSerialCollectiveCallbacks(reader);
    OTF2_Reader_SelectLocation(reader, location);
    OTF2_Reader_OpenDefFiles(reader);
    OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, location);
    uint64_t count = 0;
    OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &count);
    OTF2_Reader_CloseDefReader(reader, definitions);
    OTF2_Reader_CloseDefFiles(reader);
    OTF2_Reader_OpenEvtFiles(reader);
    OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, location);
    OTF2_EvtReader_ApplyClockOffsets(events, true);
    OTF2_EvtReaderCallbacks* callbacks = OTF2_EvtReaderCallbacks_New();
    OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, note_time);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, note_time);
    OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks, &times);
    OTF2_EvtReaderCallbacks_Delete(callbacks);
    OTF2_Reader_ReadAllLocalEvents(reader, events, &count);
    OTF2_Reader_CloseEvtReader(reader, events);
    OTF2_Reader_CloseEvtFiles(reader);
    OTF2_Reader_Close(reader);
    return times;
  }

  void expect_agreement(const std::vector<std::vector<ClockOffset>>& offsets,
                        const std::vector<int64_t>& recorded) {
    write(offsets, recorded);
    const std::unique_ptr<trace::Trace> archive = open();
    ASSERT_TRUE(archive);
    const trace::InterpolatedTrace interpolated(*archive);
    for (size_t location = 0; location < offsets.size(); ++location) {
      EXPECT_EQ(times_of(*archive, location), recorded);
      const std::vector<int64_t> ours = times_of(interpolated, location);
      const std::vector<int64_t> theirs = times_by_library(location);
      ASSERT_EQ(ours.size(), theirs.size());
      // The library rounds to the nearest tick; latecomer rounds down, so that the order is kept.
      for (size_t i = 0; i < ours.size(); ++i)
        EXPECT_LE(std::abs(ours[i] - theirs[i]), 1) << location << ", at " << recorded[i];
    }
    std::filesystem::remove_all(directory_);
  }
};

TEST_F(ClockOffsetsTest, AreAppliedAsLibotf2Does) {
  const std::vector<std::vector<ClockOffset>> offsets = {
      {},
      {{Ticks(2 * kSecond), 500, 0}, {Ticks(8 * kSecond), 700, 0}},
      {{Ticks(2 * kSecond), -500, 0}, {Ticks(8 * kSecond), -90'000, 0}},  // a clock that is too fast
      {{Ticks(1 * kSecond), 1000, 0},
       {Ticks(3 * kSecond), 7, 0},
       {Ticks(4 * kSecond), 8, 0},
       {Ticks(5 * kSecond), -300'000'003, 0},
       {Ticks(9 * kSecond), 12'345'678, 0}},
  };
  std::vector<int64_t> times;
  // Before the first offset, on each, and beyond the last.
  for (int64_t time = kSecond; time <= 12 * kSecond; time += kSecond / 8) times.push_back(time + time % 7);
  expect_agreement(offsets, times);
}

TEST_F(ClockOffsetsTest, AreAppliedAsLibotf2DoesOnRandomClocks) {
  constexpr int kRounds = 20;
  std::mt19937 random(1);
  const auto below = [&](int64_t limit) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(limit));
  };
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::vector<ClockOffset>> offsets(4);
    for (std::vector<ClockOffset>& each : offsets) {
      int64_t time = 100 * kSecond;
      int64_t offset = below(20 * kSecond) - 10 * kSecond;
      for (int64_t count = 2 + below(6); count > 0; --count) {
        each.push_back({Ticks(time += 1 + below(kSecond)), offset += below(2001) - 1000, 0});
        if (each.size() == 1 || each.back().time.count - each[each.size() - 2].time.count > 100'000) continue;
        each.back().offset = each[each.size() - 2].offset;  // no steeper than a clock can be
        offset = each.back().offset;
      }
    }
    std::vector<int64_t> times;
    for (int64_t time = 98 * kSecond; time < 110 * kSecond; time += 1 + below(kSecond / 20))
      times.push_back(time);
    expect_agreement(offsets, times);
  }
}

/// The library needs two offsets to apply any. What one of them says is better than nothing.
TEST_F(ClockOffsetsTest, OneAloneIsAppliedToo) {
  write({{{Ticks(5 * kSecond), 250, 0}}}, {kSecond, 2 * kSecond});
  const std::unique_ptr<trace::Trace> archive = open();
  ASSERT_TRUE(archive);
  EXPECT_EQ(times_of(trace::InterpolatedTrace(*archive), 0),
            (std::vector<int64_t>{kSecond + 250, 2 * kSecond + 250}));
  EXPECT_EQ(times_by_library(0), (std::vector<int64_t>{kSecond, 2 * kSecond}));
}

}  // namespace
}  // namespace latecomer::otf2
