// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/match/collective_announcements.h"

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "support/run_ranks.h"
#include "trace/memory_trace.h"

namespace latecomer::analyze {
namespace {

using trace::CommId;
using trace::GroupId;
using trace::LocationGroupId;
using trace::LocationId;

constexpr size_t kProcesses = 64;
constexpr uint32_t kOfWorld = 1'000;  // operations; so many parts that several tasks place them
constexpr uint32_t kOfEven = 301;
constexpr uint32_t kOfWindow = 7;

bool is_even(size_t process) {
  return process % 2 == 0;
}

/// All processes are in the first communicator, every second one is in the next, which has a window; and
/// everyone has one of its own.
trace::MemoryTrace example() {
  trace::Definitions definitions;
  definitions.groups.resize(2);
  for (size_t p = 0; p < kProcesses; ++p) {
    definitions.location_groups.push_back({"MPI Rank " + std::to_string(p)});
    definitions.locations.push_back({.name = "Master thread", .group = LocationGroupId(p), .events = 1});
    definitions.groups[0].members.emplace_back(p);
    if (is_even(p)) definitions.groups[1].members.emplace_back(p);
  }
  definitions.communicators = {{"world", trace::CommKind::intra, GroupId(size_t{0})},
                               {"even", trace::CommKind::intra, GroupId(1)},
                               {"self", trace::CommKind::self}};
  definitions.windows = {{"window", CommId(1)}};
  definitions.world = CommId(size_t{0});
  return {std::move(definitions), std::vector<trace::MemoryTrace::LocationContent>(kProcesses)};
}

Collective collective(size_t comm, uint32_t instance, bool on_window = false) {
  Collective made;
  made.comm = CommId(comm);
  made.op = trace::CollectiveOp::barrier;
  made.start = made.completion = 0;
  made.instance = instance;
  if (on_window) made.window = trace::WindowId(size_t{0});
  return made;
}

CondensedLocation location_of(size_t process) {
  CondensedLocation location;
  location.id = LocationId(process);
  location.calls.add({Ticks(static_cast<int64_t>(process)), Ticks(100), CallPathId(size_t{0})});
  for (uint32_t i = 0; i < kOfWorld; ++i) {
    location.collectives.push_back(collective(0, i));
    location.collectives.push_back(collective(2, i));  // nobody else is in it
    if (is_even(process) && i < kOfEven) location.collectives.push_back(collective(1, i));
    if (is_even(process) && i < kOfWindow) location.collectives.push_back(collective(1, i, true));
  }
  return location;
}

/// Context and instance.
using Name = std::pair<uint32_t, uint32_t>;

TEST(DistributedCollectives, EveryOperationIsOnOneRankWithItsPartsByProcess) {
  const trace::MemoryTrace recorded = example();
  const trace::Definitions& definitions = recorded.definitions();
  const CommMembers members(definitions);
  for (const int ranks : {1, 2, 5}) {
    std::mutex mutex;
    std::map<Name, int> found;
    run_ranks(ranks, [&](Comm& comm) {
      const Distribution distribution(definitions, ranks);
      const Range own = distribution.locations(comm.rank());
      std::vector<CondensedLocation> locations;
      for (size_t l = own.begin; l < own.end; ++l) locations.push_back(location_of(l));
      TraceContext context{recorded,
                           definitions,
                           distribution,
                           distribution.processes(comm.rank()),
                           own,
                           {},
                           std::vector<RegionClass>(1)};
      const CondensedTrace trace{{std::move(context), std::move(locations)}};
      const DistributedCollectives distributed(trace, members, comm);
      const std::lock_guard lock(mutex);
      std::vector<CollectiveAnnouncement> buffer;
      Name last{0, 0};
      for (size_t i = 0; i < distributed.size(); ++i) {
        const CollectiveInstance announcements = distributed.at(i, buffer);
        ASSERT_EQ(announcements.size(), distributed.parts(i));
        if (announcements.empty()) continue;
        const Name name{announcements.front().context, announcements.front().instance};
        EXPECT_LE(last, name);
        last = name;
        ++found[name];
        const size_t step = announcements.front().comm == CommId(1) ? 2 : 1;
        ASSERT_EQ(announcements.size(), kProcesses / step);
        for (size_t k = 0; k < announcements.size(); ++k) {
          EXPECT_EQ((Name{announcements[k].context, announcements[k].instance}), name);
          EXPECT_EQ(announcements[k].process, k * step);
          EXPECT_EQ(announcements[k].enter, Ticks(static_cast<int64_t>(k * step)));
        }
        EXPECT_TRUE(is_complete(announcements, members) && is_consistent(announcements));
      }
    });
    EXPECT_EQ(found.size(), kOfWorld + kOfEven + kOfWindow) << ranks;
    for (const auto& [name, times] : found) EXPECT_EQ(times, 1) << name.first << " " << name.second;
  }
}

}  // namespace
}  // namespace latecomer::analyze
