// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/neighbours.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace latecomer::findings {

using namespace report;

namespace {

/// Is the topology that the analysis makes of any run: it says nothing of who is next to whom.
constexpr std::string_view kOwnTopology = "Process x Thread";

using Position = std::vector<uint32_t>;

/// Returns which processes are at each position of a grid.
std::map<Position, std::set<size_t>> processes_at(const Report& report, const Topology& topology) {
  const size_t dimensions = topology.dimensions.size();
  std::map<Position, std::set<size_t>> processes;
  for (size_t i = 0; i < topology.locations.size(); ++i) {
    const auto begin = topology.coordinates.begin() + static_cast<std::ptrdiff_t>(i * dimensions);
    const Position position(begin, begin + static_cast<std::ptrdiff_t>(dimensions));
    processes[position].insert(report.locations[topology.locations[i].index()].group.index());
  }
  return processes;
}

Neighbours neighbours_in(const Report& report, const Topology& topology) {
  Neighbours neighbours{topology.name, {}};
  const std::map<Position, std::set<size_t>> processes = processes_at(report, topology);
  std::set<std::pair<size_t, size_t>> known;
  for (size_t d = 0; d < topology.dimensions.size(); ++d) {
    const Topology::Dimension& dimension = topology.dimensions[d];
    for (const uint32_t parity : {0U, 1U}) {
      for (const auto& [position, here] : processes) {
        if (position[d] % 2 != parity) continue;
        Position next = position;
        ++next[d];
        if (next[d] == dimension.size && dimension.periodic) next[d] = 0;
        const auto there = processes.find(next);
        if (there == processes.end()) continue;
        for (const size_t a : here)
          for (const size_t b : there->second)
            if (a != b && known.insert(std::minmax(a, b)).second)
              neighbours.pairs.push_back(std::minmax(a, b));
      }
    }
  }
  return neighbours;
}

}  // namespace

std::optional<Neighbours> recorded_neighbours(const Report& report) {
  for (const Topology& topology : report.topologies) {
    if (topology.name == kOwnTopology) continue;
    Neighbours found = neighbours_in(report, topology);
    if (!found.pairs.empty()) return found;
  }
  return std::nullopt;
}

}  // namespace latecomer::findings
