// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What a wait state leads to.
//
// The problem: a wait of location d makes it late for others, whose waits make them late for others still.
// All that waiting has to be charged to what made d wait at first.
//
//     a: | work work | send
//     b: | recv ~~~~~~~~~~~ | send
//     c: | recv ~~~~~~~~~~~~~~~~~~~ |
//
// a's work causes two waits: b's at short term, and c's at long term, because b's wait propagates to c.
//
// The idea: what a wait x of d caused is known once everything that d did after x is known. So every location
// goes through the wait states that it caused (its delays) from the last to the first. Passing one, it
// divides the wait and what that caused further among d's own waits in the interval; a wait that no delay to
// come can reach any more is complete, and its amount is delivered to the location that caused *it*. A
// location stops where the amount of a delay's wait is not known yet; the delivery of that sets it going
// again. Deliveries to other ranks leave when no location of this rank can go on.
//
// What a wait caused is kept by the kind of the waits that it caused in the end: b's wait at long term cost c
// a wait for a late sender, whatever b itself waited in. So a few numbers go the same way as one would; if
// there are more kinds than that, several times.
//
// The waits of an interval are consecutive, and those of them that are not complete are the last ones that
// are not. So charging them adds one number to "all open waits from this one on", and what a wait has is the
// sum of what was added to it and to those before: with a tree of partial sums (Fenwick's) O(log n) steps
// each. Sums are made in an order that only the trace decides.
//
// Cost: O(wait states x log n), a delivery for each that was caused on another rank; deliveries that depend
// on each other follow one after the other. About 80 bytes for each wait state.

#include "analyze/causes/propagate_costs.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <span>

#include "analyze/model/lowest_location.h"
#include "analyze/model/tasks.h"
#include "analyze/waits/wait_kinds.h"
#include "base/parallel.h"
#include "comm/small_messages.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

constexpr size_t kGrain = size_t{1} << 15;  ///< Is how many delays a task goes through.

/// Holds what comes of waiting, for others: by a tick of it, or in ticks of a whole wait state.
struct Consequences {
  CostsByKind further{};
  double propagating = 0;
};

/// Says which of the kinds that are followed together each kind is; kKindsTogether: none.
using KindPositions = std::array<size_t, kWaitKinds>;

CostsByKind scaled(CostsByKind costs, double factor) {
  for (double& each : costs) each *= factor;
  return costs;
}

void add_costs(CostsByKind& sum, const CostsByKind& more) {
  for (size_t kind = 0; kind < kKindsTogether; ++kind) sum[kind] += more[kind];
}

/// Holds a location's wait states that are open, the last of which is completed next, and what was added to
/// them. Node i of the tree has what was added to begin with one of the waits that end with i, as many as the
/// lowest bit of i + 1 says. Only nodes of open waits are read, so others hold what came of them.
class OpenWaits {
 public:
  OpenWaits() = default;
  explicit OpenWaits(size_t waits) : nodes_(waits), lowest_(waits) {}

  /// Adds to waits [begin, end), up to the last open one.
  void add(size_t begin, size_t end, const Consequences& more) {
    lowest_ = std::min(lowest_, begin);
    for (size_t node = begin; node < end; node |= node + 1) add_to(nodes_[node], more);
  }
  /// Returns what was added to this one, which is the last open one.
  Consequences at(size_t wait) const {
    Consequences all;
    for (size_t end = wait + 1; end > lowest_; end &= end - 1) add_to(all, nodes_[end - 1]);
    return all;
  }
  /// Returns what came of it, when it is complete.
  Consequences& outcome(size_t wait) { return nodes_[wait]; }
  LargeVector<Consequences> take_outcomes() { return std::move(nodes_); }

 private:
  /// Adds the sum of further costs, and takes the largest of what is propagated.
  static void add_to(Consequences& node, const Consequences& more) {
    add_costs(node.further, more.further);
    node.propagating = std::max(node.propagating, more.propagating);
  }

  LargeVector<Consequences> nodes_;
  size_t lowest_ = 0;  ///< Is the lowest wait that something was added to begin with.
};

/// Is what a complete wait state caused further, for the location that caused it.
struct Delivery {
  LocationId cause;
  uint32_t delay;  ///< Is the delay that caused it.
  CostsByKind further;
};

/// Holds, for each wait state of a location, which of its cause's delays caused it.
using DelayOfWaits = LargeVector<uint32_t>;

