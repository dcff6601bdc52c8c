// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "generate/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace latecomer::generate {

namespace {

constexpr PatternName kPatterns[] = {
    {Pattern::halo2d, "halo2d", "halo exchange on a periodic 2-D grid: Irecv, Isend, Waitall"},
    {Pattern::halo3d, "halo3d", "the same on a periodic 3-D grid"},
    {Pattern::wavefront, "wavefront", "sweeps over a 2-D grid and back, with blocking messages"},
    {Pattern::alltoall, "alltoall", "MPI_Alltoall each time, MPI_Barrier every fourth time"},
    {Pattern::tree, "tree", "reduction and broadcast along a binomial tree of blocking messages"},
    {Pattern::master_worker, "master-worker", "rank 0 sends tasks to all others and collects their results"},
    {Pattern::ring, "ring", "blocking messages to the next rank, MPI_Allreduce every tenth time"},
    {Pattern::hybrid, "hybrid", "halo2d between teams of OpenMP threads with barriers"},
};

constexpr const char* kImbalances[] = {"none", "linear", "random", "hotspot"};  // as in the enum
constexpr double kLargestStrength = 1000;
constexpr uint32_t kMostRanks = 1 << 22;

}  // namespace

std::span<const PatternName> pattern_names() {
  return kPatterns;
}

Status parse_imbalance(std::string_view text, Settings& settings) {
  const std::string_view model = text.substr(0, text.find(':'));
  const auto found = std::find(std::begin(kImbalances), std::end(kImbalances), model);
  if (found == std::end(kImbalances))
    return Error{fmt::format("{}: not an imbalance; one of none, linear, random, hotspot", text)};
  settings.imbalance = static_cast<Imbalance>(found - std::begin(kImbalances));
  if (model.size() == text.size()) return {};
  const std::string_view number = text.substr(model.size() + 1);
  double strength = -1;
  const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), strength);
  const bool is_number = problem == std::errc() && end == number.data() + number.size();
  if (!is_number || !(strength >= 0 && strength <= kLargestStrength))
    return Error{fmt::format("{}: the strength has to be a number from 0 to {}", text, kLargestStrength)};
  settings.strength = static_cast<uint32_t>(std::lround(strength * 1000));
  return {};
}

std::string to_string(const Settings& settings) {
  std::string text = fmt::format("latecomer generate {} --ranks {}",
                                 kPatterns[static_cast<size_t>(settings.pattern)].name, settings.ranks);
  if (settings.pattern == Pattern::hybrid) text += fmt::format(" --threads {}", settings.threads);
  text += settings.iterations > 0 ? fmt::format(" --iterations {}", settings.iterations)
                                  : fmt::format(" --events {}", settings.events);
  return text + fmt::format(" --functions {} --depth {} --imbalance {}:{} --bytes {} --seed {}",
                            settings.functions, settings.depth,
                            kImbalances[static_cast<size_t>(settings.imbalance)],
                            static_cast<double>(settings.strength) / 1000, settings.bytes, settings.seed);
}

Status check(const Settings& settings) {
  if (settings.ranks == 0 || settings.ranks > kMostRanks)
    return Error{fmt::format("--ranks has to be between 1 and {}", kMostRanks)};
  if (settings.threads == 0 || settings.locations() > kMostRanks)
    return Error{
        fmt::format("--threads has to be at least 1, and ranks times threads at most {}", kMostRanks)};
  if (settings.threads > 1 && settings.pattern != Pattern::hybrid)
    return Error{"--threads is for the pattern hybrid; the other patterns have one thread per rank"};
  if (settings.depth == 0) return Error{"--depth has to be at least 1"};
  if (settings.bytes == 0) return Error{"--bytes has to be at least 1"};
  return {};
}

}  // namespace latecomer::generate
