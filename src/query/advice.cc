// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file finds how many ranks a report is worth, and what each of them should have.
//
// `Space` combines rows over locations where they are, and exchanges one value for each call path, or for
// each location, once for a question. So it makes no difference for what is sent whether call paths of a
// subtree are together, other than for a recursion that asks a rank for each child that it does not have
// [cube 5.2]; what decides is how much the busiest rank reads. By turns, equal counts are equal bytes for
// most reports, and any subtree is divided as well as the whole. Blocks of locations are even however few the
// call paths are, but a compressed row has to be inflated whole by every rank.
//
// Cost: O(rows and call paths) for each distribution.

#include "query/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/amount_text.h"
#include "comm/comm.h"
#include "report/tree.h"

namespace latecomer::query {

using namespace report;

namespace {

constexpr double kAsGood = 1.05;
constexpr double kMostRanks = 4096;

size_t value_bytes(const Report& report, MetricId metric) {
  return data_type_of(report.metrics[metric.index()]).parts * sizeof(double);
}

/// Holds what a rank has of the metric that is looked at.
struct Load {
  size_t rows = 0;
  uint64_t bytes = 0;
};

/// Counts the locations of the largest block.
size_t largest_block(size_t locations, int ranks) {
  const size_t count = static_cast<size_t>(ranks);
  return (locations + count - 1) / count;
}

/// Adds up loads, metric by metric.
class BalanceSum {
 public:
  BalanceSum(const Report& report, Distribution distribution, int ranks)
      : report_(report),
        owners_(owners(distribution, report.call_paths, ranks)),
        loads_(static_cast<size_t>(ranks)) {}

  void add(RowKey key) {
    if (key.first != metric_) end_metric();
    metric_ = key.first;
    const size_t value = value_bytes(report_, metric_);
    const uint64_t whole = report_.locations.size() * value;
    if (!owners_.empty()) {
      add(loads_[static_cast<size_t>(owners_[key.second.index()])], whole);
    } else {
      const uint64_t part = largest_block(report_.locations.size(), static_cast<int>(loads_.size())) * value;
      for (Load& load : loads_) add(load, report_.stored_size(key).is_compressed ? whole : part);
    }
    all_ += whole;
  }

  void end_metric() {
    busiest_ += std::ranges::max(loads_, {}, &Load::bytes).bytes;
    most_rows_ += std::ranges::max(loads_, {}, &Load::rows).rows;
    for (const Load& load : loads_) rows_ += load.rows;
    std::ranges::fill(loads_, Load());
  }

  Balance result() const {
    Balance balance;
    const double ranks = static_cast<double>(loads_.size());
    balance.busiest = busiest_;
    if (rows_ > 0) balance.rows = static_cast<double>(most_rows_) * ranks / static_cast<double>(rows_);
    if (all_ > 0) balance.values = static_cast<double>(busiest_) * ranks / static_cast<double>(all_);
    for (size_t i = 0; i < owners_.size(); ++i) {
      const CallPathId parent = report_.call_paths[i].parent;
      if (parent.valid() && owners_[parent.index()] != owners_[i]) ++balance.remote_children;
    }
    return balance;
  }

 private:
  static void add(Load& load, uint64_t bytes) {
    ++load.rows;
    load.bytes += bytes;
  }

