// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What a wait state leads to.
//
// The problem: a wait of location d makes it late for others, whose waits make them late for others still.
// All that waiting has to be charged to what made d wait in the first place.
//
//     a: | work work | send                                     a's work causes 2 waits: b's at short term,
//     c's at long term, b: | recv ~~~~~~~~~~~ | send                              because b's wait propagates
//     to c c: | recv ~~~~~~~~~~~~~~~~~~~ |
//
// The idea: what a wait x of d caused is known once everything that d did after x is known. So every location
// goes through the wait states that it caused (its delays) from the last to the first. Passing one, it
// spreads the wait and what that caused further over d's own waits in the interval; a wait that no delay to
// come can reach any more is complete, and its amount is handed to the location that caused *it*. A location
// stops where the amount of a delay's wait is not known yet; the location that delivers it sets it going
// again. Ranks exchange what they have for each other in bulk, until all are through.
//
// The waits of an interval are consecutive, so spreading adds one number to O(log n) nodes of a tree over
// them, and the sum over a wait's ancestors is its own. Sums are made in an order that only the trace
// decides.
//
// Cost: O(wait states x log n) and as many exchanges as causes change ranks one after the other.

#include "analyze/spread_costs.h"

#include <algorithm>
#include <optional>

namespace latecomer::analyze {

namespace {

using trace::LocationId;

/// Numbers at positions 0..n-1 to which ranges of positions are added; with the largest contribution beside
/// the sum.
class RangeTree {
 public:
  explicit RangeTree(size_t positions) : leaves_(positions), sum_(2 * positions), largest_(2 * positions) {}

  void add(size_t begin, size_t end, double value, double candidate) {
    for (begin += leaves_, end += leaves_; begin < end; begin /= 2, end /= 2) {
      if (begin % 2 == 1) add_to(begin++, value, candidate);
      if (end % 2 == 1) add_to(--end, value, candidate);
    }
  }
  double sum(size_t position) const {
    double total = 0;
    for (size_t node = position + leaves_; node > 0; node /= 2) total += sum_[node];
    return total;
  }
  double largest(size_t position) const {
    double largest = 0;
    for (size_t node = position + leaves_; node > 0; node /= 2) largest = std::max(largest, largest_[node]);
    return largest;
  }

 private:
  void add_to(size_t node, double value, double candidate) {
    sum_[node] += value;
    largest_[node] = std::max(largest_[node], candidate);
  }

  size_t leaves_;
  std::vector<double> sum_;
  std::vector<double> largest_;
};

/// What a complete wait state tells the location that caused it.
struct Delivery {
  LocationId cause;
  LocationId waiter;
  uint32_t wait;
  double further;
};

/// One location on its way from its end to its beginning.
class Traversal {
 public:
  Traversal(LocationId id, const std::vector<WaitState>& waits, const Delays& delays)
      : id_(id),
        waits_(waits),
        delays_(delays),
        further_(delays.list.size()),
        shares_(waits.size()),
        corrections_(waits.size()),
        lost_(waits.size()),
        open_waits_(waits.size()) {
    by_wait_.resize(delays.list.size());
    for (uint32_t i = 0; i < by_wait_.size(); ++i) by_wait_[i] = i;
    std::sort(by_wait_.begin(), by_wait_.end(), [&](uint32_t a, uint32_t b) { return name(a) < name(b); });
  }

  void receive(const Delivery& delivery) {
    const auto found =
        std::lower_bound(by_wait_.begin(), by_wait_.end(), std::pair(delivery.waiter, delivery.wait),
                         [&](uint32_t i, const auto& wanted) { return name(i) < wanted; });
    if (further_[*found]) lose(delays_.list[*found], delivery.further);
    further_[*found] = delivery.further;
  }

