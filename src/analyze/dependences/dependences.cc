// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What had to happen before what.
//
//     rank 0:  send ----------.----> probe                  a message that was probed: two effects of one
//     rank 1:                  '---> receive                cause
//
//     rank 0:  enter --.                 .--> leave         a barrier: three causes, one meeting, three
//     rank 1:  enter ---+--> meeting ---+---> leave         effects
//     rank 2:  enter --'                 '--> leave
//
//     rank 0:  enter ---> meeting ---> leave                a scan: rank i waits for itself and for what
//                            |                              rank i - 1 waits for
//     rank 1:  enter ---> meeting ---> leave
//
// After matching, every effect knows its cause, or the last of its causes, and every member of an operation
// knows how to name its meetings. So each location has its dependences without asking others, and they are
// made when somebody visits them. Cost: O(operations), nothing is exchanged.

#include "analyze/dependences/dependences.h"

#include "analyze/match/collective_announcements.h"

namespace latecomer::analyze {

using trace::LocationGroupId;
using trace::LocationId;
using Kind = DependenceEnd::Kind;

/// Goes through the dependences of one location.
class LocationDependences {
 public:
  LocationDependences(const Dependences& from, size_t l, const Dependences::Visit& visit)
      : from_(from),
        trace_(from.trace_),
        matches_(from.matches_),
        l_(l),
        location_(trace_.locations[l]),
        id_(location_.id),
        process_(trace_.process_of(id_)),
        visit_(visit) {}

  void visit_event(const EventTime& event) {
    const uint32_t operation = event.operation;
    const DependenceEnd effect{static_cast<Kind>(event.kind), id_.value, operation};
    switch (event.kind) {
      case EventTimeKind::receive:
      case EventTimeKind::probe:
        return visit_message(event);
      case EventTimeKind::collective_end:
        return visit_collective_end(l_, operation, trace_.end_of(location_, location_.collectives[operation]),
                                    location_.collectives[operation].completion);
      case EventTimeKind::foreign_completion: {
        const ForeignCompletion& completion = location_.foreign_completions[operation];
        if (completion.event.kind == trace::EventKind::irecv) return visit_message(event);
        if (!completion.owner.valid()) return;
        return visit_collective_end(trace_.local(completion.owner), completion.operation, event.time,
                                    completion.call);
      }
      case EventTimeKind::team_begin: {
        const TeamPart& part = location_.threads.parts[operation];
        if (part.leader.valid())
          visit_({.kind = DependenceKind::fork,
                  .cause = {Kind::fork, part.leader.value, part.fork},
                  .effect = effect,
                  .caused = trace_[part.leader].threads.forks[part.fork].time,
                  .caused_by = part.leader,
                  .effected = event.time});
        return;
      }
      case EventTimeKind::join:
        for (const Dependences::WorkerEnd& end : from_.worker_ends_[l_][operation])
          visit_({.kind = DependenceKind::join,
                  .cause = {Kind::team_end, end.worker.value, end.part},
                  .effect = effect,
                  .caused = end.time,
                  .caused_by = end.worker,
                  .effected = event.time});
        return;
      case EventTimeKind::send:
      case EventTimeKind::partition:
      case EventTimeKind::fork:
      case EventTimeKind::team_end:
        return;
    }
  }

  /// Visits the sends for which `is_wanted(send)`.
  template <class IsWanted, class VisitSend>
  void visit_received_sends(const IsWanted& is_wanted, const VisitSend& visit) {
    for (uint32_t i = 0; i < location_.sends.size(); ++i) {
      const CallIndex completion = location_.sends[i].completion;
      if (completion == kNoCall || !is_wanted(location_.sends[i])) continue;
      const MatchedReceive receive = matches_.messages.receive_of(trace_, l_, i);
      if (receive.owner.valid())
        visit({.kind = DependenceKind::synchronous_send,
               .cause = {Kind::receive_start, receive.owner.value, receive.operation},
               .effect = {Kind::send_leave, id_.value, i},
               .caused = receive.enter,
               .caused_by = receive.owner,
               .effected = location_.leave_of(completion),
               .call = {id_, completion}},
              i);
    }
  }

  void visit_synchronous_sends() {
    const auto is_synchronous = [&](const Message& send) {
      return trace_.class_of(location_.path_of(send.completion)).kind == CallKind::synchronous_send;
    };
    visit_received_sends(is_synchronous, [&](const Dependence& each, uint32_t) { visit_(each); });
  }

