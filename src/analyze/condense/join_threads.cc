// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the threads of a process did together.
//
// The problem: each thread's events are condensed on their own, but MPI's requests belong to the process: one
// thread may start a message and another complete it, and a partitioned transfer is made of calls of many.
//
//     thread 0:  Psend_init | Start            | Wait        one transfer: starts in thread 0's Start, is
//     thread 1:               work  | Pready 0                ready to go in thread 1's Pready, and ends in
//     thread 2:               work | Pready 1                 thread 0's Wait
//
// The idea: what a request is used for follows from the order in which all threads together used it: it is
// started, made ready, completed, and started again. So what could not be settled within a thread is brought
// together by request and gone through by time.
//
// Cost: O(n log n) for those few operations; nothing for the others.

#include "analyze/condense/join_threads.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "base/check.h"
#include "base/free_list.h"

namespace latecomer::analyze {

namespace {

using trace::Anomaly;
using trace::EventKind;

/// Is an operation of thread `location` that it did not complete itself.
struct Open {
  RequestKind kind;
  uint64_t request;
  Ticks start;
  size_t location;
  uint32_t operation;
  bool completed = false;

  auto request_name() const { return std::tuple(kind, request); }
  auto order() const { return std::tuple(kind, request, start, location, operation); }
};

struct Completion {
  size_t location;
  ForeignCompletion* what;
  bool operator<(const Completion& other) const { return what->event.time < other.what->event.time; }
};

LargeVector<Message>& messages_of(CondensingLocation& location, bool sends) {
  return sends ? location.sends : location.receives;
}

CallIndex start_of(const CondensingLocation& location, const OpenRequest& open) {
  switch (open.kind) {
    case RequestKind::send:
      return location.sends[open.operation].start;
    case RequestKind::receive:
      return location.receives[open.operation].start;
    case RequestKind::collective:
      return location.collectives[open.operation].start;
  }
  CHECK(false);
}

std::vector<Open> open_operations(std::span<CondensingLocation> process) {
  std::vector<Open> open;
  for (size_t l = 0; l < process.size(); ++l) {
    for (const OpenRequest& each : process[l].open_requests)
      open.push_back(
          {each.kind, each.request, process[l].enter_of(start_of(process[l], each)), l, each.operation});
  }
  std::sort(open.begin(), open.end(), [](const Open& a, const Open& b) { return a.order() < b.order(); });
  return open;
}

/// Returns the first operation of the request that is still open, if it had been started by then.
Open* find_open(std::vector<Open>& open, RequestKind kind, uint64_t request, Ticks time) {
  const std::tuple name(kind, request);
  auto found = std::lower_bound(open.begin(), open.end(), name, [](const Open& each, const auto& wanted) {
    return each.request_name() < wanted;
  });
  while (found != open.end() && found->request_name() == name && found->completed) ++found;
  const bool matches = found != open.end() && found->request_name() == name;
  return matches && found->start <= time ? &*found : nullptr;
}

RequestKind kind_of(EventKind completion) {
  switch (completion) {
    case EventKind::isend_complete:
      return RequestKind::send;
    case EventKind::irecv:
      return RequestKind::receive;
    default:
      return RequestKind::collective;
  }
}

/// Notes in both threads that one completed what the other had started.
void complete(CondensingLocation& owner, const Open& open, CondensingLocation& completer,
              ForeignCompletion& completion) {
  completion.owner = owner.id;
  completion.operation = open.operation;
  const CompletedForOther completed{owner.id, open.operation, completion.call};
  switch (open.kind) {
    case RequestKind::send:
      owner.detail_of(owner.sends[open.operation]).completed_elsewhere = {completer.id, completion.call};
      return completer.sends_of_others.push_back(completed);
    case RequestKind::receive:
      owner.receives[open.operation].envelope = owner.add_envelope(envelope_of(completion.event));
      owner.detail_of(owner.receives[open.operation]).completed_elsewhere = {completer.id, completion.call};
      return completer.receives_of_others.push_back(completed);
    case RequestKind::collective:
      set_end(owner.collectives[open.operation], completion.event);
      return completer.collectives_of_others.push_back(completed);
  }
}

/// Returns false if no thread had started what this ends.
bool settle(std::span<CondensingLocation> process, std::vector<Open>& open, const Completion& completion) {
  const trace::Event& event = completion.what->event;
  if (event.kind == EventKind::request_cancelled) {
    Open* const send = find_open(open, RequestKind::send, event.request, event.time);
    Open* const cancelled = send ? send : find_open(open, RequestKind::receive, event.request, event.time);
    // A collective operation cannot be cancelled: it failed, and stays open.
    if (!cancelled) return find_open(open, RequestKind::collective, event.request, event.time) != nullptr;
    cancelled->completed = true;
    CondensingLocation& location = process[cancelled->location];
    messages_of(location, cancelled == send)[cancelled->operation].envelope = kNoEnvelope;
    return true;
  }
  Open* const found = find_open(open, kind_of(event.kind), event.request, event.time);
  if (!found) return false;
  found->completed = true;
  complete(process[found->location], *found, process[completion.location], *completion.what);
  return true;
}

void count_incomplete(CondensingLocation& location, const Open& open) {
  const OpenRequest request{open.kind, open.request, open.operation};
  location.count_anomaly(Anomaly::incomplete_request, location.path_of(start_of(location, request)));
  switch (open.kind) {
    case RequestKind::send:
      ++location.open.incomplete_sends;
      return;
    case RequestKind::receive:
      ++location.open.incomplete_receives;
      return;
    case RequestKind::collective:
      ++location.open.incomplete_collectives;
  }
}

void settle_completions(std::span<CondensingLocation> process) {
  std::vector<Open> open = open_operations(process);
  std::vector<Completion> completions;
  for (size_t l = 0; l < process.size(); ++l) {
    for (ForeignCompletion& each : process[l].foreign_completions) completions.push_back({l, &each});
  }
  std::stable_sort(completions.begin(), completions.end());
  for (const Completion& each : completions) {
    CondensingLocation& location = process[each.location];
    if (!settle(process, open, each))
      location.count_anomaly(Anomaly::unknown_request, location.path_of(each.what->call));
  }
  for (const Open& each : open) {
    if (!each.completed) count_incomplete(process[each.location], each);
  }
}

/// Is a use of a partitioned request by any thread.
struct Use {
  size_t location;
  PartitionedUse* what;
};

/// Is one partitioned request of the process: its initialization and what each thread did with it.
struct Channel {
  const PartitionedInit* init = nullptr;
  uint32_t number = 0;  ///< Is 1 + how many of the same envelope and direction were initialized before.
  std::vector<std::vector<Use>> uses;  ///< Holds uses by thread.
};

/// Turns one request's uses into messages.
class Transfers {
 public:
  Transfers(std::span<CondensingLocation> process, Channel& channel) : process_(process), channel_(channel) {}

