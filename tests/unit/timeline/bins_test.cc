// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Where time went in parts of a window, from the findings store and the events of small traces. A second is a
// million ticks.

#include "timeline/bins.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "support/generated_archive.h"
#include "support/propagation.h"
#include "unit/analyze/analyzed.h"

namespace latecomer::timeline {
namespace {

using report::LocationId;

constexpr int64_t kSecond = 1'000'000;
constexpr uint8_t kComputation = 0;
constexpr uint8_t kMpi = 1;
constexpr uint8_t kNone = 2;

class Bins : public testing::Test {
 protected:
  void open(const std::string& text) {
    Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(text, "trace");
    ASSERT_TRUE(trace) << trace.error().message;
    open(std::move(*trace));
  }
  void open(std::unique_ptr<trace::Trace> trace) {
    report_ = analyze::analyzed(*trace, 1);
    Result<std::unique_ptr<timeline::Run>> run = timeline::Run::open(report_, std::move(trace), "");
    ASSERT_TRUE(run) << run.error().message;
    run_ = std::move(*run);
    source_ = std::make_unique<ActivitySource>(*run_);
    kinds_ = {.kinds = 3, .of_path = {}, .none = kNone, .computation = kComputation};
    for (size_t p = 0; p < report_.call_paths.size(); ++p)
      kinds_.of_path.push_back(report_.node_name(report::CallPathId(p)).starts_with("MPI_") ? kMpi
                                                                                            : kComputation);
  }
  TimeBins read(const std::vector<size_t>& locations, int64_t begin, int64_t end, size_t bins) {
    Locations wanted;
    for (const size_t location : locations) wanted.emplace_back(location);
    Result<TimeBins> read = read_bins(*run_, *source_, wanted, {Ticks(begin), Ticks(end)}, bins, kinds_);
    EXPECT_TRUE(read) << read.error().message;
    return read ? std::move(*read) : TimeBins();
  }
  double waiting(const TimeBins::Bin& bin) const {
    int64_t sum = 0;
    for (const auto& [metric, time] : bin.waits) sum += time.count;
    return static_cast<double>(sum) / kSecond;
  }
  static double seconds(Ticks time) { return static_cast<double>(time.count) / kSecond; }

