// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What a wait state leads to.
//
// The problem: a wait of location d makes it late for others, whose waits make them late for others still.
// All that waiting has to be charged to what made d wait in the first place.
//
//     a: | work work | send
//     b: | recv ~~~~~~~~~~~ | send
//     c: | recv ~~~~~~~~~~~~~~~~~~~ |
//
// a's work causes two waits: b's at short term, and c's at long term, because b's wait propagates to c.
//
// The idea: what a wait x of d caused is known once everything that d did after x is known. So every location
// goes through the wait states that it caused (its delays) from the last to the first. Passing one, it
// spreads the wait and what that caused further over d's own waits in the interval; a wait that no delay to
// come can reach any more is complete, and its amount is handed to the location that caused *it*. A location
// stops where the amount of a delay's wait is not known yet; the location that delivers it sets it going
// again. What it is on another rank travels there as soon as the own rank can do no more.
//
// What a wait caused is kept by the kind of the waits that it caused in the end: b's wait at long term cost c
// a wait for a late sender, whatever b itself waited in. So a few numbers go the same way as one would; if
// there are more kinds than that, several times.
//
// All that takes little time for each wait state, so ranks with few locations leave it to one of them
// (chain_deal.h), and threads share locations only where each has many (base/lanes.h).
//
// The waits of an interval are consecutive, and those of them that are not complete are the last ones that
// are not. So spreading adds one number to "all open waits from this one on", and what a wait has is the sum
// of what was added to it and to those before: with a tree of partial sums (Fenwick's) O(log n) steps each.
// Sums are made in an order that only the trace decides.
//
// Cost: O(wait states x log n), a delivery for each that was caused on a rank which is not among those that
// leave their locations to the same one; deliveries that depend on each other follow one after the other,
// without the other ranks. About 90 bytes for each wait state, where it is spread.

#include "analyze/causes/spread_costs.h"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "analyze/causes/packed_chain.h"
#include "analyze/condense/lowest_location.h"
#include "analyze/condense/tasks.h"
#include "base/lanes.h"
#include "base/parallel.h"
#include "comm/mail.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

constexpr size_t kGrain = size_t{1} << 15;  ///< delays that a task tells of
constexpr size_t kTogether = 8;             ///< deliveries that go to another lane before the own one stops

/// What comes of waiting, for others: by a tick of it, or in ticks of a whole wait state.
struct Consequences {
  CostsByKind further{};
  double propagating = 0;
};

/// Which of the kinds that are followed together each kind is; kKindsTogether: none.
using KindPlaces = std::array<size_t, kWaitKinds>;

CostsByKind scaled(CostsByKind costs, double factor) {
  for (double& each : costs) each *= factor;
  return costs;
}

void add_costs(CostsByKind& sum, const CostsByKind& more) {
  for (size_t kind = 0; kind < kKindsTogether; ++kind) sum[kind] += more[kind];
}

/// A location's wait states that are open, the last of which is completed next, and what was added to them.
/// Node i of the tree has what was added to begin with one of the waits that end with i, as many as the
/// lowest bit of i + 1 says. Only nodes of open waits are looked at, so in those of complete ones is what
/// came of them.
class OpenWaits {
 public:
  OpenWaits() = default;
  explicit OpenWaits(size_t waits) : nodes_(waits), lowest_(waits) {}

  /// To waits [begin, end), up to the last open one.
  void add(size_t begin, size_t end, const Consequences& more) {
    lowest_ = std::min(lowest_, begin);
    for (size_t node = begin; node < end; node |= node + 1) add_to(nodes_[node], more);
  }
  /// What was added to this one, which is the last open one.
  Consequences at(size_t wait) const {
    Consequences all;
    for (size_t end = wait + 1; end > lowest_; end &= end - 1) add_to(all, nodes_[end - 1]);
    return all;
  }
  /// What came of it, when it is complete.
  Consequences& outcome(size_t wait) { return nodes_[wait]; }
  std::vector<Consequences> take_outcomes() { return std::move(nodes_); }

 private:
  /// Sum and largest.
  static void add_to(Consequences& node, const Consequences& more) {
    add_costs(node.further, more.further);
    node.propagating = std::max(node.propagating, more.propagating);
  }

  std::vector<Consequences> nodes_;
  size_t lowest_ = 0;  ///< nothing was added to begin before it
};

/// What a complete wait state tells the location that caused it.
struct Delivery {
  LocationId cause;
  uint32_t delay;  ///< that caused it
  CostsByKind further;
};