  void visit_hand_overs(const std::vector<HandOver>& hand_overs) {
    for (uint32_t i = 0; i < hand_overs.size(); ++i) {
      const HandOver& each = hand_overs[i];
      // Progress only explains waits that nothing else does, and the meeting of a fence comes after accesses.
      const bool need_not_come_first =
          each.kind == HandOver::Kind::progress || each.kind == HandOver::Kind::access;
      if (!each.known() || need_not_come_first) continue;
      const bool of_threads = each.kind < HandOver::Kind::post;
      const Kind release = each.is_at_leave ? Kind::call_leave : Kind::call_enter;
      visit_({.kind = DependenceKind::hand_over,
              .cause = {of_threads ? Kind::release : release, each.from.value, each.release},
              .effect = {of_threads ? Kind::acquisition : Kind::call_leave, id_.value,
                         of_threads ? i : each.call},
              .caused = each.released,
              .caused_by = each.from,
              .effected = each.had,
              .call = {id_, each.call}});
    }
  }

  void visit_partitions() {
    const PartitionEdge* previous = nullptr;
    for (const PartitionEdge& edge : matches_.partitions[l_]) {
      // A send partition that several of the receive share would count several times for the completion.
      const bool counted =
          previous && previous->receive == edge.receive && previous->send_partition == edge.send_partition;
      previous = &edge;
      if (!edge.ready.known()) continue;
      visit_partition(edge.ready, edge.arrived);
      if (!counted) visit_partition(edge.ready, edge.completed);
    }
  }

  void visit_barrier_leaves() {
    for (uint32_t b = 0; b < location_.threads.barriers.size(); ++b) {
      const Arrival& last = matches_.teams.barriers[l_][b];
      const CallIndex call = location_.threads.barriers[b].call;
      if (last.known())
        visit_({.kind = DependenceKind::team_barrier,
                .cause = team_meeting(b),
                .effect = {Kind::barrier_leave, id_.value, b},
                .caused = last.enter,
                .caused_by = last.location,
                .effected = location_.leave_of(call),
                .call = {id_, call},
                .contradicted = matches_.teams.contradicted[l_][b]});
    }
  }
  void visit_barrier_enters() {
    for (uint32_t b = 0; b < location_.threads.barriers.size(); ++b) {
      if (matches_.teams.barriers[l_][b].known() && !matches_.teams.contradicted[l_][b])
        visit_enter(DependenceKind::team_barrier, {Kind::barrier_enter, id_.value, b},
                    location_.enter_of(location_.threads.barriers[b].call), team_meeting(b));
    }
  }

  void visit_collective_starts() {
    for (uint32_t i = 0; i < location_.collectives.size(); ++i) {
      const Collective& collective = location_.collectives[i];
      const CollectiveMatch& match = matches_.collectives[l_][i];
      if (!match.complete || match.contradicts_clock) continue;
      const std::optional<DependenceKind> kind = kind_of(location_, collective);
      if (!kind) continue;
      const CollectiveAnnouncement part = announce(trace_, from_.members_, process_, location_, i);
      visit_links(*kind, collective, match, part.receives);
      if (!part.contributes) continue;
      const DependenceEnd start{Kind::collective_start, id_.value, i};
      if (match.has_sources)
        visit_enter(*kind, start, part.enter, meeting(Kind::contribution, collective, process_.value));
      const bool waits_only =
          part.root ? *kind == DependenceKind::all_to_one : *kind == DependenceKind::one_to_all;
      if (waits_only) continue;
      const bool by_rank = *kind == DependenceKind::prefix;
      visit_enter(*kind, start, part.enter,
                  meeting(Kind::members, collective, by_rank ? match.rank : part.in_remote_group));
    }
  }

 private:
  void visit_message(const EventTime& event) {
    from_.visit_message(l_, event, [&](const Dependence& each, LocalOperation) { visit_(each); });
  }

  void visit_partition(const PartitionUse& ready, const PartitionUse& effect) {
    if (!effect.known()) return;
    visit_({.kind = DependenceKind::partition,
            .cause = {Kind::partition, ready.location.value, ready.use},
            .effect = {Kind::partition, effect.location.value, effect.use},
            .caused = ready.time,
            .caused_by = ready.location,
            .effected = effect.time,
            .call = {effect.location, trace_[effect.location].partitioned_uses[effect.use].call}});
  }