  report::Report report_;
  std::unique_ptr<timeline::Run> run_;
  std::unique_ptr<ActivitySource> source_;
  CallPathKinds kinds_;
};

// Computation: rank 0 for 5, rank 1 for 2, rank 2 for 4. In [0, 2], [2, 4], [4, 6]: 6, 2 + 2, 1.
TEST_F(Bins, HaveWhatLocationsDidInThem) {
  open(kPropagation);
  const TimeBins all = read({0, 1, 2}, 0, 6 * kSecond, 3);
  ASSERT_EQ(all.bins.size(), 3);
  const std::vector<double> computation = {6, 4, 1};
  const std::vector<double> waits = {0, 2, 1 + 2};
  const std::vector<double> largest = {2, 2, 1};
  for (size_t i = 0; i < 3; ++i) {
    const TimeBins::Bin& bin = all.bins[i];
    EXPECT_EQ(bin.begin, Ticks(static_cast<int64_t>(i) * 2 * kSecond));
    EXPECT_DOUBLE_EQ(seconds(bin.by_kind[kComputation]), computation[i]);
    EXPECT_DOUBLE_EQ(seconds(bin.by_kind[kMpi]), 6 - computation[i]);
    EXPECT_EQ(bin.by_kind[kNone], Ticks());
    EXPECT_EQ(bin.unknown, Ticks());
    EXPECT_DOUBLE_EQ(seconds(bin.largest_computation), largest[i]);
    EXPECT_EQ(bin.largest_possible, bin.largest_computation);
    EXPECT_DOUBLE_EQ(waiting(bin), waits[i]);
  }
  EXPECT_TRUE(all.waits_are_exact);
}

// Of rank 1 alone in [1.5, 2.5]: h for 0.5, MPI_Recv for 0.5, waiting.
TEST_F(Bins, AreOfAWindowAndSomeLocations) {
  open(kPropagation);
  const TimeBins all = read({1}, 1'500'000, 2'500'000, 1);
  ASSERT_EQ(all.bins.size(), 1);
  EXPECT_DOUBLE_EQ(seconds(all.bins[0].by_kind[kComputation]), 0.5);
  EXPECT_DOUBLE_EQ(seconds(all.bins[0].by_kind[kMpi]), 0.5);
  EXPECT_DOUBLE_EQ(waiting(all.bins[0]), 0.5);
  for (size_t p = 0; p < all.by_path.size(); ++p) {
    const std::string name = report_.node_name(report::CallPathId(p));
    EXPECT_DOUBLE_EQ(seconds(all.by_path[p]), name == "h" || name == "MPI_Recv" ? 0.5 : 0) << name;
  }
}

/// However a window is cut, nothing is lost, and nothing is counted twice.
TEST_F(Bins, AddUpToTheWindow) {
  open(kPropagation);
  for (const size_t count : {1, 2, 3, 7, 100, 999}) {
    const TimeBins all = read({0, 1, 2}, 100, 5'999'999, count);
    Ticks sum;
    Ticks waits;
    for (size_t i = 0; i < all.bins.size(); ++i) {
      EXPECT_EQ(all.bins[i].begin, i == 0 ? Ticks(100) : all.bins[i - 1].end);
      for (const Ticks time : all.bins[i].by_kind) sum += time;
      for (const auto& [metric, time] : all.bins[i].waits) waits += time;
    }
    EXPECT_EQ(sum, Ticks(3 * (5'999'999 - 100))) << count;
    EXPECT_NEAR(static_cast<double>(waits.count), 4'999'999, 2.0 * static_cast<double>(count)) << count;
  }
}

/// Where no events can be read, levels of detail know only what most of the time of several short activities
/// was spent on: what events say lies between what is known and what is possible then.
TEST_F(Bins, AreRightAsFarAsLevelsOfDetailTell) {
  generate::Settings settings;
  settings.pattern = generate::Pattern::halo2d;
  settings.ranks = 4;
  settings.functions = 4;
  settings.depth = 3;
  settings.events = 100'000;
  const GeneratedArchive archive(settings);
  open(archive.open());
  const int64_t length = run_->clock().run_length().count;
  const TimeBins exact = read({0, 1, 2, 3}, 0, length, 50);
  source_.reset();
  run_ = std::move(*timeline::Run::open(report_, nullptr, "no trace"));
  source_ = std::make_unique<ActivitySource>(*run_);
  const TimeBins coarse = read({0, 1, 2, 3}, 0, length, 50);

  Ticks unknown;
  for (size_t i = 0; i < 50; ++i) {
    const TimeBins::Bin& is = exact.bins[i];
    const TimeBins::Bin& told = coarse.bins[i];
    EXPECT_EQ(is.unknown, Ticks());
    unknown += told.unknown;
    // A row that is in two bins has its known part evenly in both, which need not be so.
    const Ticks spread((is.end - is.begin).count / 5);
    for (size_t kind = 0; kind < 3; ++kind) {
      EXPECT_LE(told.by_kind[kind], is.by_kind[kind] + spread) << i;
      EXPECT_GE(told.by_kind[kind] + told.unknown + spread, is.by_kind[kind]) << i;
    }
    EXPECT_LE(told.largest_computation, is.largest_computation + spread) << i;
    EXPECT_GE(told.largest_possible + spread, is.largest_computation) << i;
  }
  EXPECT_GT(unknown, Ticks()) << "everything was told apart";
}

TEST_F(Bins, AreNotShorterThanATick) {
  open(kPropagation);
  EXPECT_EQ(read({0}, 10, 13, 200).bins.size(), 3);
  EXPECT_EQ(read({0}, 10, 10, 200).bins.size(), 0);
}

TEST_F(Bins, OfNoLocationsAreEmpty) {
  open(kPropagation);
  const TimeBins all = read({}, 0, 6 * kSecond, 2);
  ASSERT_EQ(all.bins.size(), 2);
  EXPECT_EQ(all.bins[0].by_kind[kComputation], Ticks());
}

}  // namespace
}  // namespace latecomer::timeline
