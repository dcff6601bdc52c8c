// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What is decoded is what libotf2 reads from the same files, whatever is in them; and damage ends the
// decoding and does no other harm.

#include "otf2/event_decoder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "malformed_archive_fixture.h"
#include "otf2/definitions_resolver.h"
#include "otf2/raw_definitions.h"
#include "random_archive.h"
#include "reference_reader.h"
#include "support/directories.h"
#include "swapped_byte_order.h"

namespace latecomer::otf2 {
namespace {

using trace::Event;

constexpr size_t kBlockSize = size_t{64} * 1024;

struct Decoded {
  std::vector<Event> events;
  trace::AnomalyCounts anomalies;
  DecodeOutcome outcome;
};

/// An archive's definitions, without which its events mean nothing.
struct Opened {
  ArchiveFiles files;
  ArchiveIds ids;
  std::vector<OTF2_LocationRef> locations;
  uint64_t chunk_size = 0;
};

Opened open_definitions(const std::string& path) {
  Result<ArchiveFiles> files = find_archive(path);
  EXPECT_TRUE(files) << path;
  const Result<ReaderHandle> handle = ReaderHandle::open(files->anchor);
  const Result<RawDefinitions> raw = read_raw_definitions(handle->get(), UINT64_MAX);
  Result<ResolvedDefinitions> resolved = resolve_definitions(*raw);
  EXPECT_TRUE(resolved) << path;
  Opened opened{*files, std::move(resolved->ids), {}, handle->event_chunk_size()};
  for (const trace::Location& location : resolved->definitions.locations)
    opened.locations.push_back(location.reference);
  // As if only every other string were defined.
  opened.ids.programs = {};
  for (size_t ref = 0; ref < raw->strings.size(); ref += 2)
    opened.ids.programs.insert(ref, trace::RegionId(ref % resolved->definitions.regions.size()));
  return opened;
}

Decoded decode(const Opened& archive, EventFile& file, const MappingTables& tables) {
  Decoded decoded;
  Collect collect;
  EventForwarder forwarder(archive.ids, collect);
  decoded.outcome = EventDecoder(file, archive.chunk_size, tables, forwarder).decode();
  decoded.events = std::move(collect.events);
  decoded.anomalies = forwarder.anomalies();
  return decoded;
}

/// Of "traces/2.evt".
uint64_t location_of(const std::string& path) {
  return std::stoull(std::filesystem::path(path).stem().string());
}

Decoded decode(const Opened& archive, const std::string& path, const MappingTables& tables,
               size_t block_size = kBlockSize) {
  Result<EventFile> file = EventFile::open(archive.files, location_of(path), block_size);
  return file ? decode(archive, *file, tables) : Decoded();
}

Decoded read_by_libotf2(const Opened& archive, OTF2_LocationRef location) {
  Decoded read;
  Collect collect;
  EventForwarder forwarder(archive.ids, collect);
  read.outcome.events = read_by_libotf2(archive.files.anchor, location, forwarder);
  read.events = std::move(collect.events);
  read.anomalies = forwarder.anomalies();
  return read;
}

auto fields_of(const Event& e) {
  return std::tuple(e.time, e.kind, e.collective, e.region, e.comm, e.peer, e.tag, e.root, e.sources,
                    e.window, e.paradigm, e.number, e.request, e.bytes_sent, e.bytes_received);
}

void expect_same(const Decoded& decoded, const Decoded& reference, const std::string& what) {
  EXPECT_EQ(decoded.outcome.end, DecodeOutcome::End::whole) << what << ": " << decoded.outcome.problem;
  EXPECT_EQ(decoded.outcome.events, reference.outcome.events) << what;
  EXPECT_EQ(decoded.anomalies.values(), reference.anomalies.values()) << what;
  ASSERT_EQ(decoded.events.size(), reference.events.size()) << what;
  for (size_t i = 0; i < decoded.events.size(); ++i) {
    ASSERT_TRUE(fields_of(decoded.events[i]) == fields_of(reference.events[i]))
        << what << ": event " << i << ", " << name_of(reference.events[i].kind) << " for libotf2, "
        << name_of(decoded.events[i].kind) << " for us";
  }
}

/// Every location as it is, and with its bytes swapped. Returns the number of events.
uint64_t compare_with_libotf2(const std::string& path, bool with_swapped_bytes) {
  const Opened archive = open_definitions(path);
  uint64_t events = 0;
  for (const OTF2_LocationRef location : archive.locations) {
    const std::string file = archive.files.events(location);
    if (!std::filesystem::exists(file)) continue;
    const Result<OwnDefinitions> own = read_own_definitions(archive.files, location);
    EXPECT_TRUE(own) << file;
    const Decoded reference = read_by_libotf2(archive, location);
    events += reference.events.size();
    expect_same(decode(archive, file, own->tables), reference, file);
    for (const size_t block_size : {32, 61, 4096})
      expect_same(decode(archive, file, own->tables, block_size), reference,
                  fmt::format("{} in blocks of {}", file, block_size));
    if (!with_swapped_bytes) continue;
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    std::ofstream(file, std::ios::binary) << SwappedByteOrder::of(bytes, archive.chunk_size);
    expect_same(decode(archive, file, own->tables), reference, file + " with swapped bytes");
    expect_same(read_by_libotf2(archive, location), reference, file + " with swapped bytes, by libotf2");
    std::ofstream(file, std::ios::binary) << bytes;
  }
  return events;
}

class EventDecoderTest : public MalformedArchiveTest {
 protected:
  /// Three processes; of references 0 to 399, every second one is that of a region, and so on for all others.
  void define_everything() {
    constexpr uint32_t kReferences = 400;
    OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    for (uint32_t rank = 0; rank < 3; ++rank) write_process(rank, 0);
    for (OTF2_StringRef ref = 1; ref <= kReferences; ++ref)
      write_string(ref, fmt::format("name {}", ref).c_str());
    write_group(0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, {0, 1, 2});
    write_group(1, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_OPENMP, {0, 1, 2});
    for (uint32_t ref = 2; ref < kReferences; ref += 2) {
      const bool is_team = ref % 8 == 0;
      write_group(ref, OTF2_GROUP_TYPE_COMM_GROUP, is_team ? OTF2_PARADIGM_OPENMP : OTF2_PARADIGM_MPI,
                  {0, 1, 2});
      OTF2_GlobalDefWriter_WriteRegion(writer_, ref, ref, ref, 0, OTF2_REGION_ROLE_FUNCTION,
                                       OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, 0, 0, 0);
      OTF2_GlobalDefWriter_WriteComm(writer_, ref, 0, ref, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
      OTF2_GlobalDefWriter_WriteRmaWin(writer_, ref, 0, ref, OTF2_RMA_WIN_FLAG_NONE);
    }
    define_extensions();
    OTF2_Archive_OpenEvtFiles(archive_);
  }

  /// Events that travel as parameters, and the groups of neighbourhood collectives.
  void define_extensions() {
    OTF2_StringRef name = 1000;
    OTF2_ParameterRef parameter = 0;
    for (const trace::EventKind kind : extension_events()) {
      write_string(name, trace::info_of(kind).extension);
      OTF2_GlobalDefWriter_WriteParameter(writer_, 2 * parameter++, name++, OTF2_PARAMETER_TYPE_UINT64);
    }
    OTF2_AttributeRef attribute = 0;
    for (const ExtensionAttribute& each : kExtensionAttributes) {
      write_string(name, each.name);
      OTF2_GlobalDefWriter_WriteAttribute(writer_, attribute++, name++, 0, each.type);
    }
  }

  void write_random_events(OTF2_LocationRef location, size_t count) {
    OTF2_EvtWriter* events = OTF2_Archive_GetEvtWriter(archive_, location);
    RandomRecords(events, 800, static_cast<unsigned>(location)).write(count);
    OTF2_Archive_CloseEvtWriter(archive_, events);
  }

  /// Tables for a location: one for each kind, dense or sparse. That of the attributes gives no two the same
  /// reference, because a list in which an attribute is twice is an error.
  void write_mapping_tables(OTF2_LocationRef location) {
    constexpr uint64_t kMapped = 300;
    OTF2_DefWriter* definitions = OTF2_Archive_GetDefWriter(archive_, location);
    std::mt19937 random(static_cast<unsigned>(location));
    std::vector<uint64_t> shuffled(kMapped);
    std::iota(shuffled.begin(), shuffled.end(), 0);
    std::ranges::shuffle(shuffled, random);
    for (const OTF2_MappingType type :
         {OTF2_MAPPING_STRING, OTF2_MAPPING_ATTRIBUTE, OTF2_MAPPING_REGION, OTF2_MAPPING_GROUP,
          OTF2_MAPPING_COMM, OTF2_MAPPING_PARAMETER, OTF2_MAPPING_RMA_WIN, OTF2_MAPPING_LOCATION}) {
      const bool is_attribute = type == OTF2_MAPPING_ATTRIBUTE;
      const bool is_dense = is_attribute || random() % 2 == 0;
      OTF2_IdMap* table = OTF2_IdMap_Create(is_dense ? OTF2_ID_MAP_DENSE : OTF2_ID_MAP_SPARSE, 8);
      for (uint64_t local = 0; local < kMapped; local += is_dense ? 1 : 1 + random() % 9)
        OTF2_IdMap_AddIdPair(table, local, is_attribute ? shuffled[local] : random() % 400);
      if (!is_dense) OTF2_IdMap_AddIdPair(table, 0xfedcba98, 2);
      OTF2_DefWriter_WriteMappingTable(definitions, type, table);
      OTF2_IdMap_Free(table);
    }
    OTF2_Archive_CloseDefWriter(archive_, definitions);
  }

  void finish() {
    OTF2_Archive_CloseEvtFiles(archive_);
    close();
  }
};

TEST_F(EventDecoderTest, EveryKindOfRecordIsWhatItIsForLibotf2) {
  define_everything();
  for (OTF2_LocationRef location = 0; location < 3; ++location)
    write_random_events(location, location == 0 ? 200'000 : 20'000);
  finish();
  ASSERT_GT(std::filesystem::file_size(file("traces/0.evt")), 2u << 20);  // several chunks
  EXPECT_EQ(compare_with_libotf2(directory_, true), 240'000u);
}

TEST_F(EventDecoderTest, TellsWhichPartHasBeenDelivered) {
  class Parts : public Collect {
   public:
    void on_progress(double part) override { parts.emplace_back(part, events.size()); }
    std::vector<std::pair<double, size_t>> parts;
  };
  define_everything();
  constexpr uint64_t kEvents = 200'000;
  write_random_events(0, kEvents);
  finish();
  Parts sink;
  open()->read(trace::LocationId(size_t{0}), sink);
  ASSERT_EQ(sink.events.size(), kEvents);
  ASSERT_GE(sink.parts.size(), 2U);
  for (const auto& [part, events] : sink.parts)  // events are of different sizes
    EXPECT_NEAR(part, static_cast<double>(events) / kEvents, 0.1);
}

/// Positions are about 64 KiB apart. From each of them on, the rest of the events is read, and no more of it
/// than up to the next position if the sink has enough.
TEST_F(EventDecoderTest, CanGoOnAtEveryPositionThatItReported) {
  class Positions : public Collect {
   public:
    void on_position(const trace::ReadPosition& position) override {
      positions.push_back(position);
      events_at.push_back(events.size());
    }
    bool has_enough() const override { return positions.size() >= most; }
    std::vector<trace::ReadPosition> positions;
    std::vector<size_t> events_at;
    size_t most = SIZE_MAX;
  };
  define_everything();
  write_random_events(0, 200'000);
  finish();
  const std::unique_ptr<trace::Trace> trace = open();
  const trace::LocationId location(size_t{0});
  Positions whole;
  EXPECT_EQ(trace->read(location, whole).problem, "");
  const size_t file_size = std::filesystem::file_size(file("traces/0.evt"));
  EXPECT_GE(whole.positions.size(), file_size / (size_t{96} << 10U));
  ASSERT_GT(whole.positions.size(), 20U);
  for (size_t i = 0; i < whole.positions.size(); ++i) {
    EXPECT_EQ(whole.positions[i].events, whole.events_at[i]);
    Positions rest;
    EXPECT_EQ(trace->read_from(location, whole.positions[i], rest).problem, "");
    const std::vector<trace::Event> expected(
        whole.events.begin() + static_cast<ptrdiff_t>(whole.events_at[i]), whole.events.end());
    ASSERT_EQ(rest.events.size(), expected.size()) << i;
    const auto is_same_but_program = [](trace::Event a, const trace::Event& b) {
      if (a.kind == trace::EventKind::program_end) a.region = b.region;  // its begin was before
      return is_same(a, b);
    };
    EXPECT_TRUE(std::ranges::equal(rest.events, expected, is_same_but_program)) << i;
    Positions some;
    some.most = 2;  // where it begins, and the next one
    EXPECT_EQ(trace->read_from(location, whole.positions[i], some).problem, "");
    if (i + 1 < whole.positions.size()) {
      EXPECT_LE(some.events.size(),
                whole.events_at[std::min(i + 2, whole.positions.size() - 1)] - whole.events_at[i]);
    }
  }
}

TEST_F(EventDecoderTest, MappingTablesAreAppliedAsByLibotf2) {
  define_everything();
  for (OTF2_LocationRef location = 0; location < 3; ++location) write_random_events(location, 20'000);
  OTF2_Archive_CloseEvtFiles(archive_);
  OTF2_Archive_OpenDefFiles(archive_);
  for (OTF2_LocationRef location = 0; location < 3; ++location) write_mapping_tables(location);
  OTF2_Archive_CloseDefFiles(archive_);
  close();
  EXPECT_EQ(compare_with_libotf2(directory_, true), 60'000u);
}

class RecordedArchivesTest : public testing::TestWithParam<const char*> {};

TEST_P(RecordedArchivesTest, AreWhatTheyAreForLibotf2) {
  const std::string path = source_path("tests/golden/") + std::string(GetParam());
  EXPECT_GT(compare_with_libotf2(path, false), 0u);
}

INSTANTIATE_TEST_SUITE_P(Archives, RecordedArchivesTest,
                         testing::Values("eztrace_4", "waits_basic", "halo_4"));

class WrittenEventsTest : public ArchiveTest {};

TEST_F(WrittenEventsTest, AreWhatTheyAreForLibotf2) {
  write(*parse(kFourRanks));
  EXPECT_GT(compare_with_libotf2(directory_, true), 0u);
}

/// Types that OTF2 may have one day, and fields that it may add to a type.
TEST_F(WrittenEventsTest, MayHaveUnknownRecordsAndFields) {
  write(*parse("rank 0\n0 enter f\n5 leave f\n"));
  const std::string path = file("traces/0.evt");
  std::string bytes = content(path);
  const auto record = [](std::initializer_list<int> values) {
    return std::string(values.begin(), values.end());
  };
  const std::string long_one = record({201, 255, 3, 0, 0, 0, 0, 0, 0, 0, 7, 7, 7});
  const std::string barrier_with_more = record({22, 2, 9, 9});
  bytes.insert(18, record({200, 2, 1, 7}) + long_one + record({1, 0}) + barrier_with_more);
  set_content(path, bytes);
  const Opened archive = open_definitions(directory_);
  const Decoded decoded = decode(archive, path, MappingTables());
  expect_same(decoded, read_by_libotf2(archive, 0), path);
  EXPECT_EQ(decoded.anomalies[trace::Anomaly::unknown_record], 3);
  EXPECT_EQ(decoded.events.size(), 6u);
}

TEST_F(WrittenEventsTest, FieldsBeyondTheRecordAreDamage) {
  write(*parse("rank 0\n0 enter f\n5 leave f\n"));
  const std::string path = file("traces/0.evt");
  std::string bytes = content(path);
  const char kShortSend[] = {14, 4, 1, 1, 1, 2, 1, 3, 1, 4};
  bytes.insert(bytes.size() - 2, kShortSend, sizeof(kShortSend));
  set_content(path, bytes);
  const Decoded decoded = decode(open_definitions(directory_), path, MappingTables());
  EXPECT_EQ(decoded.outcome.end, DecodeOutcome::End::damaged);
  EXPECT_EQ(decoded.outcome.events, 2u);
  EXPECT_EQ(decoded.events.size(), 2u);
}

/// Whatever the bytes are: the decoding ends, what it says is what it did, and it does not depend on how much
/// is in memory.
TEST_F(WrittenEventsTest, DamageIsFoundInAnyPlace) {
  write(*parse(kFourRanks));
  const Opened archive = open_definitions(directory_);
  std::mt19937 random(1);
  int damaged = 0;
  for (const char* name : {"traces/0.evt", "traces/2.evt"}) {
    const std::string path = file(name);
    const std::string sound = content(path);
    for (int round = 0; round < 1000; ++round) {
      std::string bytes = round % 2 == 0 ? sound : SwappedByteOrder::of(sound, archive.chunk_size);
      for (unsigned change = 0; change <= random() % 4; ++change) {
        const size_t position = random() % bytes.size();
        if (random() % 8 == 0)
          bytes.erase(position, random() % 9);
        else
          bytes[position] = static_cast<char>(random() % 3 == 0 ? 0xff : random());
        if (bytes.empty()) break;
      }
      set_content(path, bytes);
      const Decoded decoded = decode(archive, path, MappingTables());
      EXPECT_EQ(decoded.events.size(), decoded.outcome.events);
      EXPECT_LE(decoded.events.size(), bytes.size());
      const Decoded in_parts = decode(archive, path, MappingTables(), 32);
      EXPECT_EQ(in_parts.outcome.end, decoded.outcome.end);
      EXPECT_EQ(in_parts.outcome.events, decoded.outcome.events);
      if (decoded.outcome.end != DecodeOutcome::End::whole) ++damaged;
    }
    set_content(path, sound);
  }
  EXPECT_GT(damaged, 500);
}

TEST_F(WrittenEventsTest, AreReadUpToWhereTheFileEnds) {
  write(*parse(kFourRanks));
  const Opened archive = open_definitions(directory_);
  const std::string path = file("traces/2.evt");
  const std::string sound = content(path);
  const Decoded whole = decode(archive, path, MappingTables());
  size_t events = 0;
  for (size_t size = 0; size + 1 < sound.size(); ++size) {  // the last byte says nothing new
    set_content(path, sound.substr(0, size));
    const Decoded part = decode(archive, path, MappingTables());
    const bool has_mark = size + 1 == sound.size();
    EXPECT_EQ(part.outcome.end, has_mark ? DecodeOutcome::End::whole : DecodeOutcome::End::truncated) << size;
    EXPECT_GE(part.events.size(), events);
    events = part.events.size();
    for (size_t i = 0; i < events; ++i) EXPECT_TRUE(fields_of(part.events[i]) == fields_of(whole.events[i]));
  }
  EXPECT_EQ(events, whole.events.size());
}

}  // namespace
}  // namespace latecomer::otf2