/// Is one location on its way from its end to its beginning. It refers to its lists.
class Traversal {
 public:
  Traversal(const LargeVector<WaitState>& waits, const DelayOfWaits& delay_of_waits, const Delays& delays,
            const KindPositions& positions)
      : waits_(waits),
        delay_of_waits_(delay_of_waits),
        delays_(delays),
        positions_(positions),
        open_waits_(waits.size()),
        further_(delays.list.size(), kUnknown),
        consequences_(waits.size()) {
    find_interval();
  }

  /// Returns whether that is what it stands at.
  bool receive(const Delivery& delivery) {
    further_[delivery.delay] = delivery.further;
    return delivery.delay == next_delay_;
  }

  /// Goes on as far as it can; calls `deliver` with what became complete.
  template <class Deliver>
  void advance(const Deliver& deliver) {
    while (true) {
      const bool delays_left = next_delay_ < further_.size();
      if (open_waits_ > (delays_left ? end_wait_ : 0)) {
        --open_waits_;
        const Consequences& of_wait = complete(waits_[open_waits_].amount);
        if (waits_[open_waits_].cause.valid())
          deliver(Delivery{waits_[open_waits_].cause, delay_of_waits_[open_waits_], of_wait.further});
      } else if (delays_left && further_[next_delay_] != kUnknown) {
        charge(delays_.list[next_delay_], further_[next_delay_]);
        ++next_delay_;
        find_interval();
      } else {
        return;
      }
    }
  }

  /// Gives up on the delay at which it stands: its wait state's consequences stay unknown until it is too
  /// late to charge anybody with them.
  void skip() {
    skipped_.push_back(static_cast<uint32_t>(next_delay_));
    further_[next_delay_] = {};
  }
  bool done() const { return next_delay_ == further_.size() && open_waits_ == 0; }

  // These functions are called when all locations are done.
  LargeVector<Consequences> take_consequences() { return consequences_.take_outcomes(); }
  /// Returns, for each delay's wait state, what that had caused further on.
  LargeVector<CostsByKind> take_further() { return std::move(further_); }
  const std::vector<uint32_t>& skipped() const { return skipped_; }

 private:
  static constexpr CostsByKind kUnknown{-1};  // what is known is not negative

  /// Finds where the interval of the next delay ends among the location's wait states. The latest delay is
  /// first.
  void find_interval() {
    if (next_delay_ == further_.size()) return;
    while (end_wait_ > 0 && waits_[end_wait_ - 1].end > delays_.list[next_delay_].to) --end_wait_;
  }

  /// Completes the last one that was open.
  const Consequences& complete(Ticks amount_in_ticks) {
    const double amount = static_cast<double>(amount_in_ticks.count);
    const Consequences by_tick = consequences_.at(open_waits_);
    Consequences& outcome = consequences_.outcome(open_waits_);
    outcome = {scaled(by_tick.further, amount), amount * std::min(1.0, by_tick.propagating)};
    if (!corrections_.empty()) {
      for (size_t kind = 0; kind < kKindsTogether; ++kind)
        outcome.further[kind] = std::max(0.0, outcome.further[kind] - corrections_[open_waits_][kind]);
    }
    return outcome;
  }

  /// Charges the location's own waits in the delay's interval with their share of its wait state and its
  /// consequences.
  void charge(const Delay& delay, CostsByKind further) {
    // All later waits are complete: those that are not end in the interval or before it.
    const size_t first_wait = delay.first_wait;
    if (first_wait >= open_waits_) return;
    const double amount = static_cast<double>(delay.amount.count);
    const size_t own = positions_[cost_kind(delay.metric)];
    if (own < kKindsTogether) further[own] += amount;
    const CostsByKind share = scaled(further, delay.scale());
    consequences_.add(first_wait, open_waits_, {share, amount * delay.scale()});
    const Ticks begin = waits_[first_wait].end - waits_[first_wait].amount;
    if (begin >= delay.from) return;
    if (corrections_.empty()) corrections_.resize(open_waits_);
    add_costs(corrections_[first_wait], scaled(share, static_cast<double>((delay.from - begin).count)));
  }

