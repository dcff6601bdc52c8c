// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A wait state is explained by what its cause did in an interval before: on which call paths it took longer
// than the one that waited (delays), and how long it waited itself. These waits are explained in the same
// way:
//
//     rank 0   work work work work send
//     rank 1   recv ~~~~~~~~~~~~~~~~~~ work send        waits for rank 0: delay "work"
//     rank 2   recv ~~~~~~~~~~~~~~~~~~~~~~~~~~~~ ...    waits for rank 1: its wait, delay "work"
//
// Both directions are followed breadth first, with one look into the findings store for each wait state.
// Cost: O(wait states in the chain · rows of a chunk), with limits.

#include "timeline/causes.h"

#include <algorithm>
#include <set>
#include <utility>

#include "store/read_findings.h"
#include "timeline/wait_rows.h"

namespace latecomer::timeline {

namespace {

using store::Delay;
using store::WaitSummary;

constexpr size_t kMostNodes = 300;  ///< Is limited since more cannot be followed by eye.

/// Fills in what explains a wait state, and appends the waits of its cause that do.
Status explain(const Run& run, size_t position, CauseChain& chain) {
  const WaitOf of = chain.nodes[position].wait;
  TRY(const std::optional<Delay> delay,
      store::read_delay(run.store(), of.wait.cause, of.wait.end, of.location, of.wait.wait));
  if (!delay) return {};
  Ticks explained = delay->waited;
  for (const Delay::Part& part : delay->parts) explained += part.time;
  const double share = explained == Ticks()
                           ? 0
                           : static_cast<double>(of.wait.amount.count) / static_cast<double>(explained.count);
  chain.nodes[position].interval = {delay->from, delay->to};
  for (const Delay::Part& part : delay->parts)
    chain.nodes[position].delays.push_back(
        {of.wait.cause, part.path, part.time, share * static_cast<double>(part.time.count)});
  if (delay->waited == Ticks()) return {};
  TRY(const std::vector<WaitSummary> waits, waits_that_ended(run, of.wait.cause, delay->from, delay->to));
  for (const WaitSummary& wait : waits) {
    if (chain.nodes.size() == kMostNodes) {
      chain.is_cut = true;
      break;
    }
    const Ticks within = wait.end - std::max(wait.begin, delay->from);
    const double cost = share * static_cast<double>(within.count);
    chain.nodes.push_back({{of.wait.cause, wait}, position, cost, std::nullopt, {}});
  }
  return {};
}

bool is_at_or_below(const report::Report& report, report::CallPathId path, report::CallPathId above) {
  while (path.valid() && path != above) path = report.call_paths[path.index()].parent;
  return path.valid();
}

/// Collects wait states, each once.
class Caused {
 public:
  explicit Caused(const Run& run) : run_(run) {}

  Status add(const Delay& delay, std::optional<size_t> through) {
    if (!seen_.insert({delay.waiter, delay.wait}).second) return {};
    if (found_.waits.size() == kMostNodes) {
      found_.is_cut = true;
      return {};
    }
    TRY(const WaitSummary wait, read_wait(run_, delay.waiter, delay.wait));
    found_.waits.push_back({{delay.waiter, wait}, through});
    return {};
  }
  /// Adds the wait states to which this one passed its delay on.
  Status follow(size_t position) {
    const WaitOf of = found_.waits[position].wait;
    TRY(const std::vector<Delay> delays, run_.store().read<Delay>(of.location, {of.wait.end, Ticks::max()}));
    for (const Delay& delay : delays) {
      const bool is_in_interval = delay.from < of.wait.end && of.wait.end <= delay.to;
      if (is_in_interval && delay.waited != Ticks()) TRY_STATUS(add(delay, position));
    }
    return {};
  }

  CausedWaits& found() { return found_; }

 private:
  const Run& run_;
  CausedWaits found_;
  std::set<std::pair<report::LocationId, uint32_t>> seen_;
};

}  // namespace

Result<CauseChain> find_cause(const Run& run, report::LocationId location, uint32_t wait) {
  TRY(const WaitSummary first, read_wait(run, location, wait));
  CauseChain chain;
  chain.nodes.push_back({{location, first}, 0, static_cast<double>(first.amount.count), std::nullopt, {}});
  for (size_t i = 0; i < chain.nodes.size(); ++i) TRY_STATUS(explain(run, i, chain));
  return chain;
}

Result<CausedWaits> find_caused(const Run& run, report::LocationId location, const store::Interval& when,
                                report::CallPathId path) {
  Caused caused(run);
  TRY(const std::vector<Delay> delays, run.store().read<Delay>(location, when));
  for (const Delay& delay : delays) {
    const bool is_within = delay.from < when.end && when.begin <= delay.to;
    const bool has_part = std::ranges::any_of(delay.parts, [&](const Delay::Part& part) {
      return !path.valid() || is_at_or_below(run.report(), part.path, path);
    });
    if (is_within && has_part) TRY_STATUS(caused.add(delay, std::nullopt));
  }
  for (size_t i = 0; i < caused.found().waits.size(); ++i) TRY_STATUS(caused.follow(i));
  return std::move(caused.found());
}

}  // namespace latecomer::timeline
