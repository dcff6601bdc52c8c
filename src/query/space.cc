// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Values over call paths and locations, of rows that may be many and large.
//
// The problem: a value with what is below it is a sum over a subtree of the call tree and over a part of the
// system, and a user asks for it at every call path at once, or at every location.
//
// The idea: first over locations, row by row, which leaves one value for each call path; then up the tree,
// which is one pass over these. The other way round for the locations' values. No value is computed by going
// down the tree again, and no row is looked at twice for the same sum.
//
//     rows        over locations      up the tree
//     main   1 2       3                 3 + 30 + 300 = 333
//     solve 10 20     30                    30 + 300 = 330
//     send 100 200   300                         300
//
// On several ranks each does the first step for its own rows, and the ranks exchange what is left: one value
// for each call path, or one for each location.
//
// Cost: O(values in rows) for the first question about a metric, O(call paths) for what follows from it.

#include "query/space.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "query/metric_environment.h"

namespace latecomer::query {

using namespace report;

namespace {

/// Adds to every call path's value those of the call paths below it.
Column with_below(const std::vector<CallPath>& call_paths, Column values) {
  for (size_t i = call_paths.size(); i-- > 0;) {
    const CallPathId parent = call_paths[i].parent;
    if (parent.valid()) values.add(parent.index(), values, i);
  }
  return values;
}

/// Takes from every call path's value those of its children, which contain what is below them.
Column without_below(const std::vector<CallPath>& call_paths, const Column& values) {
  Column result = values;
  for (size_t i = 0; i < call_paths.size(); ++i) {
    const CallPathId parent = call_paths[i].parent;
    if (parent.valid()) result.subtract(parent.index(), values, i);
  }
  return result;
}

}  // namespace

Space::Space(const Report& report)
    : report_(report),
      serial_(serial_comm()),
      comm_(*serial_),
      call_tree_(report.call_paths),
      derived_(report) {
  MetricEnvironment once(*this, MetricId(), By::nothing, {});
  derived_.initialize(once);
}

Space::Space(const Report& report, Comm& comm, std::vector<int> owners)
    : report_(report),
      comm_(comm),
      owners_(std::move(owners)),
      call_tree_(report.call_paths),
      derived_(report) {
  MetricEnvironment once(*this, MetricId(), By::nothing, {});
  derived_.initialize(once);
}

Status Space::status() const {
  TRY_STATUS(report_.status());
  return derived_.status();
}

DataType Space::type_of(MetricId metric) const {
  if (derived_.is_derived(metric)) return DataType();
  return DataType::named(report_.metrics[metric.index()].data_type).value_or(DataType());
}

bool Space::has_inclusive_rows(MetricId metric) const {
  const MetricKind kind = kind_of(metric);
  return kind == MetricKind::inclusive || kind == MetricKind::prederived_inclusive;
}

bool Space::is_postderived(MetricId metric) const {
  return kind_of(metric) == MetricKind::postderived;
}

bool Space::needs_all_ranks(MetricId metric) const {
  return derived_.is_derived(metric) && derived_.looks_elsewhere(metric);
}

Column Space::evaluated(MetricId metric, By by, const Question& question) const {
  MetricEnvironment environment(*this, metric, by, question);
  return Column::of_numbers(DataType(), derived_.evaluate(metric, environment));
}

Row Space::row(MetricId metric, CallPathId path) const {
  if (!derived_.is_derived(metric)) return report_.column(metric, path);
  const Below below = has_inclusive_rows(metric) ? Below::included : Below::excluded;
  return std::make_shared<const Column>(evaluated(metric, By::location, {.path = path, .below = below}));
}

Space::ColumnPtr Space::cached(Cache& cache, MetricId metric, const std::function<Column()>& compute) const {
  {
    const std::lock_guard lock(mutex_);
    const auto found = cache.find(metric);
    if (found != cache.end()) return found->second;
  }
  const ColumnPtr computed = std::make_shared<const Column>(compute());
  const std::lock_guard lock(mutex_);
  return cache.emplace(metric, computed).first->second;
}

/// Every row's values over the locations at these positions, or over all.
Column Space::combine_locations(MetricId metric, std::optional<std::span<const size_t>> which) const {
  const bool is_alone = comm_.size() == 1 || needs_all_ranks(metric);
  std::vector<std::vector<size_t>> owned(static_cast<size_t>(comm_.size()));
  for (size_t i = 0; i < report_.call_paths.size(); ++i)
    owned[is_alone ? static_cast<size_t>(comm_.rank()) : static_cast<size_t>(owners_[i])].push_back(i);
  const std::vector<size_t>& own = owned[static_cast<size_t>(comm_.rank())];
  Column mine(type_of(metric), own.size());
  const auto combine = [&](size_t i) {
    const Row values = row(metric, CallPathId(own[i]));
    if (values != nullptr) mine.set(i, which ? values->combined(*which) : values->combined(), 0);
  };
  if (derived_.is_derived(metric))  // programs are evaluated by one thread
    for (size_t i = 0; i < own.size(); ++i) combine(i);
  else
    parallel_for(own.size(), combine);
  if (is_alone) return mine;
  Column all(type_of(metric), report_.call_paths.size());
  const std::vector<Bytes> of_ranks = comm_.all_gather(to_bytes(mine));
  for (size_t r = 0; r < owned.size(); ++r) {
    const Column theirs = column_from_bytes(type_of(metric), owned[r].size(), of_ranks[r]);
    for (size_t i = 0; i < owned[r].size(); ++i) all.set(owned[r][i], theirs, i);
  }
  return all;
}

/// Location by location over this rank's rows of these call paths; nothing if it has none of them. Rows that
/// are not stored are zeros, which count where values do not add up.
std::optional<Column> Space::combine_own(MetricId metric, std::span<const CallPathId> paths) const {
  const DataType type = type_of(metric);
  std::optional<Column> sum;
  for (const CallPathId path : paths) {
    const bool is_own = owners_.empty() || owners_[path.index()] == comm_.rank() || needs_all_ranks(metric);
    if (!is_own) continue;
    const Row stored = row(metric, path);
    if (stored == nullptr && type.is_sum()) continue;
    const Column& values = stored != nullptr ? *stored : Column(type, report_.locations.size());
    if (sum)
      sum->add(values);
    else
      sum = values;
  }
  return sum;
}

std::optional<Column> Space::combine_ranks(std::optional<Column> mine, DataType type) const {
  if (comm_.size() == 1) return mine;
  const size_t size = report_.locations.size();
  const Bytes all = reduce_tree(comm_, mine ? to_bytes(*mine) : Bytes(), [&](Bytes a, const Bytes& b) {
    if (a.empty() || b.empty()) return a.empty() ? b : a;
    Column sum = column_from_bytes(type, size, a);
    sum.add(column_from_bytes(type, size, b));
    return to_bytes(sum);
  });
  return all.empty() ? std::nullopt : std::optional(column_from_bytes(type, size, all));
}

Column Space::combine_call_paths(MetricId metric, std::span<const CallPathId> paths) const {
  const DataType type = type_of(metric);
  std::optional<Column> sum = combine_own(metric, paths);
  if (!needs_all_ranks(metric)) sum = combine_ranks(std::move(sum), type);
  return sum ? std::move(*sum) : Column(type, report_.locations.size());
}

Column Space::values(MetricId metric, By by, const Question& question) const {
  if (is_postderived(metric)) return evaluated(metric, by, question);
  if (by == By::call_path) return by_call_path(metric, question.below, question.where);
  if (by == By::nothing) return whole(metric, question);
  const Column values = question.path ? by_location(metric, *question.path, question.below)
                                      : by_location(metric, question.below);
  return by == By::group ? grouped(values) : values;
}

/// The values of the locations of each group combined.
Column Space::grouped(const Column& by_location) const {
  Column groups(by_location.type(), report_.location_groups.size());
  std::vector<bool> has_value(groups.size());
  for (size_t i = 0; i < by_location.size(); ++i) {
    const size_t group = report_.locations[i].group.index();
    if (has_value[group])
      groups.add(group, by_location, i);
    else
      groups.set(group, by_location, i);
    has_value[group] = true;
  }
  return groups;
}

Column Space::by_call_path(MetricId metric, Below below, const SystemPart& where) const {
  if (is_postderived(metric)) return evaluated(metric, By::call_path, {.below = below, .where = where});
  ColumnPtr stored;
  if (std::holds_alternative<std::monostate>(where)) {
    stored = cached(over_locations_, metric, [&] { return combine_locations(metric, std::nullopt); });
  } else {
    const std::vector<size_t> locations = locations_in(report_, where);
    stored = std::make_shared<const Column>(combine_locations(metric, locations));
  }
  const bool is_included = has_inclusive_rows(metric);
  if (is_included == (below == Below::included)) return *stored;
  return is_included ? without_below(report_.call_paths, *stored) : with_below(report_.call_paths, *stored);
}

Column Space::by_location(MetricId metric, Below below) const {
  if (is_postderived(metric)) return evaluated(metric, By::location, {.below = below});
  if (below == Below::excluded) return combine_call_paths_alone(metric, call_tree_.roots());
  return *cached(over_call_paths_, metric, [&] {
    if (has_inclusive_rows(metric)) return combine_call_paths(metric, call_tree_.roots());
    std::vector<CallPathId> all;
    for (size_t i = 0; i < report_.call_paths.size(); ++i) all.emplace_back(i);
    return combine_call_paths(metric, all);
  });
}

Column Space::by_location(MetricId metric, CallPathId path, Below below) const {
  if (is_postderived(metric)) return evaluated(metric, By::location, {.path = path, .below = below});
  const std::span<const CallPathId> self(&path, 1);
  if (below == Below::excluded) return combine_call_paths_alone(metric, self);
  return combine_call_paths(metric, has_inclusive_rows(metric) ? self : call_tree_.subtree(path));
}

/// Of these call paths what they have without those below them.
Column Space::combine_call_paths_alone(MetricId metric, std::span<const CallPathId> paths) const {
  Column values = combine_call_paths(metric, paths);
  if (!has_inclusive_rows(metric)) return values;
  std::vector<CallPathId> children;
  for (const CallPathId path : paths) {
    for (const CallPathId each : call_tree_.subtree(path))
      if (report_.call_paths[each.index()].parent == path) children.push_back(each);
  }
  if (!children.empty()) values.subtract(combine_call_paths(metric, children));
  return values;
}

Column Space::whole(MetricId metric, const Question& question) const {
  if (is_postderived(metric)) return evaluated(metric, By::nothing, question);
  const Column values = by_call_path(metric, question.below, question.where);
  std::vector<size_t> positions;
  if (question.path)
    positions.push_back(question.path->index());
  else
    for (const CallPathId root : call_tree_.roots()) positions.push_back(root.index());
  return values.combined(positions);
}

double Space::total(MetricId metric) const {
  return whole(metric, {}).number(0);
}

double Space::total_without_children(MetricId metric) const {
  double value = total(metric);
  for (size_t i = 0; i < report_.metrics.size(); ++i) {
    if (report_.metrics[i].parent == metric) value -= total(MetricId(i));
  }
  return value;
}

std::vector<double> Space::per_call_path(MetricId metric, Below below) const {
  return by_call_path(metric, below).numbers();
}

std::vector<double> Space::per_location(MetricId metric) const {
  return by_location(metric).numbers();
}

std::vector<double> Space::per_group(MetricId metric) const {
  return values(metric, By::group, {}).numbers();
}

std::vector<double> Space::per_location(MetricId metric, CallPathId path, Below below) const {
  return by_location(metric, path, below).numbers();
}

}  // namespace latecomer::query