  const LargeVector<WaitState>& waits_;
  const DelayOfWaits& delay_of_waits_;
  const Delays& delays_;
  const KindPositions& positions_;
  size_t open_waits_;                 ///< Counts the first waits, [0, open_waits_), that are not complete.
  size_t end_wait_ = open_waits_;     ///< Is the first wait that ends after the interval of the next delay.
  LargeVector<CostsByKind> further_;  ///< Are per delay.
  OpenWaits consequences_;            ///< Are by tick of each wait state; of the whole, where it is complete.
  /// Is for waits that had begun before an interval did; empty: there are none.
  LargeVector<CostsByKind> corrections_;
  size_t next_delay_ = 0;
  std::vector<uint32_t> skipped_;
};

/// Is all locations of this rank, and what they have for those of others. It is used once for some kinds of
/// costs.
class Propagation {
 public:
  Propagation(const LocalTrace& trace, const WaitStates& waits,
              const std::vector<DelayOfWaits>& delay_of_waits, const std::vector<Delays>& delays,
              const KindPositions& positions, Comm& comm)
      : trace_(trace), comm_(comm), messages_(comm) {
    traversals_.reserve(waits.size());
    for (size_t l = 0; l < waits.size(); ++l) {
      traversals_.emplace_back(waits[l], delay_of_waits[l], delays[l], positions);
      ready_.push_back(l);
    }
  }

  void run() {
    while (true) {
      advance_all();
      int64_t waiting[] = {std::ranges::count_if(traversals_, [](const auto& each) { return !each.done(); })};
      comm_.sum(waiting);
      if (waiting[0] == 0) return;
      break_circle();
    }
  }
  /// Returns one traversal per location.
  std::vector<Traversal>& traversals() { return traversals_; }

 private:
  /// Advances until no location of any rank can go on.
  void advance_all() {
    std::vector<Delivery> arrived;
    do {
      for (const Delivery& delivery : arrived) receive(delivery);
      while (!ready_.empty()) {
        const size_t l = ready_.back();
        ready_.pop_back();
        traversals_[l].advance([&](const Delivery& delivery) {
          if (trace_.is_local(delivery.cause))
            receive(delivery);
          else
            messages_.send(trace_.rank_of(delivery.cause), delivery);
        });
      }
      arrived = messages_.collect();
    } while (!arrived.empty());
  }

  void receive(const Delivery& delivery) {
    const size_t l = trace_.local(delivery.cause);
    if (traversals_[l].receive(delivery)) ready_.push_back(l);
  }

  /// Breaks a circle of waiting locations: the location with the lowest id goes on without knowing.
  void break_circle() {
    const std::optional<size_t> lowest =
        lowest_location(trace_.own_locations, comm_, [&](size_t l) { return !traversals_[l].done(); });
    if (!lowest) return;
    traversals_[*lowest].skip();
    ready_.push_back(*lowest);
  }

  const LocalTrace& trace_;
  Comm& comm_;
  std::vector<Traversal> traversals_;
  std::vector<size_t> ready_;  ///< Lists locations that can go on.
  SmallMessages<Delivery> messages_;
};

/// Finds of all wait states which share of them delays explain. Returns, by location and wait state, which of
/// its cause's delays it is from.
std::vector<DelayOfWaits> find_direct(const LocalTrace& trace, const std::vector<Delays>& delays, Comm& comm,
                                      WaitOrigins& origins) {
  std::vector<DelayOfWaits> delay_of(origins.of_waits.size());
  parallel_for(delay_of.size(), [&](size_t l) { delay_of[l].resize(origins.of_waits[l].size()); });
  struct Share {
    LocationId waiter;
    uint32_t wait;
    uint32_t delay;
    bool explained;
    double direct;
  };
  const auto take = [&](const Share& share) {
    const size_t l = trace.local(share.waiter);
    origins.of_waits[l][share.wait].direct = share.direct;
    origins.of_waits[l][share.wait].explained = share.explained;
    delay_of[l][share.wait] = share.delay;
  };
  const auto share_of = [&](const Delays& of_location, uint32_t i) {
    const Delay& delay = of_location.list[i];
    // The division comes last, so that what is explained entirely by delays is all direct, to the last bit.
    const double excess = static_cast<double>(of_location.excess(delay).count);
    const double all = static_cast<double>(delay.explained.count);
    const double direct = all == 0 ? 0 : static_cast<double>(delay.amount.count) * excess / all;
    return Share{delay.waiter, delay.wait, i, delay.scale() > 0, direct};
  };
  // Every wait state has one cause, so that no two threads write to the same.
  const Tasks tasks(delays.size(), kGrain, [&](size_t l) { return delays[l].list.size(); });
  parallel_for(tasks.size(), [&](size_t task) {
    for (const Part& part : tasks[task]) {
      for (size_t i = part.begin; i < part.end; ++i) {
        if (trace.is_local(delays[part.location].list[i].waiter))
          take(share_of(delays[part.location], static_cast<uint32_t>(i)));
      }
    }
  });
  std::vector<std::vector<Share>> shares(static_cast<size_t>(comm.size()));
  for (size_t l = 0; comm.size() > 1 && l < delays.size(); ++l) {
    for (uint32_t i = 0; i < delays[l].list.size(); ++i) {
      const LocationId waiter = delays[l].list[i].waiter;
      if (!trace.is_local(waiter)) shares[trace.rank_of(waiter)].push_back(share_of(delays[l], i));
    }
  }
  for (const std::vector<Share>& from_rank : exchange(comm, std::move(shares))) {
    for (const Share& share : from_rank) take(share);
  }
  return delay_of;
}