  /// Goes through what all threads did by time; at equal times in an order that makes sense.
  void run() {
    std::vector<size_t> next(channel_.uses.size());
    while (true) {
      const Use* first = nullptr;
      size_t thread = 0;
      for (size_t t = 0; t < next.size(); ++t) {
        if (next[t] == channel_.uses[t].size()) continue;
        const Use& use = channel_.uses[t][next[t]];
        if (first && order(*first) <= order(use)) continue;
        first = &use;
        thread = t;
      }
      if (!first) break;
      add(*first);
      ++next[thread];
    }
    end_unfinished();
  }

 private:
  std::pair<Ticks, int> order(const Use& use) const {
    const EventKind kind = use.what->kind;
    const bool starts = kind == EventKind::psend_request || kind == EventKind::precv_request;
    const bool completes = kind == EventKind::psend_complete || kind == EventKind::precv_complete;
    return {use.what->time, starts == open_ ? 2 : completes ? 1 : 0};
  }

  static bool is_of_send(EventKind kind) {
    return kind == EventKind::psend_request || kind == EventKind::pready || kind == EventKind::psend_complete;
  }

  void add(const Use& use) {
    if (is_of_send(use.what->kind) != channel_.init->sends) return unknown(use);
    switch (use.what->kind) {
      case EventKind::psend_request:
      case EventKind::precv_request:
        return start(use);
      case EventKind::pready:
      case EventKind::parrived:
        return note_partition(use);
      default:
        return complete_with(use);
    }
  }

  void end_unfinished() const {
    if (!open_) return;
    CondensingLocation& owner = process_[location_];
    const Message& message = messages_of(owner, channel_.init->sends)[index_];
    owner.count_anomaly(Anomaly::incomplete_request, owner.path_of(message.start));
  }