  const Report& report_;
  std::vector<int> owners_;
  std::vector<Load> loads_;  ///< Has the load of each rank.
  MetricId metric_;
  uint64_t all_ = 0;
  uint64_t busiest_ = 0;
  size_t most_rows_ = 0;
  size_t rows_ = 0;
};

/// Returns the traffic when every rank sends its part to every other.
Traffic gathering(uint64_t values, uint64_t ranks) {
  return {ranks * (ranks - 1), values * sizeof(double) * (ranks - 1)};
}

/// Returns the traffic when all values go up a tree of ranks, and from its root to all.
Traffic reducing(uint64_t values, uint64_t ranks) {
  return {2 * (ranks - 1), 2 * values * sizeof(double) * (ranks - 1)};
}

std::vector<MetricSize> sizes_of(const Report& report) {
  std::vector<MetricSize> sizes;
  for (const RowKey& key : report.stored_rows()) {
    if (sizes.empty() || sizes.back().metric != key.first) sizes.push_back({key.first});
    ++sizes.back().rows;
    const StoredSize stored = report.stored_size(key);
    const uint64_t values = report.locations.size() * value_bytes(report, key.first);
    sizes.back().stored += stored.bytes;
    sizes.back().values += values;
    if (stored.is_compressed) sizes.back().compressed += values;
  }
  std::ranges::stable_sort(sizes, std::greater(), &MetricSize::values);
  return sizes;
}

void describe_tree(const Report& report, Advice& advice) {
  for (const size_t level : levels(report.call_paths)) advice.depth = std::max(advice.depth, level + 1);
  size_t all = 0;
  size_t inner = 0;  // Counts call paths that have children.
  for (const std::vector<CallPathId>& below : children_of(report.call_paths).of) {
    advice.most_children = std::max(advice.most_children, below.size());
    all += below.size();
    inner += below.empty() ? 0 : 1;
  }
  if (inner > 0) advice.mean_children = static_cast<double>(all) / static_cast<double>(inner);
}

uint64_t bytes_of_definitions(const Report& report, size_t rows) {
  uint64_t bytes = 0;
  for (const Metric& each : report.metrics)
    bytes += sizeof(each) + each.description.size() + each.expression.size();
  for (const Region& each : report.regions)
    bytes += sizeof(each) + each.name.size() + each.mangled_name.size() + each.module.size();
  for (const CallPath& each : report.call_paths) bytes += sizeof(each) + each.call_file.size();
  for (const SystemNode& each : report.system_nodes) bytes += sizeof(each) + each.name.size();
  for (const LocationGroup& each : report.location_groups) bytes += sizeof(each) + each.name.size();
  for (const Location& each : report.locations) bytes += sizeof(each) + each.name.size();
  constexpr uint64_t kWhereARowIs = 24;
  return bytes + rows * kWhereARowIs;
}

/// Returns how many ranks a metric is worth.
double worth(const MetricSize& metric) {
  const double plain = static_cast<double>(metric.values - metric.compressed);
  return static_cast<double>(metric.compressed) / kBytesPerRank + plain / kPlainBytesPerRank;
}

/// Returns as many ranks as the metric with most work is worth, and no more than have a row of it.
int worthwhile_ranks(const Advice& advice) {
  if (advice.metrics.empty()) return 1;
  const MetricSize& most = *std::ranges::max_element(advice.metrics, {}, worth);
  const double ranks = std::min({std::ceil(worth(most)), static_cast<double>(most.rows), kMostRanks});
  return std::max(1, static_cast<int>(ranks));
}

std::string ranks_reason(const Report& report, const Advice& advice, bool is_given) {
  if (advice.metrics.empty()) return "The report has no values.";
  const MetricSize& most = *std::ranges::max_element(advice.metrics, {}, worth);
  const auto size = [](uint64_t bytes) { return bytes_text(static_cast<double>(bytes)); };
  return fmt::format(
      "{}'{}', the metric with most work, has {} of values in {} rows, of which {} are compressed; a rank is "
      "worth starting for {} of these, or for {} of others.",
      is_given ? "The number of ranks was asked for. " : "", report.metrics[most.metric.index()].id,
      size(most.values), grouped(most.rows), size(most.compressed), size(kBytesPerRank),
      size(kPlainBytesPerRank));
}

std::string distribution_reason(const Advice& advice) {
  if (advice.ranks == 1) return "On one rank, distributions are the same.";
  const auto of = [&](Distribution wanted) {
    return *std::ranges::find(advice.balances, wanted, &Balance::distribution);
  };
  const uint64_t best = std::ranges::min(advice.balances, {}, &Balance::busiest).busiest;
  const Balance chosen = of(advice.distribution);
  return fmt::format(
      "With {} the busiest rank goes through {:.2f} times its even share of the values, with the "
      "best distribution through {:.2f} times that; the first within 5 % is taken.",
      name_of(advice.distribution), chosen.values,
      chosen.busiest == 0 ? 1
                          : chosen.values * static_cast<double>(best) / static_cast<double>(chosen.busiest));
}

}  // namespace

std::vector<Balance> balances(const Report& report, int ranks) {
  const std::vector<RowKey> rows = report.stored_rows();
  const uint64_t count = static_cast<uint64_t>(ranks);
  std::vector<Balance> all;
  for (const Distribution distribution : kDistributions) {
    BalanceSum sum(report, distribution, ranks);
    for (const RowKey& row : rows) sum.add(row);
    sum.end_metric();
    Balance balance = sum.result();
    balance.distribution = distribution;
    const bool has_blocks = distribution == Distribution::system;
    balance.call_paths = (has_blocks ? reducing : gathering)(report.call_paths.size(), count);
    balance.locations = (has_blocks ? gathering : reducing)(report.locations.size(), count);
    all.push_back(balance);
  }
  return all;
}

Distribution choose(const std::vector<Balance>& balances) {
  const uint64_t best = std::ranges::min(balances, {}, &Balance::busiest).busiest;
  const auto chosen = std::ranges::find_if(balances, [&](const Balance& each) {
    return static_cast<double>(each.busiest) <= kAsGood * static_cast<double>(best);
  });
  return chosen->distribution;
}

Advice advise(const Report& report, std::optional<int> ranks) {
  Advice advice;
  advice.call_paths = report.call_paths.size();
  advice.locations = report.locations.size();
  describe_tree(report, advice);
  advice.metrics = sizes_of(report);
  advice.ranks = ranks ? *ranks : worthwhile_ranks(advice);
  advice.balances = balances(report, advice.ranks);
  advice.distribution = choose(advice.balances);
  size_t rows = 0;
  for (const MetricSize& each : advice.metrics) {
    rows += each.rows;
    // A row is there as it is stored, inflated, and as values.
    advice.row_bytes = std::max(advice.row_bytes, each.stored / each.rows + 2 * each.values / each.rows);
    advice.result_bytes = std::max(advice.result_bytes,
                                   (advice.call_paths + advice.locations) * value_bytes(report, each.metric));
  }
  advice.definition_bytes = bytes_of_definitions(report, rows);
  advice.reasons = {ranks_reason(report, advice, ranks.has_value()), distribution_reason(advice)};
  return advice;
}

}  // namespace latecomer::query
