// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Whether `latecomer analyze` is as fast and as small as it has to be.
//
// Everything is a ratio of two programs that ran one after the other on the same archive, so that what else
// the machine does hits both alike; of several such pairs the median counts. All of them are processes of
// their own, also the yardstick, which reads with libotf2 alone (plain_read.h): starting them, and their
// memory, are measured in the same way.
//
// The programs that are analyzed exchange halos on a 2-D grid and compute for different times, so that about
// a third of the messages are waited for. In the communication-heavy one there are four events for an
// operation of MPI, those of the operation itself; in the function-heavy one 96 more, of functions that call
// each other. Many events of an operation have the same time, which makes an archive small and reading it
// cheap: that is to the yardstick's advantage.
//
// The archives are so large that analyzing them takes several seconds on one core: launching ranks takes
// 0.4 s and more (a row of the table says how long), and of a second's work ratios between numbers of ranks
// would be about launching. (How they are without it is told beside them.) All rows of a kind, memory and the
// plain reading among them, are about one archive. Ratios of ranks are measured under
// each MPI that is there, because they launch differently; under MPICH up to as many ranks as there are
// cores here, as its MPI_Init polls without leaving the core to others.

#include "scale.h"

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "analyze/pipeline.h"
#include "child_process.h"
#include "comm/comm.h"
#include "generated_archive.h"
#include "limit_table.h"
#include "measuring.h"
#include "otf2/archive_reader.h"

