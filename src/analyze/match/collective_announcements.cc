// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Which parts belong to the same collective operation.
//
//     rank 0:  Barrier(world) #0    Allreduce(world) #1            (world, 0): 0 1
//     rank 1:  Barrier(world) #0    Bcast(half) #0                 (world, 1): 0 1
//              Allreduce(world) #1                                 (half, 0):  1
//
// The operations of a rank count up, so what is wanted is a counting sort by operation, which all threads
// share (base/counting_sort.h). Parts stay in the order of their locations, and so of their processes.
//
// Cost: O(parts).

#include "analyze/match/collective_announcements.h"

#include <algorithm>
#include <unordered_map>

#include "analyze/match/process_order.h"
#include "analyze/model/tasks.h"
#include "base/counting_sort.h"
#include "base/free_list.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::CommId;
using trace::CommKind;
using trace::LocationGroupId;

bool is_root(const Collective& collective, const CommMembers& members, LocationGroupId process) {
  if (collective.root == trace::kSelfRank) return true;
  if (collective.root == trace::kNoRank || collective.root == trace::kThisGroup) return false;
  return members.process(collective.comm, process, collective.root) == process;
}

/// Returns whether a member takes part: it is not a member of an intercommunicator's group where another one
/// is the root, nor one that gets MPI_COMM_NULL.
bool takes_part(const CondensedTrace& trace, const CondensedLocation& location, const Collective& collective,
                bool root) {
  if (collective.root == trace::kThisGroup && !root) return false;
  const bool left_out = trace.makes_communicator(location, collective) && !collective.got_communicator;
  return !left_out || !trace.collective_facts.communicators;
}

/// Returns false for a communicator of one's own.
bool has_others(const Collective& collective, const trace::Definitions& definitions) {
  return collective.comm.valid() && definitions.communicators[collective.comm.index()].kind != CommKind::self;
}

void number_collectives_of(CondensedTrace& trace, LocationGroupId process) {
  std::unordered_map<uint32_t, uint32_t> instances;  // counts so far, by context
  const auto list = [](const CondensedLocation& location) -> const LargeVector<Collective>& {
    return location.collectives;
  };
  const auto call_of = [](const CondensedLocation& location, uint32_t operation) {
    return CallRef{location.id, location.collectives[operation].start};
  };
  ProcessOrder(trace, process, list, call_of).for_each([&](uint32_t l, uint32_t i) {
    Collective& collective = trace.locations[l].collectives[i];
    if (has_others(collective, trace.definitions))
      collective.instance = instances[context_of(collective, trace.definitions)]++;
  });
}

}  // namespace

CollectiveAnnouncement announce(const CondensedTrace& trace, const CommMembers& members,
                                LocationGroupId process, const CondensedLocation& location,
                                uint32_t operation) {
  const Collective& collective = location.collectives[operation];
  const bool root = is_root(collective, members, process);
  const bool part = takes_part(trace, location, collective, root);
  const bool by_bytes =
      moves_file_data(collective) || (trace.collective_facts.bytes && moves_data(collective.op));
  return {
      .context = context_of(collective, trace.definitions),
      .instance = collective.instance,
      .comm = collective.comm,
      .process = process.value,
      .location = location.id.value,
      .operation = operation,
      .sources = collective.sources,
      .path = location.path_of(collective.start),
      .enter = location.enter_of(collective.start),
      .end = trace.end_of(location, collective),
      .op = collective.op,
      .mode = collective.mode,
      .on_window = collective.window.valid(),
      .finalizes = trace.finalizes(location, collective),
      .root = root,
      .in_remote_group = trace.definitions.communicators[collective.comm.index()].kind == CommKind::inter &&
                         members.in_remote_group(collective.comm, process),
      .contributes = part && !(by_bytes && collective.bytes_sent == 0),
      .receives = part && !(by_bytes && collective.bytes_received == 0)};
}

void number_collectives(CondensedTrace& trace) {
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    number_collectives_of(trace, LocationGroupId(trace.own_processes.begin + p));
  });
}

/// Is what one task of the counting sort goes through.
class DistributedCollectives::Share {
 public:
  Share(const DistributedCollectives& distributed, std::span<const Part> parts)
      : distributed_(distributed), parts_(parts) {}

  /// Calls `visit(context, round, member)` for each part: of the operations of a context, every so many, as
  /// many as there are ranks, one is distributed to this rank.
  template <class Visit>
  void for_each(const Visit& visit) const {
    const uint32_t ranks = static_cast<uint32_t>(distributed_.ranks_);
    const auto visit_announced = [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const CollectiveAnnouncement& announcement = distributed_.announced_[i];
        visit(announcement.context, announcement.instance / ranks,
              Member{Member::kElsewhere, static_cast<uint32_t>(i)});
      }
    };
    const trace::Definitions& definitions = distributed_.trace_.definitions;
    for (const Part& part : parts_) {
      if (part.location == 0) {
        visit_announced(part.begin, part.end);
      } else if (part.location > distributed_.trace_.locations.size()) {
        visit_announced(distributed_.of_lower_ + part.begin, distributed_.of_lower_ + part.end);
      } else {
        const size_t l = part.location - 1;
        for (size_t i = part.begin; i < part.end; ++i) {
          const Collective& collective = distributed_.trace_.locations[l].collectives[i];
          if (!has_others(collective, definitions)) continue;
          const uint32_t context = context_of(collective, definitions);
          if (rank_of_operation(context, collective.instance, distributed_.ranks_) == distributed_.self_)
            visit(context, collective.instance / ranks,
                  Member{static_cast<uint32_t>(l), static_cast<uint32_t>(i)});
        }
      }
    }
  }

 private:
  const DistributedCollectives& distributed_;
  std::span<const Part> parts_;
};

