// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the passes exchange is what docs/scaling.md says: its formulas, and the counters that
// `analyze --timing` prints, for generated programs of which is known who talks to whom. A formula that does
// not hold any more has to be changed in both places.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>

#include "analyze/condense/deal.h"
#include "analyze/pipeline.h"
#include "analyze/waits/wait_kinds.h"
#include "comm/comm.h"
#include "comm/timings.h"
#include "cubex/archive.h"
#include "cubex/reader.h"
#include "cubex/writer.h"
#include "generate/generate.h"
#include "generate/program.h"
#include "otf2/archive_reader.h"
#include "report/clocks.h"
#include "report/critical_path.h"
#include "trace/anomaly.h"

namespace latecomer {
namespace {

namespace fs = std::filesystem;
using generate::Settings;
using generate::StepKind;

/// What an analysis by some ranks counted, and what its report has.
struct Counted {
  std::map<std::string, Timings::Entry> passes;  ///< over all ranks
  int64_t call_paths = 0;
  int64_t metrics = 0;
  int64_t rows = 0;         ///< that the file stores
  int64_t stretches = 0;    ///< of the critical path
  int64_t definitions = 0;  ///< their text in the file, in bytes

  const Timings::Entry& operator[](const std::string& pass) const { return passes.at(pass); }
};

/// What the ranks have to tell each other of a program's operations.
struct Crossing {
  int64_t messages = 0;     ///< between processes of different ranks
  int64_t streams = 0;      ///< of these, by processes and tag
  int64_t rank_pairs = 0;   ///< ranks of which one has processes that send to the other's
  int64_t collectives = 0;  ///< parts in collective operations that are matched on another rank
};

class Scaling : public testing::TestWithParam<std::tuple<Settings, int>> {
 protected:
  Scaling() {
    std::string pattern = (fs::temp_directory_path() / "latecomer-scaling-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) directory_ = pattern;
  }
  ~Scaling() override { fs::remove_all(directory_); }

  /// The path of the archive.
  std::string make(const Settings& settings, const std::string& name) {
    const std::string path = directory_ + "/" + name;
    const Result<generate::Generated> made = generate::generate(settings, path);
    EXPECT_TRUE(made) << made.error().message;
    return path;
  }

  Counted count(const std::string& archive, int ranks, size_t locations_to_follow) {
    const std::string path = directory_ + "/report.cubex";
    Counted counted;
    run_ranks(ranks, [&](Comm& comm) {
      Timings mine;
      const Result<std::unique_ptr<trace::Trace>> trace =
          timed(mine, comm, "open", 0, [&] { return otf2::open_archive(archive, comm); });
      ASSERT_TRUE(trace) << trace.error().message;
      const report::Report report = analyze::analyze(*trace.value(), comm, mine, {}, locations_to_follow);
      const auto written =
          timed(mine, comm, "write report", 0, [&] { return cubex::write_cubex(report, comm, path); });
      EXPECT_TRUE(written) << written.error().message;
      const Timings all = combine(mine, comm);
      if (comm.rank() != 0) return;
      for (const Timings::Entry& pass : all.entries) counted.passes[pass.name] = pass;
      counted.call_paths = static_cast<int64_t>(report.call_paths.size());
      counted.metrics = static_cast<int64_t>(report.metrics.size());
    });
    const Result<report::Report> read = cubex::read_cubex(path);
    EXPECT_TRUE(read) << read.error().message;
    counted.rows = static_cast<int64_t>(read.value().rows().size());
    Result<cubex::Members> members = cubex::read_archive(path);
    EXPECT_TRUE(members) << members.error().message;
    counted.definitions = static_cast<int64_t>(members.value()["anchor.xml"].size());
    const Result<report::CriticalPath> path_read = report::read_critical_path(read.value());
    EXPECT_TRUE(path_read) << path_read.error().message;
    counted.stretches = static_cast<int64_t>(path_read->size());
    return counted;
  }

  std::string directory_;
};

Crossing crossing(const Settings& settings, const trace::Definitions& definitions, int ranks) {
  const generate::Program program = generate::make_program(settings);
  const analyze::Deal deal(definitions, ranks);
  const auto owner = [&](uint32_t process) { return deal.owner(trace::LocationGroupId(process)); };
  Crossing all;
  std::set<std::tuple<uint32_t, uint32_t, uint32_t>> streams;
  std::set<std::pair<int, int>> pairs;
  int64_t collectives = 2;  // MPI_Init and MPI_Finalize
  for (const generate::Step& step : program.steps) {
    const bool sends = step.kind == StepKind::send || step.kind == StepKind::isend;
    if (step.kind == StepKind::collective && step.rank == 0) collectives += program.iterations / step.every;
    if (!sends || owner(step.rank) == owner(step.peer)) continue;
    all.messages += program.iterations;
    streams.emplace(step.rank, step.peer, step.tag);
    pairs.emplace(owner(step.rank), owner(step.peer));
  }
  all.streams = static_cast<int64_t>(streams.size());
  all.rank_pairs = static_cast<int64_t>(pairs.size());
  // Each rank has as many processes as any other.
  all.collectives = collectives * settings.ranks * (ranks - 1) / ranks;
  return all;
}

/// "8 R (P + 1)" and so forth are written in terms of L locations, P call paths and R ranks.
TEST_P(Scaling, CountersFollowTheFormulas) {
  const auto& [settings, ranks] = GetParam();
  const std::string archive = make(settings, "archive");
  const Counted counted = count(archive, ranks, 1);
  const Result<std::unique_ptr<trace::Trace>> trace = otf2::open_archive(archive);
  ASSERT_TRUE(trace) << trace.error().message;
  const Crossing crossed = crossing(settings, trace.value()->definitions(), ranks);
  const int64_t L = settings.ranks;
  const int64_t P = counted.call_paths;
  const int64_t R = ranks;
  const int64_t sum = R > 1 ? 8 * R : 0;  // bytes of a number that is added up over all ranks
  const auto bytes = [&](const char* pass) { return counted[pass].traffic.bytes; };
  const auto messages = [&](const char* pass) { return counted[pass].traffic.messages; };
  const auto rounds = [&](const char* pass) { return counted[pass].traffic.rounds; };

  // No location has definitions of its own. All global ones go to every other rank: a location is one itself,
  // a process, two names, and member of two groups.
  const int64_t definitions = R == 1 ? 0 : bytes("open") / (R - 1);
  EXPECT_EQ(bytes("open"), definitions * (R - 1));
  EXPECT_GE(definitions, 30 * L * (R > 1));
  EXPECT_LE(definitions, 2000 + 80 * L);
  EXPECT_EQ(rounds("open"), R == 1 ? 3 : 4);

  // The call tree to one rank and back, and whether collective operations tell of bytes and communicators.
  EXPECT_EQ(bytes("condense"), 16 * P * (R - 1) + 2 * sum);
  EXPECT_EQ(messages("condense"), 2 * (R - 1) + (R > 1 ? R : 0));

  // A message is told in 5 bytes at least and its receive in 2, and one after the other mostly in few more; a
  // stream in 7 at least, and what is replied to it behind 1.
  EXPECT_GE(bytes("match messages"), 7 * crossed.messages + 8 * crossed.streams);
  EXPECT_LE(bytes("match messages"), 11 * crossed.messages + 54 * crossed.streams);
  EXPECT_EQ(messages("match messages"), 2 * crossed.rank_pairs);
  EXPECT_EQ(rounds("match messages"), 2);

  EXPECT_EQ(bytes("match collectives"), 120 * crossed.collectives);
  EXPECT_EQ(rounds("match collectives"), 2);

  const auto conditions = static_cast<int64_t>(report::kClockConditions);
  EXPECT_EQ(bytes("clocks"), sum * (conditions + 3));  // no clock contradicts
  EXPECT_EQ(rounds("clocks"), 2);

  // Every wait state that another rank caused goes there and back, and its cost comes along the same way.
  EXPECT_EQ(rounds("costs"), R == 1 ? 3 : 4);
  const int64_t of_waits = bytes("costs") - sum * static_cast<int64_t>(1 + analyze::kWaitKinds);
  EXPECT_EQ(of_waits % 64, 0);
  const int64_t crossing_waits = of_waits / 64;
  const int64_t waits = counted["costs"].operations;
  EXPECT_GT(waits, 0);
  EXPECT_LE(crossing_waits, waits);
  if (R == L) {
    EXPECT_EQ(crossing_waits, waits);
  }
  // What is asked of a wait state takes 6 bytes at least, and 2 for a call path of its waiter's profile.
  const int64_t questions = bytes("delays") - 16 * crossing_waits;
  EXPECT_GE(questions, (6 + 2) * crossing_waits);
  EXPECT_LE(questions, (15 + 5 * P) * crossing_waits);
  EXPECT_EQ(rounds("delays"), R == 1 ? 2 : 3);

  EXPECT_EQ(bytes("deal chains"), 2 * sum);

  EXPECT_EQ(rounds("critical path"), R == 1 ? 1 : 2);
  const int64_t changes = messages("critical path") - R * (R - 1);
  EXPECT_EQ(bytes("critical path"), 32 * R * (R - 1) + 24 * changes);
  EXPECT_LE(changes, waits);

  // All processes have the same job: main, compute and functions. How many call paths are on the critical
  // path is not known here.
  const int64_t own_code = 2 + (settings.functions > 0 ? settings.depth : 0);
  const int64_t impact = bytes("measure impact") - sum * (4 * P + 2) - 4 * (own_code + 1) * R * (R - 1);
  EXPECT_GE(impact, sum);
  EXPECT_LE(impact, sum * P);

  // Of a kind of wait states each rank proposes five, and each of them is explained once. Of the causes, the
  // rank of each delaying call path hears; it proposes twenty and tells of those that are chosen.
  const int64_t kinds_of_waits = 4;
  const int64_t causes = std::min(waits, 4 * L * kinds_of_waits) * P;
  EXPECT_LE(bytes("details"),
            (5 * kinds_of_waits * (40 * R + 24) + 16 * P) * (R - 1) + 24 * causes + 100 * (40 + 4 * L));
  EXPECT_EQ(rounds("details"), 6);

  // A line for each stretch, and what tells where those of a segment of the path belong.
  EXPECT_GT(counted.stretches, 0);
  EXPECT_LE(bytes("describe critical path"), 24 * R * (R - 1) + (24 + 16 + 70) * counted.stretches);
  EXPECT_EQ(rounds("describe critical path"), R > 1 ? 5 : 4);

  const auto kinds = static_cast<int64_t>(trace::AnomalyCounts().values().size());
  EXPECT_EQ(bytes("build report"), sum * kinds);

  const int64_t cells = (counted.metrics * P + 7) / 8;
  const int64_t rows = 8 * counted.rows * L * (R - 1) / R + (2 * cells + 8 * counted.rows + 8) * (R - 1);
  // And of the definitions what another rank writes than the one that has made their text.
  const int64_t told = 24 * R * (R - 1) + 40 * (L / 256 + 4 * R);
  EXPECT_GE(bytes("write report"), rows);
  EXPECT_LE(bytes("write report"), rows + (R > 1 ? told + counted.definitions : 0));
  EXPECT_EQ(rounds("write report"), R > 1 ? 13 : 12);

  for (const char* const pass :
       {"match probes", "settle probes", "number collectives", "match teams", "match windows",
        "match partitions", "message waits", "collective waits", "window waits", "thread waits",
        "merge waits", "measure", "profiles", "measure costs", "measure threads", "measure clocks"})
    EXPECT_EQ(bytes(pass), 0) << pass;
}

/// Of 64 locations or less, the first rank follows all chains: what the others have for it goes there and
/// back, and nothing from step to step.
TEST_P(Scaling, RanksWithFewLocationsLeaveTheirChainsToOne) {
  const auto& [settings, ranks] = GetParam();
  const std::string archive = make(settings, "archive");
  const Counted counted = count(archive, ranks, analyze::kLocationsToFollow);
  const int64_t L = settings.ranks;
  const int64_t R = ranks;
  const int64_t W = counted["costs"].operations;
  const auto of_others = [&](int64_t all) { return all * (R - 1) / R; };

  const int64_t sums = 8 * R * static_cast<int64_t>(1 + analyze::kWaitKinds);
  EXPECT_EQ(counted["costs"].traffic.rounds, R == 1 ? 3 : 6);
  EXPECT_LE(counted["costs"].traffic.messages, R * R + 4 * (R - 1) + R);
  EXPECT_LE(counted["costs"].traffic.bytes, sums + 24 * W + 96 * W + of_others(106 * L) + 24 * (R - 1));
  if (R > 1) {
    EXPECT_GT(counted["costs"].traffic.bytes, of_others(33 * W) / 2);
  }
  EXPECT_EQ(counted["critical path"].traffic.rounds, R == 1 ? 1 : 3);
  EXPECT_LE(counted["critical path"].traffic.messages, R * (R - 1) + 2 * (R - 1));
  EXPECT_LE(counted["critical path"].traffic.bytes,
            32 * R * (R - 1) + 8 * W + of_others(49 * L) + 8 * (R - 1) + 40 * (W + 1));
  EXPECT_GE(counted["critical path"].traffic.bytes, 32 * R * (R - 1) + of_others(3 * W + 49 * L) / 2);
}

/// However long a program runs, all ranks meet as often, and only what is told of single operations takes
/// more bytes.
TEST_P(Scaling, BulkExchangesDoNotGetMore) {
  const auto& [settings, ranks] = GetParam();
  Settings longer = settings;
  longer.iterations *= 2;
  const Counted once = count(make(settings, "archive"), ranks, 1);
  const Counted twice = count(make(longer, "longer"), ranks, 1);
  const std::set<std::string> tell{"match messages", "match collectives",      "delays", "costs",
                                   "critical path",  "describe critical path", "details"};
  for (const auto& [name, pass] : once.passes) {
    EXPECT_EQ(pass.traffic.rounds, twice[name].traffic.rounds) << name;
    // Rows of the report, call paths on the critical path: a few more where more happens.
    if (!tell.contains(name)) {
      EXPECT_LE(twice[name].traffic.bytes, pass.traffic.bytes * 6 / 5) << name;
    }
  }
}

Settings program(generate::Pattern pattern, uint32_t ranks, uint64_t iterations, uint32_t functions) {
  Settings settings{.pattern = pattern, .ranks = ranks};
  settings.iterations = iterations;
  settings.functions = functions;
  settings.depth = 3;
  return settings;
}

INSTANTIATE_TEST_SUITE_P(Programs, Scaling,
                         testing::Combine(testing::Values(program(generate::Pattern::halo2d, 16, 20, 0),
                                                          program(generate::Pattern::halo2d, 64, 10, 4),
                                                          program(generate::Pattern::ring, 16, 40, 2)),
                                          testing::Values(1, 2, 4, 16)),
                         [](const auto& each) {
                           const Settings& settings = std::get<0>(each.param);
                           const bool ring = settings.pattern == generate::Pattern::ring;
                           return fmt::format("{}{}On{}", ring ? "ring" : "halo", settings.ranks,
                                              std::get<1>(each.param));
                         });

}  // namespace
}  // namespace latecomer