/// One location on its way from its end to its beginning.
class Traversal {
 public:
  Traversal() = default;
  Traversal(PackedChain chain, const KindPlaces& places)
      : chain_(chain), places_(&places), further_(chain.delays(), kUnknown), consequences_(chain.waits()) {
    if (!further_.empty()) delay_ = chain_.take_delay();
  }

  /// Returns whether that is what it stands at.
  bool receive(const Delivery& delivery) {
    further_[delivery.delay] = delivery.further;
    return delivery.delay == next_delay_;
  }

  /// Goes on as far as it can; hands what became complete to `deliver`.
  template <class Deliver>
  void advance(const Deliver& deliver) {
    while (true) {
      const bool delays_left = next_delay_ < further_.size();
      if (open_waits() > (delays_left ? delay_.end_wait : 0)) {
        const ChainedWait wait = chain_.take_wait();
        deliver(Delivery{wait.cause, wait.delay, complete(wait.amount).further});
      } else if (delays_left && further_[next_delay_] != kUnknown) {
        spread(delay_, further_[next_delay_]);
        if (++next_delay_ < further_.size()) delay_ = chain_.take_delay();
      } else {
        return;
      }
    }
  }

  /// Gives up on the delay at which it stands: its wait state's consequences stay unknown until it is too
  /// late to spread them.
  void skip() {
    skipped_.push_back(static_cast<uint32_t>(next_delay_));
    further_[next_delay_] = {};
  }
  bool done() const { return next_delay_ == further_.size() && open_waits() == 0; }

  // When all locations are done:
  std::vector<Consequences> take_consequences() { return consequences_.take_outcomes(); }
  /// Of each delay's wait state, what that had caused further on.
  std::vector<CostsByKind> take_further() { return std::move(further_); }
  std::vector<uint32_t> take_skipped() { return std::move(skipped_); }

 private:
  static constexpr CostsByKind kUnknown{-1};  // what is known is not negative

  /// Waits [0, open_waits()) are not complete.
  size_t open_waits() const { return chain_.waits(); }

  /// The last one that was open.
  const Consequences& complete(Ticks amount_in_ticks) {
    const size_t wait = open_waits();
    const double amount = static_cast<double>(amount_in_ticks.count);
    const Consequences by_tick = consequences_.at(wait);
    Consequences& outcome = consequences_.outcome(wait);
    outcome = {scaled(by_tick.further, amount), amount * std::min(1.0, by_tick.propagating)};
    if (!corrections_.empty()) {
      for (size_t kind = 0; kind < kKindsTogether; ++kind)
        outcome.further[kind] = std::max(0.0, outcome.further[kind] - corrections_[wait][kind]);
    }
    return outcome;
  }

  /// Charges the location's own waits in the delay's interval with their share of its wait state and its
  /// consequences.
  void spread(const ChainedDelay& delay, CostsByKind further) {
    // All later waits are complete: those that are not end in the interval or before it.
    if (delay.first_wait >= open_waits()) return;
    if (const size_t own = (*places_)[delay.kind]; own < kKindsTogether) further[own] += delay.amount;
    const CostsByKind share = scaled(further, delay.scale);
    consequences_.add(delay.first_wait, open_waits(), {share, delay.amount * delay.scale});
    if (delay.earlier == Ticks()) return;
    if (corrections_.empty()) corrections_.resize(open_waits());
    add_costs(corrections_[delay.first_wait], scaled(share, static_cast<double>(delay.earlier.count)));
  }

  PackedChain chain_;
  const KindPlaces* places_ = nullptr;
  ChainedDelay delay_;                ///< at which it stands
  std::vector<CostsByKind> further_;  ///< per delay
  OpenWaits consequences_;            ///< by tick of each wait state; of the whole, where it is complete
  std::vector<CostsByKind>
      corrections_;  ///< for waits that had begun before an interval did; empty: there are none
  size_t next_delay_ = 0;
  std::vector<uint32_t> skipped_;
};

