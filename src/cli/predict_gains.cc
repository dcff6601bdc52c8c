// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/predict_gains.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "cubex/add_member.h"
#include "cubex/reader.h"
#include "findings/gains.h"
#include "findings/ideal_times.h"
#include "query/space.h"
#include "report/attributes.h"
#include "report/locations.h"
#include "report/run_clock.h"
#include "report/unreadable.h"

namespace latecomer::cli {

namespace {

using findings::Gain;

analyze::Change change_of(const Gain& gain) {
  using Kind = analyze::Change::Kind;
  switch (gain.kind) {
    case Gain::Kind::balance:
      return {.kind = Kind::balance, .paths = gain.paths, .only_listed = true};
    case Gain::Kind::remove:
    case Gain::Kind::no_preemption:
      return {.kind = Kind::scale, .paths = gain.paths, .factor = 0, .only_listed = true};
    case Gain::Kind::instant_network:
      return {.kind = Kind::instant_network};
  }
  return {};
}

/// Returns what rank 0 wants to be predicted on all ranks: kinds and call paths.
std::vector<Gain> on_all_ranks(const std::vector<Gain>& wanted, Comm& comm) {
  std::vector<uint32_t> numbers;
  for (const Gain& gain : wanted) {
    numbers.push_back(static_cast<uint32_t>(gain.kind));
    numbers.push_back(static_cast<uint32_t>(gain.paths.size()));
    for (const report::CallPathId path : gain.paths) numbers.push_back(path.value);
  }
  numbers = from_bytes<uint32_t>(comm.broadcast(to_bytes<uint32_t>(numbers), 0));
  std::vector<Gain> all;
  for (size_t i = 0; i < numbers.size(); i += 2 + numbers[i + 1]) {
    Gain& gain = all.emplace_back(Gain{static_cast<Gain::Kind>(numbers[i]), {}});
    for (size_t p = 0; p < numbers[i + 1]; ++p) gain.paths.emplace_back(numbers[i + 2 + p]);
  }
  return all;
}

/// Returns run lengths, in ticks, with each of what rank 0 wants.
std::vector<Ticks> predicted(const analyze::Predictions& predictions, const std::vector<Gain>& wanted,
                             Comm& comm) {
  std::vector<Ticks> lengths;
  for (const Gain& gain : on_all_ranks(wanted, comm))
    lengths.push_back(predictions.run_length({change_of(gain)}, comm));
  return lengths;
}

/// Returns the phases that rank 0 knows on all ranks, with the windows that ideal times are wanted of.
analyze::PartsOfRun wanted_parts(const findings::PhasesByPath& phases, Comm& comm) {
  std::vector<uint32_t> numbers = {static_cast<uint32_t>(phases.names.size())};
  for (const std::vector<uint32_t>& of_path : phases.of_path) {
    numbers.push_back(static_cast<uint32_t>(of_path.size()));
    numbers.insert(numbers.end(), of_path.begin(), of_path.end());
  }
  numbers = from_bytes<uint32_t>(comm.broadcast(to_bytes<uint32_t>(numbers), 0));
  analyze::PartsOfRun parts{.count = numbers[0], .windows = findings::kWindows};
  for (size_t i = 1; i < numbers.size(); i += 1 + numbers[i])
    parts.of_path.emplace_back(numbers.begin() + static_cast<ptrdiff_t>(i) + 1,
                               numbers.begin() + static_cast<ptrdiff_t>(i + 1 + numbers[i]));
  return parts;
}

/// Returns ideal times in seconds.
findings::IdealTimes in_seconds(const analyze::IdealTimes& times, const std::vector<std::string>& phases,
                                const report::Report& report) {
  const report::RunClock clock(report);
  const auto threads = static_cast<double>(report::count_threads(report));
  findings::IdealTimes found;
  for (size_t p = 0; p < phases.size(); ++p) found.phases[phases[p]] = clock.length(times.parts[p]);
  for (const analyze::IdealTimes::Window& window : times.windows)
    found.windows.push_back({clock.length(window.ideal), clock.length(window.computation) / threads,
                             clock.length(window.largest_computation)});
  return found;
}

}  // namespace

Status predict_gains(const analyze::Predictions& predictions, const std::filesystem::path& path, Comm& comm) {
  std::optional<report::Report> report;  // is there on rank 0
  std::vector<Gain> wanted;
  TRY_STATUS(report::read_together(comm, [&]() -> Status {
    if (comm.rank() != 0) return {};
    TRY(report, cubex::read_cubex(path));
    wanted = findings::wanted_gains(query::Space(*report));
    return {};
  }));
  std::vector<Gain> all;
  const auto predict = [&] {
    const std::vector<Ticks> lengths = predicted(predictions, wanted, comm);
    for (size_t i = 0; i < wanted.size(); ++i) {
      wanted[i].seconds = report::RunClock(*report).length(lengths[i]);
      all.push_back(std::move(wanted[i]));
    }
    return !lengths.empty();
  };
  while (predict())
    if (report) wanted = findings::wanted_together({all, report::run_seconds(*report)});
  const findings::PhasesByPath phases = report ? findings::phases_by_path(*report) : findings::PhasesByPath();
  const analyze::IdealTimes ideal = predictions.ideal_times(wanted_parts(phases, comm), comm);
  const auto add = [&]() -> Status {
    if (!report || all.empty()) return {};
    TRY_STATUS(cubex::add_member(path, findings::kGainsFile,
                                 findings::print_gains({all, report::run_seconds(*report)})));
    return cubex::add_member(path, findings::kIdealTimesFile,
                             findings::print_ideal_times(in_seconds(ideal, phases.names, *report)));
  };
  return checkpoint(comm, add());
}

}  // namespace latecomer::cli