namespace latecomer::bench {
namespace {

namespace fs = std::filesystem;
using Command = std::vector<std::string>;

/// How much is measured.
struct Extent {
  uint64_t events;  ///< of the archives that are read again and again: this many times what each kind says
  int rounds;
  std::vector<uint32_t> locations;
  uint64_t events_of_many;  ///< of each of the archives with these numbers of locations
  int rounds_of_many;
};

Extent extent(bool quick) {
  if (quick) return {1'000'000, 1, {64, 1'024, 4'096}, 1'000'000, 1};
  return {20'000'000, 5, {64, 1'024, 16'384, 65'536}, 20'000'000, 3};
}

struct Kind {
  const char* name;
  Command arguments;     ///< of `latecomer generate`
  uint64_t events;       ///< in Extent::events
  double reading_limit;  ///< of the processor time, in plain readings
  double memory_limit;   ///< in sizes of the archive
};

std::vector<Kind> kinds() {
  return {{"function-heavy", {"--functions", "48", "--depth", "4"}, 10, 0.8, 0.25},
          {"communication-heavy", {"--functions", "0"}, 3, 3.0, 1.5}};
}

struct Mpi {
  const char* name;
  Command launcher;  ///< without the number of ranks
  std::vector<int> ranks;

  /// What an analysis by so many ranks is called.
  std::string way(int count) const {
    return fmt::format("{} {} of {}", count, count == 1 ? "rank" : "ranks", name);
  }
  Command launch(int count) const {
    Command command = launcher;
    command.insert(command.end(), {"-n", fmt::to_string(count)});
    return command;
  }
};

/// Those that are here.
std::vector<Mpi> mpis() {
  std::vector<Mpi> all{{"Open MPI", {"mpiexec.openmpi", "--oversubscribe"}, {1, 2, 16}},
                       {"MPICH", {"mpiexec.mpich"}, {1, 2}}};
  std::erase_if(all, [](const Mpi& mpi) {
    Command command = mpi.launch(1);
    command.emplace_back("true");
    return !run_child(command);
  });
  return all;
}

Command halo(uint32_t ranks, uint64_t events, const Command& more) {
  Command arguments{"halo2d", "--ranks", fmt::to_string(ranks), "--events", fmt::to_string(events)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

void progress(const std::string& text) {
  fmt::print(stderr, "latecomer_bench: {}\n", text);
}

std::string megabytes(uint64_t bytes) {
  return fmt::format("{:.0f} MB", static_cast<double>(bytes) / 1e6);
}

double ratio(uint64_t a, uint64_t b) {
  return static_cast<double>(a) / static_cast<double>(b);
}

/// Where the report of one way to analyze an archive goes.
std::string report_of(const GeneratedArchive& archive, const std::string& way) {
  return fmt::format("{}.{}.cubex", archive.path, way);
}

Result<ChildUsage> read_plainly(const GeneratedArchive& archive, unsigned threads) {
  return run_child({LATECOMER_BENCH, "read-plainly", archive.path, fmt::to_string(threads),
                    fmt::to_string(archive.events)});
}

Result<ChildUsage> analyze(const GeneratedArchive& archive, const std::string& way, unsigned threads,
                           const Command& launcher = {}, const Command& options = {"--no-gains"}) {
  Command command = launcher;
  const Command own{LATECOMER_PROGRAM,       "analyze", archive.path,           "--threads",
                    fmt::to_string(threads), "-o",      report_of(archive, way)};
  command.insert(command.end(), own.begin(), own.end());
  command.insert(command.end(), options.begin(), options.end());
  fs::remove(report_of(archive, way));
  return run_child(command);
}

Result<ChildUsage> analyze_by_threads(const GeneratedArchive& archive, unsigned threads) {
  return analyze(archive, fmt::format("{}-threads", threads), threads);
}

Result<ChildUsage> analyze_by_ranks(const GeneratedArchive& archive, const Mpi& mpi, int ranks) {
  return analyze(archive, mpi.way(ranks), 1, mpi.launch(ranks));
}

/// In a process of its own, because what this one needs counts for its children.
bool meets_answer(const GeneratedArchive& archive, const std::string& way) {
  return static_cast<bool>(
      run_child({LATECOMER_BENCH, "check-answer", archive.path, report_of(archive, way)}));
}

bool same_bytes(const std::string& a, const std::string& b) {
  std::ifstream one(a, std::ios::binary);
  std::ifstream other(b, std::ios::binary);
  using Iterator = std::istreambuf_iterator<char>;
  return one && other && std::equal(Iterator(one), Iterator(), Iterator(other), Iterator());
}

bool same_reports(const GeneratedArchive& archive, const Command& ways) {
  return std::ranges::all_of(ways, [&](const std::string& way) {
    return same_bytes(report_of(archive, ways.front()), report_of(archive, way));
  });
}

/// Of several runs.
struct Runs {
  std::vector<double> seconds;
  std::vector<double> processor_seconds;
  uint64_t peak_bytes = 0;

  void add(const ChildUsage& usage) {
    seconds.push_back(usage.seconds);
    processor_seconds.push_back(usage.processor_seconds);
    peak_bytes = std::max(peak_bytes, usage.peak_bytes);
  }
};

using Seconds = std::vector<double> Runs::*;

double paired_ratio(const Runs& a, const Runs& b, Seconds seconds = &Runs::seconds) {
  std::vector<double> ratios;
  for (size_t i = 0; i < a.seconds.size(); ++i) ratios.push_back((a.*seconds)[i] / (b.*seconds)[i]);
  return median(ratios);
}

std::string seconds_note(const Runs& a, const Runs& b, Seconds seconds = &Runs::seconds) {
  return fmt::format("{:.2f} s / {:.2f} s", median(a.*seconds), median(b.*seconds));
}

/// By numbers of ranks.
struct RankRuns {
  std::map<int, Runs> analyzed;
  std::map<int, Runs> launching;  ///< the same with next to nothing to analyze
};

/// What was measured on one archive.
struct Measured {
  Runs plain[2];                ///< one thread, two threads
  Runs analyzed[2];             ///< likewise
  std::vector<RankRuns> ranks;  ///< by MPI
};

Status measure_threads_and_ranks(const GeneratedArchive& archive, const Kind& kind, int rounds,
                                 const std::vector<Mpi>& mpis, Measured& into) {
  TRY(const GeneratedArchive tiny, generate_archive(halo(64, 1, {})));
  into.ranks.resize(mpis.size());
  for (int round = 0; round < rounds; ++round) {
    progress(fmt::format("{}, round {} of {}", kind.name, round + 1, rounds));
    for (unsigned t = 0; t < 2; ++t) {
      TRY(const ChildUsage plain, read_plainly(archive, t + 1));
      TRY(const ChildUsage analyzed, analyze_by_threads(archive, t + 1));
      into.plain[t].add(plain);
      into.analyzed[t].add(analyzed);
    }
    for (size_t m = 0; m < mpis.size(); ++m) {
      for (const int ranks : mpis[m].ranks) {
        TRY(const ChildUsage usage, analyze_by_ranks(archive, mpis[m], ranks));
        into.ranks[m].analyzed[ranks].add(usage);
        TRY(const ChildUsage launching, analyze_by_ranks(tiny, mpis[m], ranks));
        into.ranks[m].launching[ranks].add(launching);
      }
    }
  }
  return {};
}

void judge_ranks(const Mpi& mpi, RankRuns& runs, LimitTable& limits) {
  const auto compare = [&](int more, int fewer) {
    if (!runs.analyzed.contains(more)) return;
    limits.note(fmt::format("{} MPI ranks / {}, {}", more, fewer, mpi.name),
                paired_ratio(runs.analyzed[more], runs.analyzed[fewer]),
                seconds_note(runs.analyzed[more], runs.analyzed[fewer]));
    const auto alone = [&](int ranks) {
      return median(runs.analyzed[ranks].seconds) - median(runs.launching[ranks].seconds);
    };
    if (alone(more) <= 0 || alone(fewer) <= 0) return;  // nothing but launching
    const double without_launching = alone(more) / alone(fewer);
    const std::string note = fmt::format("{:.2f} s / {:.2f} s", alone(more), alone(fewer));
    // More ranks than cores have to work, but need not be fast.
    if (more == 2)
      limits.add("  the same without launching", 0.7, without_launching, note);
    else
      limits.note("  the same without launching", without_launching, note);
  };
  compare(2, 1);
  compare(16, 2);
  for (const auto& [ranks, launching] : runs.launching)
    limits.note(fmt::format("seconds for launching alone, {}", mpi.way(ranks)), median(launching.seconds));
}

/// Which part of an analysis the passes take that make the findings store. They do not include what is
/// gathered for it while events are read.
Result<double> store_part(const GeneratedArchive& archive, int rounds) {
  const std::string said = archive.path + ".store";
  std::vector<double> parts(static_cast<size_t>(rounds));
  for (double& part : parts) {
    TRY(const ChildUsage usage, run_child({LATECOMER_BENCH, "store-part", archive.path}, said));
    static_cast<void>(usage);
    std::ifstream(said) >> part;
  }
  return median(parts);
}

/// What it costs that large lists lie in a file. tests/spill_test.py says what it saves.
void measure_spilling(const GeneratedArchive& archive, const Kind& kind, int rounds, LimitTable& limits) {
  Runs free;
  Runs spilling;
  for (int round = 0; round < rounds; ++round) {
    progress(fmt::format("{}, --spill-dir, round {} of {}", kind.name, round + 1, rounds));
    const Result<ChildUsage> without = analyze_by_threads(archive, 1);
    const Result<ChildUsage> with = analyze(archive, "spilling", 1, {}, {"--spill-dir", archive.path});
    if (!without || !with)
      return limits.skip("time with --spill-dir", without ? with.error().message : without.error().message);
    free.add(without.value());
    spilling.add(with.value());
  }
  limits.note("time with --spill-dir / without", paired_ratio(spilling, free), seconds_note(spilling, free));
  limits.add("the same report with --spill-dir", same_reports(archive, {"1-threads", "spilling"}));
}

/// What it costs to predict what mending causes would gain.
Status measure_gains(const GeneratedArchive& archive, const Kind& kind, int rounds, LimitTable& limits) {
  Runs without;
  Runs with;
  for (int round = 0; round < rounds; ++round) {
    progress(fmt::format("{}, gains, round {} of {}", kind.name, round + 1, rounds));
    TRY(const ChildUsage alone, analyze_by_threads(archive, 2));
    TRY(const ChildUsage predicting, analyze(archive, "gains", 2, {}, {}));
    without.add(alone);
    with.add(predicting);
  }
  limits.add("time with gains / with --no-gains", 1.25, paired_ratio(with, without),
             seconds_note(with, without));
  limits.add("peak memory with gains / with --no-gains", 1.3, ratio(with.peak_bytes, without.peak_bytes),
             fmt::format("{} / {}", megabytes(with.peak_bytes), megabytes(without.peak_bytes)));
  return {};
}

Status judge_kind(const Kind& kind, const Extent& extent, LimitTable& limits) {
  TRY(const GeneratedArchive archive,
      generate_archive(halo(64, kind.events * extent.events, kind.arguments)));
  Measured measured;
  const std::vector<Mpi> found = mpis();
  TRY_STATUS(measure_threads_and_ranks(archive, kind, extent.rounds, found, measured));
  const uint64_t bytes = bytes_of(archive);
  limits.heading(kind.name, fmt::format("{:.1f} million events of 64 processes, {}",
                                        static_cast<double>(archive.events) / 1e6, megabytes(bytes)));
  for (size_t t = 0; t < 2; ++t)
    limits.add(fmt::format("analyze / libotf2 alone, {}, processor time", t == 0 ? "1 thread" : "2 threads"),
               kind.reading_limit,
               paired_ratio(measured.analyzed[t], measured.plain[t], &Runs::processor_seconds),
               seconds_note(measured.analyzed[t], measured.plain[t], &Runs::processor_seconds));
  TRY(const double store, store_part(archive, extent.rounds));
  limits.add("passes of the store / all passes, processor time", 0.15, store);
  limits.add("2 threads / 1 thread", 0.6, paired_ratio(measured.analyzed[1], measured.analyzed[0]),
             seconds_note(measured.analyzed[1], measured.analyzed[0]));
  limits.note("libotf2 alone, 2 threads / 1 thread", paired_ratio(measured.plain[1], measured.plain[0]),
              seconds_note(measured.plain[1], measured.plain[0]));
  Command ways{"1-threads", "2-threads"};
  for (size_t m = 0; m < found.size(); ++m) {
    judge_ranks(found[m], measured.ranks[m], limits);
    for (const int ranks : found[m].ranks) ways.push_back(found[m].way(ranks));
  }
  if (found.empty()) limits.skip("2 MPI ranks / 1", "no MPI is here");
  const uint64_t peak = std::max(measured.analyzed[0].peak_bytes, measured.analyzed[1].peak_bytes);
  limits.add("peak memory / size of the archive", kind.memory_limit, ratio(peak, bytes),
             fmt::format("{} / {}", megabytes(peak), megabytes(bytes)));
  limits.add("the known answer is met", meets_answer(archive, "1-threads"));
  limits.add("the same report by all these threads and ranks", same_reports(archive, ways));
  measure_spilling(archive, kind, std::min(extent.rounds, 3), limits);
  TRY_STATUS(measure_gains(archive, kind, std::min(extent.rounds, 3), limits));
  return {};
}

struct Size {
  uint32_t locations;
  GeneratedArchive archive;
  Runs analyses;  ///< one thread
  Runs readings;  ///< by libotf2, one thread
};

/// Of an event, here and where `first` was measured.
double growth(const Size& size, const Size& first, Runs Size::*runs) {
  return paired_ratio(size.*runs, first.*runs) * ratio(first.archive.events, size.archive.events);
}

std::string nanoseconds_per_event(const Size& size, const Runs& runs) {
  return fmt::format("{:.0f} ns an event",
                     median(runs.seconds) / static_cast<double>(size.archive.events) * 1e9);
}

Status judge_sizes(const Extent& extent, LimitTable& limits) {
  const std::vector<Mpi> found = mpis();
  std::vector<Size> sizes;
  for (const uint32_t locations : extent.locations) {
    TRY(GeneratedArchive archive,
        generate_archive(halo(locations, extent.events_of_many, {"--functions", "2", "--depth", "2"})));
    sizes.push_back({locations, std::move(archive), {}, {}});
  }
  for (int round = 0; round < extent.rounds_of_many; ++round) {
    for (Size& size : sizes) {
      progress(fmt::format("{} locations, round {} of {}", size.locations, round + 1, extent.rounds_of_many));
      TRY(const ChildUsage reading, read_plainly(size.archive, 1));
      size.readings.add(reading);
      TRY(const ChildUsage analysis, analyze_by_threads(size.archive, 1));
      size.analyses.add(analysis);
    }
  }
  limits.heading("many locations",
                 fmt::format("cost of an event of about {:.0f} million, 1 thread, / at {} locations",
                             static_cast<double>(extent.events_of_many) / 1e6, sizes.front().locations));
  for (const Size& size : sizes) {
    const std::string at = fmt::format("{} locations", size.locations);
    const std::string note = fmt::format("{}, {}", nanoseconds_per_event(size, size.analyses),
                                         megabytes(size.analyses.peak_bytes));
    const double of_analyses = growth(size, sizes.front(), &Size::analyses);
    const double of_readings = growth(size, sizes.front(), &Size::readings);
    limits.note(at, of_analyses, note);
    limits.note(at + ", read by libotf2", of_readings, nanoseconds_per_event(size, size.readings));
    // OTF2 has a file for each location, which has to be opened, however it is read.
    if (&size == &sizes.back()) limits.add(at + ", relative to that", 1.25, of_analyses / of_readings);
  }
  for (const Size& size : sizes) {
    progress(fmt::format("{} locations, reports", size.locations));
    TRY_STATUS(analyze_by_threads(size.archive, 2));
    Command ways{"1-threads", "2-threads"};
    for (const Mpi& mpi : found) {
      TRY_STATUS(analyze_by_ranks(size.archive, mpi, 2));
      ways.push_back(mpi.way(2));
    }
    limits.add(fmt::format("the known answer is met at {} locations", size.locations),
               meets_answer(size.archive, "1-threads"));
    limits.add(fmt::format("the same report by 1, 2 threads, 2 ranks at {} locations", size.locations),
               same_reports(size.archive, ways));
  }
  return {};
}

}  // namespace

Status print_store_part(const std::string& archive) {
  using oneapi::tbb::global_control;
  const global_control one_thread(global_control::max_allowed_parallelism, 1);
  TRY(const std::unique_ptr<trace::Trace> trace, otf2::open_archive(archive));
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  analyze::analyze(*trace, *comm, timings);
  double all = 0;
  double store = 0;
  for (const Timings::Entry& pass : timings.entries) {
    all += pass.cpu_seconds;
    if (pass.name.starts_with("store ")) store += pass.cpu_seconds;
  }
  fmt::print("{}\n", store / all);
  return {};
}

Status measure_scale(bool quick) {
  for (const char* const allow : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
    setenv(allow, "1", 0);
  const Extent how_much = extent(quick);
  LimitTable limits;
  for (const Kind& kind : kinds()) TRY_STATUS(judge_kind(kind, how_much, limits));
  TRY_STATUS(judge_sizes(how_much, limits));
  fmt::print("\nScale: medians of {} paired runs, of {} for numbers of locations\n\n", how_much.rounds,
             how_much.rounds_of_many);
  if (quick)
    fmt::print(
        "Small archives: what they need at least is much of what they need. The limits are for large "
        "ones.\n\n");
  limits.print();
  return {};
}

}  // namespace latecomer::bench