/// All locations that this rank spreads the costs of, and what they have for those of other ranks. Neighbours
/// are a lane: what they deliver to each other does not leave the thread. Once for some kinds of costs.
class Spreading {
 public:
  Spreading(const ChainDeal& chains, const PackedLocations& packed, const KindPlaces& places, Comm& comm)
      : chains_(chains),
        comm_(comm),
        traversals_(packed.size()),
        lanes_(lane_count(packed.size() / chains.enough())),
        lane_of_(packed.size()),
        of_lanes_(lanes_.size()),
        mail_(comm) {
    parallel_for(packed.size(),
                 [&](size_t l) { traversals_[l] = Traversal(PackedChain(packed[l]), places); });
    for (LaneWork& each : of_lanes_) each.to_lanes.resize(lanes_.size());
    for (size_t l = 0; l < lane_of_.size(); ++l) {
      lane_of_[l] = static_cast<uint32_t>(l * lanes_.size() / lane_of_.size());
      set_going(l);
    }
  }

  void run() {
    while (true) {
      advance_all();
      int64_t waiting[] = {std::ranges::count_if(traversals_, [](const auto& each) { return !each.done(); })};
      comm_.sum(waiting);
      if (waiting[0] == 0) break;
      break_circle();
      has_circles_ = true;
    }
  }
  /// One per location.
  std::vector<Traversal>& traversals() { return traversals_; }
  /// Whether any delay on any rank was skipped.
  bool has_circles() const { return has_circles_; }

 private:
  struct alignas(kSharedLines) LaneWork {
    std::vector<size_t> ready;  ///< its locations that can go on
    Inbox<Delivery> inbox;
    std::vector<std::vector<Delivery>> to_lanes;
    std::vector<Delivery> to_ranks;
  };

  /// One for each thread that has enough to do.
  static size_t lane_count(size_t most) {
    const size_t threads = static_cast<size_t>(oneapi::tbb::this_task_arena::max_concurrency());
    return std::clamp<size_t>(most, 1, threads);
  }

  /// Until no location of any rank can go on.
  void advance_all() {
    while (true) {
      lanes_.run([&](size_t lane) { advance(lane); });
      if (chains_.is_by_one()) return;
      for (LaneWork& lane : of_lanes_) {
        for (const Delivery& delivery : lane.to_ranks) mail_.send(chains_.rank_of(delivery.cause), delivery);
        lane.to_ranks.clear();
      }
      const std::vector<Delivery> arrived = mail_.collect();
      if (arrived.empty()) return;
      for (const Delivery& delivery : arrived) {
        const size_t l = chains_.local(delivery.cause);
        if (traversals_[l].receive(delivery)) set_going(l);
      }
    }
  }

  /// While no lane is worked on.
  void set_going(size_t l) {
    of_lanes_[lane_of_[l]].ready.push_back(l);
    lanes_.wake(lane_of_[l]);
  }

  /// One lane, until none of its locations can go on.
  void advance(size_t lane) {
    LaneWork& own = of_lanes_[lane];
    for (const Delivery& delivery : own.inbox.take()) take(own, delivery);
    while (!own.ready.empty()) {
      const size_t l = own.ready.back();
      own.ready.pop_back();
      traversals_[l].advance([&](const Delivery& delivery) { hand_on(lane, delivery); });
    }
    for (size_t other = 0; other < lanes_.size(); ++other) {
      if (!own.to_lanes[other].empty()) send(other, own.to_lanes[other]);
    }
  }

  void send(size_t lane, std::vector<Delivery>& deliveries) {
    of_lanes_[lane].inbox.put(deliveries);
    lanes_.wake(lane);
  }

  void hand_on(size_t lane, const Delivery& delivery) {
    LaneWork& own = of_lanes_[lane];
    if (!chains_.is_own(delivery.cause)) return own.to_ranks.push_back(delivery);
    const size_t to = lane_of_[chains_.local(delivery.cause)];
    if (to == lane) return take(own, delivery);
    own.to_lanes[to].push_back(delivery);
    if (own.to_lanes[to].size() >= kTogether) send(to, own.to_lanes[to]);
  }

  /// By the lane of the location that it is for.
  void take(LaneWork& own, const Delivery& delivery) {
    const size_t l = chains_.local(delivery.cause);
    if (traversals_[l].receive(delivery)) own.ready.push_back(l);
  }

  /// Everybody waits for somebody: the location with the lowest id goes on without knowing.
  void break_circle() {
    const std::optional<size_t> lowest =
        lowest_location(chains_.own(), comm_, [&](size_t l) { return !traversals_[l].done(); });
    if (!lowest) return;
    traversals_[*lowest].skip();
    set_going(*lowest);
  }