DistributedCollectives::DistributedCollectives(const CondensedTrace& trace, const CommMembers& members,
                                               Comm& comm)
    : trace_(trace),
      members_(members),
      ranks_(static_cast<size_t>(comm.size())),
      self_(static_cast<size_t>(comm.rank())) {
  exchange_announcements(comm);
  sort_by_operation();
}

/// Sends the other ranks this one's parts in operations that are distributed to them.
void DistributedCollectives::exchange_announcements(Comm& comm) {
  std::vector<std::vector<CollectiveAnnouncement>> of_location(trace_.locations.size());
  parallel_for(of_location.size(), [&](size_t l) {
    const CondensedLocation& location = trace_.locations[l];
    const LocationGroupId process = trace_.process_of(location.id);
    for (uint32_t i = 0; i < location.collectives.size(); ++i) {
      const Collective& collective = location.collectives[i];
      if (!has_others(collective, trace_.definitions)) continue;
      const uint32_t context = context_of(collective, trace_.definitions);
      if (rank_of_operation(context, collective.instance, ranks_) != self_)
        of_location[l].push_back(announce(trace_, members_, process, location, i));
    }
  });
  std::vector<std::vector<CollectiveAnnouncement>> leaving(ranks_);
  for (std::vector<CollectiveAnnouncement>& announcements : of_location) {
    for (const CollectiveAnnouncement& announcement : announcements)
      leaving[rank_of_operation(announcement.context, announcement.instance, ranks_)].push_back(announcement);
    free_list(announcements);
  }
  std::vector<std::vector<CollectiveAnnouncement>> arrived = exchange(comm, std::move(leaving));
  for (size_t rank = 0; rank < arrived.size(); ++rank) {
    if (rank == self_) of_lower_ = announced_.size();
    announced_.insert(announced_.end(), arrived[rank].begin(), arrived[rank].end());
    free_list(arrived[rank]);
  }
}

void DistributedCollectives::sort_by_operation() {
  constexpr size_t kLeast = size_t{1} << 15;  // counts parts for a task
  constexpr size_t kMostTasks = 16;           // each has a number for every operation
  // What came from lower and higher ranks counts as locations before and behind this rank's.
  const auto parts_of = [&](size_t l) {
    if (l == 0) return of_lower_;
    return l > trace_.locations.size() ? announced_.size() - of_lower_
                                       : trace_.locations[l - 1].collectives.size();
  };
  size_t all = 0;
  for (size_t l = 0; l < trace_.locations.size() + 2; ++l) all += parts_of(l);
  const Tasks tasks(trace_.locations.size() + 2, std::max(kLeast, all / kMostTasks + 1), parts_of);
  std::vector<Share> shares;
  for (size_t task = 0; task < tasks.size(); ++task) shares.emplace_back(*this, tasks[task]);

  const std::vector<size_t> first = first_operations(shares);
  CountingSort sort(tasks.size(), first.back());
  parallel_for(tasks.size(), [&](size_t task) {
    shares[task].for_each(
        [&](uint32_t context, uint32_t round, const Member&) { sort.count(task, first[context] + round); });
  });
  begin_ = sort.settle();
  list_.resize(begin_.back());
  parallel_for(tasks.size(), [&](size_t task) {
    shares[task].for_each([&](uint32_t context, uint32_t round, const Member& member) {
      list_[sort.next(task, first[context] + round)] = member;
    });
  });
}

/// Returns the number of each context's first operation, and one past the last.
std::vector<size_t> DistributedCollectives::first_operations(const std::vector<Share>& shares) const {
  const trace::Definitions& definitions = trace_.definitions;
  const size_t contexts =
      definitions.communicators.size() + definitions.windows.size() + definitions.io_handles.size();
  std::vector<std::vector<uint32_t>> rounds(shares.size());  // counts by context
  parallel_for(shares.size(), [&](size_t task) {
    rounds[task].resize(contexts);
    shares[task].for_each([&](uint32_t context, uint32_t round, const Member&) {
      rounds[task][context] = std::max(rounds[task][context], round + 1);
    });
  });
  std::vector<size_t> first{0};
  for (size_t context = 0; context < contexts; ++context) {
    size_t most = 0;
    for (const std::vector<uint32_t>& of_task : rounds) most = std::max<size_t>(most, of_task[context]);
    first.push_back(first.back() + most);
  }
  return first;
}

CollectiveInstance DistributedCollectives::at(size_t operation,
                                              std::vector<CollectiveAnnouncement>& buffer) const {
  buffer.clear();
  for (size_t i = begin_[operation]; i < begin_[operation + 1]; ++i) {
    const Member& member = list_[i];
    if (member.location == Member::kElsewhere) {
      buffer.push_back(announced_[member.operation]);
    } else {
      const CondensedLocation& location = trace_.locations[member.location];
      buffer.push_back(
          announce(trace_, members_, trace_.process_of(location.id), location, member.operation));
    }
  }
  return buffer;
}

bool is_consistent(CollectiveInstance instance) {
  return std::all_of(instance.begin(), instance.end(), [&](const CollectiveAnnouncement& announcement) {
    return announcement.op == instance.front().op && announcement.mode == instance.front().mode;
  });
}

const CollectiveAnnouncement* find_announcement(CollectiveInstance instance, LocationGroupId process) {
  const auto found = std::lower_bound(instance.begin(), instance.end(), process.value,
                                      [](const CollectiveAnnouncement& announcement, uint32_t wanted) {
                                        return announcement.process < wanted;
                                      });
  return found != instance.end() && found->process == process.value ? &*found : nullptr;
}

}  // namespace latecomer::analyze