  void start(const Use& use) {
    end_unfinished();
    const PartitionedInit& init = *channel_.init;
    location_ = use.location;
    CondensingLocation& owner = process_[location_];
    LargeVector<Message>& messages = messages_of(owner, init.sends);
    index_ = static_cast<uint32_t>(messages.size());
    Message& message = messages.emplace_back(Message{use.what->call});
    message.envelope = owner.add_envelope({init.comm, init.peer, init.tag, init.bytes});
    MessageDetail& detail = owner.detail_of(message);
    detail.channel = channel_.number;
    detail.partitions = init.partitions;
    open_ = true;
  }

  void note_partition(const Use& use) {
    if (!open_ || use.what->partition >= channel_.init->partitions) return unknown(use);
    use.what->owner = process_[location_].id;
    use.what->message = index_;
  }

  void complete_with(const Use& use) {
    if (!open_) return unknown(use);
    open_ = false;
    CondensingLocation& owner = process_[location_];
    use.what->owner = owner.id;
    use.what->message = index_;
    Message& message = messages_of(owner, channel_.init->sends)[index_];
    if (use.location == location_) {
      message.completion = use.what->call;
      return;
    }
    CondensingLocation& other = process_[use.location];
    owner.detail_of(message).completed_elsewhere = {other.id, use.what->call};
    (channel_.init->sends ? other.sends_of_others : other.receives_of_others)
        .push_back({owner.id, index_, use.what->call});
  }

  void unknown(const Use& use) {
    CondensingLocation& location = process_[use.location];
    location.count_anomaly(Anomaly::unknown_request, location.path_of(use.what->call));
  }

  std::span<CondensingLocation> process_;
  Channel& channel_;
  bool open_ = false;
  size_t location_ = 0;  ///< Is the thread that started the transfer.
  uint32_t index_ = 0;   ///< Is the transfer's position there.
};

/// Returns the initializations of all threads by time, numbered within their envelope and direction.
std::map<uint64_t, Channel> channels_of(std::span<CondensingLocation> process) {
  struct Init {
    const PartitionedInit* what;
    Ticks time;
  };
  std::vector<Init> inits;
  for (const CondensingLocation& location : process) {
    for (const PartitionedInit& each : location.partitioned_inits)
      inits.push_back({&each, location.enter_of(each.call)});
  }
  std::stable_sort(inits.begin(), inits.end(), [](const Init& a, const Init& b) { return a.time < b.time; });

  std::map<std::tuple<bool, uint32_t, uint32_t, uint32_t>, uint32_t>
      initialized;  // counts by direction and envelope
  std::map<uint64_t, Channel> channels;
  for (const Init& each : inits) {
    const PartitionedInit& init = *each.what;
    Channel& channel = channels[init.request];
    channel.init = &init;
    channel.uses.resize(process.size());
    channel.number = ++initialized[{init.sends, init.comm.value, init.peer, init.tag}];
  }
  return channels;
}

void settle_partitioned(std::span<CondensingLocation> process) {
  std::map<uint64_t, Channel> channels = channels_of(process);
  for (size_t l = 0; l < process.size(); ++l) {
    for (PartitionedUse& use : process[l].partitioned_uses) {
      const auto channel = channels.find(use.request);
      if (channel == channels.end())
        process[l].count_anomaly(Anomaly::unknown_request, process[l].path_of(use.call));
      else
        channel->second.uses[l].push_back({l, &use});
    }
  }
  for (auto& [request, channel] : channels) Transfers(process, channel).run();
}

}  // namespace

void join_threads(std::span<CondensingLocation> process) {
  settle_completions(process);
  settle_partitioned(process);
  const auto by_call = [](const CompletedForOther& a, const CompletedForOther& b) { return a.call < b.call; };
  for (CondensingLocation& location : process) {
    std::stable_sort(location.sends_of_others.begin(), location.sends_of_others.end(), by_call);
    std::stable_sort(location.receives_of_others.begin(), location.receives_of_others.end(), by_call);
    std::stable_sort(location.collectives_of_others.begin(), location.collectives_of_others.end(), by_call);
    free_list(location.open_requests);
    free_list(location.partitioned_inits);
  }
}

}  // namespace latecomer::analyze