  const ChainDeal& chains_;
  Comm& comm_;
  std::vector<Traversal> traversals_;
  Lanes lanes_;
  std::vector<uint32_t> lane_of_;  ///< by location
  std::vector<LaneWork> of_lanes_;
  Mail<Delivery> mail_;
  bool has_circles_ = false;
};

/// Tells the waiting locations which share of their waits delays explain. Returns, by location and wait
/// state, which of its cause's delays it is from.
std::vector<std::vector<uint32_t>> find_direct(const LocalTrace& trace, const std::vector<Delays>& delays,
                                               Comm& comm, WaitOrigins& origins) {
  std::vector<std::vector<uint32_t>> delay_of(origins.of_waits.size());
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
    // Divided last, so that what is explained entirely by delays is all direct, to the last bit.
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

/// The chain of each location.
std::vector<Bytes> pack_chains(const WaitStates& waits, const std::vector<Delays>& delays,
                               const std::vector<std::vector<uint32_t>>& delay_of) {
  std::vector<Bytes> chains(waits.size());
  parallel_for(waits.size(), [&](size_t l) { chains[l] = pack_chain(waits[l], delays[l], delay_of[l]); });
  return chains;
}

/// From the lists of one type that each traversal gives, a list for each location of this rank.
template <class List>
auto bring_home(const ChainDeal& chains, std::vector<Traversal>& traversals, const List& list) {
  std::vector<decltype(list(traversals[0]))> lists;
  for (Traversal& each : traversals) lists.push_back(list(each));
  return chains.give_back(std::move(lists));
}

/// Notes what the delaying location's own waits should have got of a skipped delay's consequences.
void lose(const Delays& delays, const Delay& delay, const CostsByKind& further,
          std::vector<WaitOrigin>& origins) {
  const Ticks waiting = delay.explained - delays.excess(delay);
  if (waiting == Ticks()) return;
  const double all = std::accumulate(further.begin(), further.end(), 0.0);
  origins[delay.first_wait].lost += all * delay.scale() * static_cast<double>(waiting.count);
}

/// Which kinds of costs there are on any rank.
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
void spread(const ChainDeal& chains, const PackedLocations& packed, std::span<const size_t> kinds,
            const std::vector<Delays>& delays, Comm& comm, WaitOrigins& origins) {
  KindPlaces places;
  places.fill(kKindsTogether);
  for (size_t i = 0; i < kinds.size(); ++i) places[kinds[i]] = i;
  Spreading spreading(chains, packed, places, comm);
  spreading.run();

  std::vector<Traversal>& traversals = spreading.traversals();
  const auto consequences =
      bring_home(chains, traversals, [](Traversal& each) { return each.take_consequences(); });
  parallel_for(consequences.size(), [&](size_t l) {
    for (size_t i = 0; i < consequences[l].size(); ++i) {
      const CostsByKind& further = consequences[l][i].further;
      WaitOrigin& origin = origins.of_waits[l][i];
      origin.further = std::accumulate(further.begin(), further.end(), origin.further);
      origin.propagating = consequences[l][i].propagating;  // whatever the kinds
    }
  });
  FurtherCosts costs{{kinds.begin(), kinds.end()},
                     bring_home(chains, traversals, [](Traversal& each) { return each.take_further(); })};
  if (spreading.has_circles()) {
    const auto skipped = bring_home(chains, traversals, [](Traversal& each) { return each.take_skipped(); });
    for (size_t l = 0; l < skipped.size(); ++l) {
      for (const uint32_t i : skipped[l])
        lose(delays[l], delays[l].list[i], costs.of_delays[l][i], origins.of_waits[l]);
    }
  }
  origins.further.push_back(std::move(costs));
}

}  // namespace

WaitOrigins spread_costs(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                         const ChainDeal& chains, Comm& comm) {
  WaitOrigins origins;
  origins.of_waits.resize(waits.size());
  parallel_for(waits.size(), [&](size_t l) { origins.of_waits[l].resize(waits[l].size()); });
  const PackedLocations packed =
      chains.collect(pack_chains(waits, delays, find_direct(trace, delays, comm, origins)));
  const std::vector<size_t> kinds = occurring_kinds(delays, comm);
  for (size_t first = 0; first < kinds.size(); first += kKindsTogether) {
    const size_t count = std::min(kKindsTogether, kinds.size() - first);
    spread(chains, packed, std::span(kinds).subspan(first, count), delays, comm, origins);
  }
  return origins;
}

}  // namespace latecomer::analyze
