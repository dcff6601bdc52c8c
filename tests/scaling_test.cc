// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// How what the passes exchange grows with a program and with the ranks of the analysis, as docs/scaling.md
// says. Only growth is held, so that a pass may learn to exchange less.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "comm/timings.h"
#include "cubex/writer.h"
#include "generate/generate.h"
#include "otf2/archive_reader.h"
#include "support/run_ranks.h"

namespace latecomer {
namespace {

namespace fs = std::filesystem;
using generate::Settings;

/// By pass, what was counted over all ranks of an analysis.
using Counted = std::map<std::string, Timings::Entry>;

/// Bytes that come with any program: a few numbers for each pair of ranks.
int64_t constant_bytes(int ranks) {
  return int64_t{1024} * ranks * ranks;
}

class Scaling : public testing::TestWithParam<std::tuple<generate::Pattern, int>> {
 protected:
  Scaling() {
    std::string pattern = (fs::temp_directory_path() / "latecomer-scaling-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) directory_ = pattern;
  }
  ~Scaling() override { fs::remove_all(directory_); }

  /// What the analysis of a generated program by some ranks counts.
  Counted count(uint32_t processes, uint64_t iterations, int ranks) {
    Settings settings{.pattern = std::get<0>(GetParam()), .ranks = processes};
    settings.iterations = iterations;
    settings.functions = 2;
    const std::string archive = directory_ + fmt::format("/{}_{}", processes, iterations);
    if (!fs::exists(archive)) {
      const Result<generate::Generated> made = generate::generate(settings, archive);
      EXPECT_TRUE(made) << made.error().message;
    }
    Counted counted;
    run_ranks(ranks, [&](Comm& comm) {
      Timings mine;
      const Result<std::unique_ptr<trace::Trace>> trace =
          timed(mine, comm, "open", 0, [&] { return otf2::open_archive(archive, comm); });
      ASSERT_TRUE(trace) << trace.error().message;
      const report::ReportShare share = analyze::analyze(*trace.value(), comm, mine);
      const auto written = timed(mine, comm, "write report", 0, [&] {
        return cubex::write_cubex(share, comm, directory_ + "/report.cubex");
      });
      EXPECT_TRUE(written) << written.error().message;
      const Timings all = combine(mine, comm);
      if (comm.rank() != 0) return;
      for (const Timings::Entry& pass : all.entries) counted[pass.name] = pass;
    });
    return counted;
  }

  std::string directory_;
};

/// However long a program runs, all ranks meet as often, and only what is sent for single operations takes
/// more bytes.
TEST_P(Scaling, ALongerRunNeedsMoreBytesOnlyForItsOperations) {
  const int ranks = std::get<1>(GetParam());
  const Counted once = count(16, 20, ranks);
  const Counted twice = count(16, 40, ranks);
  const std::set<std::string> of_operations{"match messages", "match collectives", "delays",        "costs",
                                            "critical path",  "consequences",      "store findings"};
  for (const auto& [name, pass] : once) {
    EXPECT_EQ(twice.at(name).stats.rounds, pass.stats.rounds) << name;
    const int64_t bytes = twice.at(name).stats.bytes;
    if (of_operations.contains(name))
      EXPECT_LE(bytes, pass.stats.bytes * 5 / 2 + constant_bytes(ranks)) << name;
    else  // rows of the report, call paths on the critical path: a few more where more happens
      EXPECT_LE(bytes, pass.stats.bytes * 6 / 5) << name;
  }
}

TEST_P(Scaling, TwiceTheLocationsNeedTwiceTheBytesAtMost) {
  const int ranks = std::get<1>(GetParam());
  const Counted once = count(16, 20, ranks);
  const Counted twice = count(32, 20, ranks);
  for (const auto& [name, pass] : once) {
    EXPECT_EQ(twice.at(name).stats.rounds, pass.stats.rounds) << name;
    EXPECT_LE(twice.at(name).stats.bytes, pass.stats.bytes * 5 / 2 + constant_bytes(ranks)) << name;
  }
}

/// What goes to all ranks grows with their number, and what every pair of them exchanges is little.
TEST_P(Scaling, TwiceTheRanksNeedTwiceTheBytesAtMost) {
  const int ranks = std::get<1>(GetParam());
  const Counted once = count(16, 20, ranks);
  const Counted twice = count(16, 20, 2 * ranks);
  for (const auto& [name, pass] : once) {
    const int64_t bytes = twice.at(name).stats.bytes;
    if (ranks == 1)
      EXPECT_EQ(pass.stats.bytes, 0) << name;
    else
      EXPECT_LE(bytes, pass.stats.bytes * 7 / 2 + constant_bytes(2 * ranks)) << name;
  }
}

/// After matching, every operation knows what it needs of others.
TEST_P(Scaling, WaitStatesAreFoundWithoutAnyExchange) {
  const Counted counted = count(16, 20, 2 * std::get<1>(GetParam()));
  for (const char* const pass : {"message waits", "collective waits", "window waits", "thread waits",
                                 "merge waits", "measure", "profiles", "measure costs", "measure threads"})
    EXPECT_EQ(counted.at(pass).stats.bytes, 0) << pass;
}

std::string name_of(const testing::TestParamInfo<std::tuple<generate::Pattern, int>>& each) {
  constexpr const char* kNames[] = {"halo", "alltoall", "ring"};
  return fmt::format("{}On{}", kNames[each.index / 3], std::get<1>(each.param));
}

INSTANTIATE_TEST_SUITE_P(Programs, Scaling,
                         testing::Combine(testing::Values(generate::Pattern::halo2d,
                                                          generate::Pattern::alltoall,
                                                          generate::Pattern::ring),
                                          testing::Values(1, 2, 8)),
                         name_of);

}  // namespace
}  // namespace latecomer
