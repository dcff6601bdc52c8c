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
// The waits of an interval are consecutive, so spreading adds one number to O(log n) nodes of a tree over
// them, and the sum over a wait's ancestors is its own. Sums are made in an order that only the trace
// decides.
//
// Cost: O(wait states x log n), a delivery for each that was caused on another rank; deliveries that depend
// on each other follow one after the other, without the other ranks.

#include "analyze/causes/spread_costs.h"

#include <algorithm>

#include "analyze/causes/parts.h"
#include "analyze/condense/lowest_location.h"
#include "base/parallel.h"
#include "comm/mail.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

constexpr size_t kGrain = size_t{1} << 15;  ///< delays that a task tells of

/// Sum and largest of what was added at a place.
struct Added {
  double sum = 0;
  double largest = 0;
};

/// A location's wait states, to ranges of which shares are added. Until a wait state is complete, its own sum
/// and largest are in `further` and `propagating` of its origin.
class RangeTree {
 public:
  explicit RangeTree(std::vector<WaitOrigin>& leaves) : leaves_(leaves), nodes_(leaves.size()) {}

  void add(size_t begin, size_t end, double value, double candidate) {
    for (begin += leaves_.size(), end += leaves_.size(); begin < end; begin /= 2, end /= 2) {
      if (begin % 2 == 1) add_to(begin++, value, candidate);
      if (end % 2 == 1) add_to(--end, value, candidate);
    }
  }
  Added operator[](size_t position) const {
    const WaitOrigin& leaf = leaves_[position];
    Added all{leaf.further, leaf.propagating};
    for (size_t node = (position + leaves_.size()) / 2; node > 0; node /= 2) {
      all.sum += nodes_[node].sum;
      all.largest = std::max(all.largest, nodes_[node].largest);
    }
    return all;
  }

 private:
  void add_to(size_t node, double value, double candidate) {
    const bool is_leaf = node >= leaves_.size();
    double& sum = is_leaf ? leaves_[node - leaves_.size()].further : nodes_[node].sum;
    double& largest = is_leaf ? leaves_[node - leaves_.size()].propagating : nodes_[node].largest;
    sum += value;
    largest = std::max(largest, candidate);
  }

  std::vector<WaitOrigin>& leaves_;
  std::vector<Added> nodes_;  ///< inner ones; node i's children are 2 i and 2 i + 1
};

/// What a complete wait state tells the location that caused it.
struct Delivery {
  LocationId cause;
  uint32_t delay;  ///< that caused it
  double further;
};

/// One location on its way from its end to its beginning.
class Traversal {
 public:
  /// `caused_by` names the delay, on its cause, of each wait state; `origins` gets what comes of it.
  Traversal(const std::vector<WaitState>& waits, const std::vector<uint32_t>& caused_by, const Delays& delays,
            std::vector<WaitOrigin>& origins)
      : waits_(waits),
        caused_by_(caused_by),
        delays_(delays),
        origins_(origins),
        further_(delays.list.size(), kUnknown),
        shares_(origins),
        open_waits_(waits.size()) {}

  void receive(const Delivery& delivery) { further_[delivery.delay] = delivery.further; }

  /// Goes on as far as it can; hands what became complete to `deliver`.
  template <class Deliver>
  void advance(const Deliver& deliver) {
    while (true) {
      const bool delays_left = next_delay_ < delays_.list.size();
      if (open_waits_ > 0 && (!delays_left || delays_.list[next_delay_].to < waits_[open_waits_ - 1].end)) {
        --open_waits_;
        complete(open_waits_);
        deliver(Delivery{waits_[open_waits_].cause, caused_by_[open_waits_], origins_[open_waits_].further});
      } else if (delays_left && further_[next_delay_] != kUnknown) {
        spread(delays_.list[next_delay_], further_[next_delay_]);
        ++next_delay_;
      } else {
        return;
      }
    }
  }

  /// Gives up on the delay at which it stands: its wait state's consequences stay unknown until it is too
  /// late to spread them.
  void skip() {
    skipped_.push_back(next_delay_);
    further_[next_delay_] = 0;
  }
  bool done() const { return next_delay_ == delays_.list.size() && open_waits_ == 0; }
  /// When all locations are done: of each delay's wait state, what that had caused further on.
  std::vector<double> take_further() {
    for (const size_t delay : skipped_) lose(delays_.list[delay], further_[delay]);
    return std::move(further_);
  }

 private:
  static constexpr double kUnknown = -1;  // what is known is not negative

  void complete(size_t wait) {
    const double amount = static_cast<double>(waits_[wait].amount.count);
    const Added added = shares_[wait];
    const double correction = corrections_.empty() ? 0 : corrections_[wait];
    origins_[wait].further = std::max(0.0, added.sum * amount - correction);
    origins_[wait].propagating = amount * std::min(1.0, added.largest);
  }