  /// Goes on as far as it can; hands what became complete to `deliver`.
  template <class Deliver>
  void advance(const Deliver& deliver) {
    while (true) {
      const bool delays_left = next_delay_ < delays_.list.size();
      if (open_waits_ > 0 && (!delays_left || delays_.list[next_delay_].to < waits_[open_waits_ - 1].end)) {
        --open_waits_;
        deliver(Delivery{waits_[open_waits_].cause, id_, static_cast<uint32_t>(open_waits_),
                         further_of(open_waits_)});
      } else if (delays_left && further_[next_delay_]) {
        spread(delays_.list[next_delay_], *further_[next_delay_]);
        ++next_delay_;
      } else {
        return;
      }
    }
  }

  /// Gives up on the delay at which it stands: its wait state's consequences stay unknown until it is too
  /// late to spread them.
  void skip() { further_[next_delay_] = 0; }
  bool done() const { return next_delay_ == delays_.list.size() && open_waits_ == 0; }

  double further_of(size_t wait) const {
    return shares_.sum(wait) * static_cast<double>(waits_[wait].amount.count) - corrections_[wait];
  }
  double propagating(size_t wait) const {
    return static_cast<double>(waits_[wait].amount.count) * std::min(1.0, shares_.largest(wait));
  }
  double lost(size_t wait) const { return lost_[wait]; }
  std::vector<double> further_of_delays() const {
    std::vector<double> all;
    for (const std::optional<double>& each : further_) all.push_back(each.value_or(0));
    return all;
  }

 private:
  std::pair<LocationId, uint32_t> name(uint32_t delay) const {
    return {delays_.list[delay].waiter, delays_.list[delay].wait};
  }

  /// Charges the location's own waits in the delay's interval with their share of its wait state and its
  /// consequences.
  void spread(const Delay& delay, double further) {
    const size_t begin = first_ending_after(waits_, delay.from);
    const size_t end = first_ending_after(waits_, delay.to);
    if (begin >= end) return;
    const double amount = static_cast<double>(delay.amount.count);
    const double share = (amount + further) * delay.scale();
    shares_.add(begin, end, share, amount * delay.scale());
    const Ticks first_begin = waits_[begin].end - waits_[begin].amount;
    if (first_begin < delay.from)
      corrections_[begin] += share * static_cast<double>((delay.from - first_begin).count);
  }

  /// Notes what the location's own waits should have got of a skipped delay's consequences.
  void lose(const Delay& delay, double further) {
    if (delay.waiting <= Ticks()) return;
    lost_[first_ending_after(waits_, delay.from)] +=
        further * delay.scale() * static_cast<double>(delay.waiting.count);
  }

  LocationId id_;
  const std::vector<WaitState>& waits_;
  const Delays& delays_;
  std::vector<std::optional<double>> further_;  ///< per delay; none: not known yet
  std::vector<uint32_t> by_wait_;               ///< delays by waiter and wait
  RangeTree shares_;
  std::vector<double> corrections_;  ///< for waits that had begun before an interval did
  std::vector<double> lost_;         ///< of intervals that begin with the wait
  size_t open_waits_;                ///< waits [0, open_waits_) are not complete
  size_t next_delay_ = 0;
};

/// All locations of this rank, and what they have for those of other ranks.
class Spreading {
 public:
  Spreading(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays, Comm& comm)
      : trace_(trace), comm_(comm), outgoing_(static_cast<size_t>(comm.size())) {
    for (size_t l = 0; l < waits.size(); ++l) {
      traversals_.emplace_back(trace.locations[l].id, waits[l], delays[l]);
      ready_.push_back(l);
    }
  }

  const std::vector<Traversal>& run() {
    while (true) {
      while (!ready_.empty()) {
        const size_t l = ready_.back();
        ready_.pop_back();
        traversals_[l].advance([&](const Delivery& delivery) { send(delivery); });
      }
      int64_t counts[] = {0, 0};  // what is on its way, and who is not through
      for (const std::vector<Delivery>& to_rank : outgoing_)
        counts[0] += static_cast<int64_t>(to_rank.size());
      for (const Traversal& each : traversals_) counts[1] += each.done() ? 0 : 1;
      comm_.sum(counts);
      if (counts[0] == 0 && counts[1] == 0) return traversals_;
      if (counts[0] == 0) break_circle();
      deliver_outgoing();
    }
  }