/// Notes what the delaying location's own waits should have been charged with of a skipped delay's
/// consequences.
void lose(const Delays& delays, const Delay& delay, const CostsByKind& further,
          LargeVector<WaitOrigin>& origins) {
  const Ticks waiting = delay.explained - delays.excess(delay);
  if (waiting == Ticks()) return;
  const double all = std::accumulate(further.begin(), further.end(), 0.0);
  origins[delay.first_wait].lost += all * delay.scale() * static_cast<double>(waiting.count);
}

/// Returns which kinds of costs there are on any rank.
std::vector<size_t> occurring_kinds(const std::vector<Delays>& delays, Comm& comm) {
  std::array<int64_t, kWaitKinds> delays_of_kind{};
  for (const Delays& of_location : delays) {
    for (const Delay& delay : of_location.list) ++delays_of_kind[cost_kind(delay.metric)];
  }
  comm.sum(delays_of_kind);
  std::vector<size_t> kinds;
  for (size_t kind = 0; kind < kWaitKinds; ++kind) {
    if (delays_of_kind[kind] > 0) kinds.push_back(kind);
  }
  return kinds;
}

/// Follows the costs of some kinds, and adds what comes of them.
void propagate(const LocalTrace& trace, const WaitStates& waits,
               const std::vector<DelayOfWaits>& delay_of_waits, const std::vector<Delays>& delays,
               std::span<const size_t> kinds, Comm& comm, WaitOrigins& origins) {
  KindPositions positions;
  positions.fill(kKindsTogether);
  for (size_t i = 0; i < kinds.size(); ++i) positions[kinds[i]] = i;
  Propagation propagation(trace, waits, delay_of_waits, delays, positions, comm);
  propagation.run();

  std::vector<Traversal>& traversals = propagation.traversals();
  FurtherCosts costs{{kinds.begin(), kinds.end()}, {}};
  costs.of_delays.resize(traversals.size());
  parallel_for(traversals.size(), [&](size_t l) {
    const LargeVector<Consequences> consequences = traversals[l].take_consequences();
    for (size_t i = 0; i < consequences.size(); ++i) {
      const CostsByKind& further = consequences[i].further;
      WaitOrigin& origin = origins.of_waits[l][i];
      origin.further = std::accumulate(further.begin(), further.end(), origin.further);
      origin.propagating = consequences[i].propagating;  // does not depend on the kinds
    }
    costs.of_delays[l] = traversals[l].take_further();
    for (const uint32_t i : traversals[l].skipped())
      lose(delays[l], delays[l].list[i], costs.of_delays[l][i], origins.of_waits[l]);
  });
  origins.further.push_back(std::move(costs));
}

}  // namespace

WaitOrigins propagate_costs(const LocalTrace& trace, const WaitStates& waits,
                            const std::vector<Delays>& delays, Comm& comm) {
  WaitOrigins origins;
  origins.of_waits.resize(waits.size());
  parallel_for(waits.size(), [&](size_t l) { origins.of_waits[l].resize(waits[l].size()); });
  const std::vector<DelayOfWaits> delay_of_waits = find_direct(trace, delays, comm, origins);
  const std::vector<size_t> kinds = occurring_kinds(delays, comm);
  for (size_t first = 0; first < kinds.size(); first += kKindsTogether) {
    const size_t count = std::min(kKindsTogether, kinds.size() - first);
    propagate(trace, waits, delay_of_waits, delays, std::span(kinds).subspan(first, count), comm, origins);
  }
  return origins;
}

}  // namespace latecomer::analyze