  /// Charges the location's own waits in the delay's interval with their share of its wait state and its
  /// consequences.
  void spread(const Delay& delay, double further) {
    // All later waits are complete: those that are not end in the interval or before it.
    if (delay.first_wait >= open_waits_) return;
    const double amount = static_cast<double>(delay.amount.count);
    const double share = (amount + further) * delay.scale();
    shares_.add(delay.first_wait, open_waits_, share, amount * delay.scale());
    const WaitState& first = waits_[delay.first_wait];
    const Ticks first_begin = first.end - first.amount;
    if (first_begin >= delay.from) return;
    if (corrections_.empty()) corrections_.resize(waits_.size());
    corrections_[delay.first_wait] += share * static_cast<double>((delay.from - first_begin).count);
  }

  /// Notes what the location's own waits should have got of a skipped delay's consequences.
  void lose(const Delay& delay, double further) {
    const Ticks waiting = delay.explained - delays_.excess(delay);
    if (waiting == Ticks()) return;
    origins_[delay.first_wait].lost += further * delay.scale() * static_cast<double>(waiting.count);
  }

  const std::vector<WaitState>& waits_;
  const std::vector<uint32_t>& caused_by_;
  const Delays& delays_;
  std::vector<WaitOrigin>& origins_;
  std::vector<double> further_;  ///< per delay
  RangeTree shares_;
  std::vector<double>
      corrections_;    ///< for waits that had begun before an interval did; empty: there are none
  size_t open_waits_;  ///< waits [0, open_waits_) are not complete
  size_t next_delay_ = 0;
  std::vector<size_t> skipped_;
};

/// All locations of this rank, and what they have for those of other ranks.
class Spreading {
 public:
  Spreading(const LocalTrace& trace, const WaitStates& waits,
            const std::vector<std::vector<uint32_t>>& caused_by, const std::vector<Delays>& delays,
            Comm& comm, WaitOrigins& origins)
      : trace_(trace), comm_(comm), mail_(comm) {
    for (size_t l = 0; l < waits.size(); ++l) {
      traversals_.emplace_back(waits[l], caused_by[l], delays[l], origins.of_waits[l]);
      ready_.push_back(l);
    }
  }

  /// One per location, when all are through.
  std::vector<Traversal>& run() {
    while (true) {
      advance_all();
      int64_t waiting[] = {std::ranges::count_if(traversals_, [](const auto& each) { return !each.done(); })};
      comm_.sum(waiting);
      if (waiting[0] == 0) return traversals_;
      break_circle();
    }
  }

 private:
  /// Until no location of any rank can go on.
  void advance_all() {
    std::vector<Delivery> arrived;
    do {
      for (const Delivery& delivery : arrived) take(delivery);
      while (!ready_.empty()) {
        const size_t l = ready_.back();
        ready_.pop_back();
        traversals_[l].advance([&](const Delivery& delivery) { send(delivery); });
      }
      arrived = mail_.collect();
    } while (!arrived.empty());
  }

  void send(const Delivery& delivery) {
    if (trace_.is_local(delivery.cause)) {
      take(delivery);
    } else {
      mail_.send(trace_.rank_of(delivery.cause), delivery);
    }
  }

  void take(const Delivery& delivery) {
    const size_t l = trace_.local(delivery.cause);
    traversals_[l].receive(delivery);
    ready_.push_back(l);
  }

  /// Everybody waits for somebody: the location with the lowest id goes on without knowing.
  void break_circle() {
    const std::optional<size_t> lowest =
        lowest_location(trace_, comm_, [&](size_t l) { return !traversals_[l].done(); });
    if (!lowest) return;
    traversals_[*lowest].skip();
    ready_.push_back(*lowest);
  }

  const LocalTrace& trace_;
  Comm& comm_;
  std::vector<Traversal> traversals_;
  std::vector<size_t> ready_;
  Mail<Delivery> mail_;
};

/// Tells the waiting locations which share of their waits delays explain. Returns, for each wait state, which
/// of its cause's delays is about it.
std::vector<std::vector<uint32_t>> find_direct(const LocalTrace& trace, const std::vector<Delays>& delays,
                                               Comm& comm, WaitOrigins& origins) {
  struct Share {
    LocationId waiter;
    uint32_t wait;
    uint32_t delay;
    bool explained;
    double direct;
  };
  std::vector<std::vector<uint32_t>> caused_by;
  for (const std::vector<WaitOrigin>& of_location : origins.of_waits)
    caused_by.emplace_back(of_location.size());
  const auto take = [&](const Share& share) {
    const size_t l = trace.local(share.waiter);
    origins.of_waits[l][share.wait].direct = share.direct;
    origins.of_waits[l][share.wait].explained = share.explained;
    caused_by[l][share.wait] = share.delay;
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
  return caused_by;
}

}  // namespace

WaitOrigins spread_costs(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                         Comm& comm) {
  WaitOrigins origins;
  for (const std::vector<WaitState>& of_location : waits) origins.of_waits.emplace_back(of_location.size());
  const std::vector<std::vector<uint32_t>> caused_by = find_direct(trace, delays, comm, origins);
  Spreading spreading(trace, waits, caused_by, delays, comm, origins);
  for (Traversal& each : spreading.run()) origins.further.push_back(each.take_further());
  return origins;
}

}  // namespace latecomer::analyze