  void visit_collective_end(size_t owner, uint32_t operation, Ticks end, CallIndex call) {
    const CondensedLocation& location = trace_.locations[owner];
    const Collective& collective = location.collectives[operation];
    const CollectiveMatch& match = matches_.collectives[owner][operation];
    if (!match.complete || !match.last.known()) return;
    if (const std::optional<DependenceKind> kind = kind_of(location, collective))
      visit_({.kind = *kind,
              .cause = awaited_meeting(*kind, collective, match),
              .effect = {Kind::collective_end, location.id.value, operation},
              .caused = match.last.enter,
              .caused_by = match.last.location,
              .effected = end,
              .call = {id_, call},
              .contradicted = match.contradicts_clock});
  }

  void visit_enter(DependenceKind kind, const DependenceEnd& enter, Ticks time,
                   const DependenceEnd& meeting) {
    visit_({.kind = kind, .cause = enter, .effect = meeting, .caused = time, .caused_by = id_});
  }

  /// Visits what leads from meetings to others: what lower ranks, or the neighbours, have for this member.
  void visit_links(DependenceKind kind, const Collective& collective, const CollectiveMatch& match,
                   bool receives) {
    if (kind == DependenceKind::prefix && match.rank > 0)
      visit_({.kind = kind,
              .cause = meeting(Kind::members, collective, match.rank - 1),
              .effect = meeting(Kind::members, collective, match.rank)});
    if (kind != DependenceKind::neighbourhood || !receives) return;
    for (const LocationGroupId source : from_.members_.processes(collective.sources))
      visit_({.kind = kind,
              .cause = meeting(Kind::contribution, collective, source.value),
              .effect = awaited_meeting(kind, collective, match)});
  }

  /// Returns how the members of a collective operation depend on each other; nothing if nobody has to wait.
  std::optional<DependenceKind> kind_of(const CondensedLocation& location,
                                        const Collective& collective) const {
    if (collective.sources.valid()) return DependenceKind::neighbourhood;
    switch (synchronization_of(collective.op)) {
      case Synchronization::barrier:
      case Synchronization::all_to_all:
      case Synchronization::management:
        return DependenceKind::all_to_all;
      case Synchronization::one_to_all:
        return DependenceKind::one_to_all;
      case Synchronization::all_to_one:
        return DependenceKind::all_to_one;
      case Synchronization::prefix:
        return DependenceKind::prefix;
      case Synchronization::none:
        if (trace_.finalizes(location, collective)) return DependenceKind::all_to_all;
        if (collective.window.valid() && frees(collective.op)) return DependenceKind::all_to_all;
        return std::nullopt;
    }
    return std::nullopt;
  }

  DependenceEnd meeting(Kind kind, const Collective& collective, uint32_t member) const {
    return {kind, context_of(collective, trace_.definitions), collective.instance, member};
  }
  /// Returns the meeting of all for whom a member waits.
  DependenceEnd awaited_meeting(DependenceKind kind, const Collective& collective,
                                const CollectiveMatch& match) const {
    if (kind == DependenceKind::neighbourhood) return meeting(Kind::sources, collective, process_.value);
    if (kind == DependenceKind::prefix) return meeting(Kind::members, collective, match.rank);
    // The members of an intercommunicator wait for the other group.
    const trace::CommKind comm = trace_.definitions.communicators[collective.comm.index()].kind;
    const bool for_remote =
        comm == trace::CommKind::inter && !from_.members_.in_remote_group(collective.comm, process_);
    return meeting(Kind::members, collective, for_remote ? 1 : 0);
  }
  DependenceEnd team_meeting(uint32_t barrier) const {
    const TeamBarrier& entered = location_.threads.barriers[barrier];
    const TeamPart& part = location_.threads.parts[entered.part];
    return {Kind::team, part.leader.value, part.fork, entered.number};
  }

  const Dependences& from_;
  const CondensedTrace& trace_;
  const Matches& matches_;
  const size_t l_;
  const CondensedLocation& location_;
  const LocationId id_;
  const LocationGroupId process_;
  const Dependences::Visit& visit_;
};

Dependences::Dependences(const CondensedTrace& trace, const CommMembers& members, const Matches& matches)
    : trace_(trace), members_(members), matches_(matches) {
  for (const CondensedLocation& location : trace.locations) {
    probed_.emplace_back(location.probes.size());
    worker_ends_.emplace_back(location.threads.forks.size());
  }
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    for (uint32_t i = 0; !location.details.empty() && i < location.receives.size(); ++i) {
      const MessageDetail* const detail = location.find_detail(location.receives[i]);
      if (detail && detail->probe.location.valid())
        probed_[trace.local(detail->probe.location)][detail->probe_number] = LocalOperation{l, i};
    }
    if (location.threads.parts.empty()) continue;
    location.event_times.for_each(EventTimeKind::team_end, [&](uint32_t operation, Ticks time) {
      const TeamPart& part = location.threads.parts[operation];
      if (part.leader.valid() && part.leader != location.id)
        worker_ends_[trace.local(part.leader)][part.fork].push_back({location.id, operation, time});
    });
  }
}