 private:
  void send(const Delivery& delivery) {
    const int owner = trace_.deal.owner(trace_.process_of(delivery.cause));
    if (owner == comm_.rank()) {
      take(delivery);
    } else {
      outgoing_[static_cast<size_t>(owner)].push_back(delivery);
    }
  }

  void take(const Delivery& delivery) {
    const size_t l = delivery.cause.index() - trace_.own_locations.begin;
    traversals_[l].receive(delivery);
    ready_.push_back(l);
  }

  void deliver_outgoing() {
    std::vector<std::vector<Delivery>> leaving(outgoing_.size());
    leaving.swap(outgoing_);
    for (const std::vector<Delivery>& from_rank : exchange(comm_, std::move(leaving))) {
      for (const Delivery& delivery : from_rank) take(delivery);
    }
  }

  /// Everybody waits for somebody: the location with the lowest id goes on without knowing.
  void break_circle() {
    int64_t lowest[] = {INT64_MIN};  // negative, because Comm knows the largest
    size_t mine = traversals_.size();
    for (size_t l = traversals_.size(); l-- > 0;) {
      if (!traversals_[l].done()) mine = l;
    }
    if (mine < traversals_.size()) lowest[0] = -static_cast<int64_t>(trace_.own_locations.begin + mine);
    const int64_t my_lowest = lowest[0];
    comm_.max(lowest);
    if (mine == traversals_.size() || my_lowest != lowest[0]) return;
    traversals_[mine].skip();
    ready_.push_back(mine);
  }

  const LocalTrace& trace_;
  Comm& comm_;
  std::vector<Traversal> traversals_;
  std::vector<size_t> ready_;
  std::vector<std::vector<Delivery>> outgoing_;
};

/// Tells the waiting locations which share of their waits delays explain.
void find_direct(const LocalTrace& trace, const std::vector<Delays>& delays, Comm& comm,
                 WaitOrigins& origins) {
  struct Share {
    LocationId waiter;
    uint32_t wait;
    double direct;
    bool explained;
  };
  std::vector<std::vector<Share>> shares(static_cast<size_t>(comm.size()));
  for (const Delays& of_location : delays) {
    for (const Delay& delay : of_location.list) {
      const double direct =
          static_cast<double>(delay.amount.count) * delay.scale() * static_cast<double>(delay.excess.count);
      shares[static_cast<size_t>(trace.deal.owner(trace.process_of(delay.waiter)))].push_back(
          {delay.waiter, delay.wait, direct, delay.scale() > 0});
    }
  }
  for (const std::vector<Share>& from_rank : exchange(comm, std::move(shares))) {
    for (const Share& share : from_rank) {
      WaitOrigin& origin = origins.of_waits[share.waiter.index() - trace.own_locations.begin][share.wait];
      origin.direct = share.direct;
      origin.explained = share.explained;
    }
  }
}

}  // namespace

WaitOrigins spread_costs(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                         Comm& comm) {
  WaitOrigins origins;
  Spreading spreading(trace, waits, delays, comm);
  const std::vector<Traversal>& traversals = spreading.run();
  for (size_t l = 0; l < waits.size(); ++l) {
    std::vector<WaitOrigin>& of_waits = origins.of_waits.emplace_back(waits[l].size());
    for (size_t i = 0; i < of_waits.size(); ++i) {
      of_waits[i].further = traversals[l].further_of(i);
      of_waits[i].propagating = traversals[l].propagating(i);
      of_waits[i].lost = traversals[l].lost(i);
    }
    origins.further.push_back(traversals[l].further_of_delays());
  }
  find_direct(trace, delays, comm, origins);
  return origins;
}

}  // namespace latecomer::analyze