void Dependences::visit_message(size_t l, const EventTime& event, const VisitMessage& visit) const {
  const CondensedLocation& location = trace_.locations[l];
  const bool is_probe = event.kind == EventTimeKind::probe;
  LocalOperation receive{l, event.operation};
  CallIndex call = kNoCall;
  if (event.kind == EventTimeKind::receive) {
    call = location.receives[event.operation].completion;
  } else if (is_probe) {
    const std::optional<LocalOperation>& probed = probed_[l][event.operation];
    if (!probed) return;
    receive = *probed;
    call = location.probes[event.operation].call;
  } else if (event.kind == EventTimeKind::foreign_completion) {
    const ForeignCompletion& completion = location.foreign_completions[event.operation];
    if (!completion.owner.valid() || completion.event.kind != trace::EventKind::irecv) return;
    receive = {trace_.local(completion.owner), completion.operation};
    call = completion.call;
  } else {
    return;
  }
  const Sent sent = matches_.messages.sent_of(trace_, receive.location, receive.operation);
  if (!sent.owner.valid() || sent.time == Ticks::min()) return;
  const trace::LocationId receiver = trace_.locations[receive.location].id;
  visit({.kind = is_probe ? DependenceKind::probe : DependenceKind::message,
         .cause = {Kind::send, sent.owner.value, sent.operation},
         .effect = is_probe ? DependenceEnd{Kind::probe, location.id.value, event.operation}
                            : DependenceEnd{Kind::receive, receiver.value, receive.operation},
         .caused = sent.time,
         .caused_by = sent.owner,
         .effected = event.time,
         .call = {location.id, call}},
        receive);
}

void Dependences::for_each_message(size_t l, const VisitMessage& visit) const {
  trace_.locations[l].event_times.for_each([&](const EventTime& event) { visit_message(l, event, visit); });
}

void Dependences::for_each_effect(size_t l, const Visit& visit) const {
  LocationDependences of_location(*this, l, visit);
  trace_.locations[l].event_times.for_each([&](const EventTime& event) { of_location.visit_event(event); });
  of_location.visit_partitions();
  of_location.visit_barrier_leaves();
}

void Dependences::for_each_condition(size_t l, const Visit& visit) const {
  for_each_effect(l, visit);
  LocationDependences of_location(*this, l, visit);
  of_location.visit_synchronous_sends();
  of_location.visit_barrier_enters();
  of_location.visit_collective_starts();
}

void Dependences::for_each_received_send(size_t l, const VisitSend& visit) const {
  const Visit none;
  LocationDependences(*this, l, none).visit_received_sends([](const Message&) { return true; }, visit);
}

std::vector<Ticks> Dependences::all_ready(size_t l) const {
  std::vector<Ticks> ready(trace_.locations[l].receives.size(), Ticks::min());
  for (const PartitionEdge& edge : matches_.partitions[l])
    if (edge.ready.known()) ready[edge.receive] = std::max(ready[edge.receive], edge.ready.time);
  return ready;
}

void Dependences::for_each_hand_over(const HandOvers& hand_overs, size_t l, const Visit& visit) const {
  LocationDependences(*this, l, visit).visit_hand_overs(hand_overs[l]);
}

CallPathId Dependences::path_of(const Dependence& dependence) const {
  const CallRef& call = dependence.call;
  if (call.location.valid())
    return call.call == kNoCall ? CallPathId() : trace_[call.location].path_of(call.call);
  // The path is where a team was forked that begins or is joined.
  const bool joins = dependence.kind == DependenceKind::join;
  const DependenceEnd& fork = joins ? dependence.effect : dependence.cause;
  const CondensedLocation& leader = trace_[LocationId(fork.location)];
  const CallPathId path = leader.threads.forks[fork.operation].path;
  return path.valid() ? leader.paths[path.index()] : CallPathId();
}

}  // namespace latecomer::analyze
