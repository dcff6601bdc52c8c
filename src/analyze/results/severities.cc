// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/results/severities.h"

#include <algorithm>
#include <utility>

namespace latecomer::analyze {

using report::Builtin;
using report::BuiltinMetric;
using report::Relation;

template <class Value>
void SeveritiesOf<Value>::add(Builtin metric, report::CallPathId path, Value value) {
  if (value == 0) return;
  // Most values are of a few metrics on a few call paths.
  constexpr size_t kPlaces = 128;
  if (latest_.empty()) latest_.assign(kPlaces, UINT32_MAX);
  uint32_t& latest = latest_[(static_cast<size_t>(metric) * 37 + path.index()) % kPlaces];
  if (latest < entries_.size() && entries_[latest].metric == metric && entries_[latest].path == path) {
    entries_[latest].value += value;
    return;
  }
  latest = static_cast<uint32_t>(entries_.size());
  entries_.push_back({metric, path, value});
  if (entries_.size() < compact_at_) return;
  compact();
  compact_at_ = std::max<size_t>(1024, 2 * entries_.size());  // so that adding stays linear
}

template <class Value>
void SeveritiesOf<Value>::compact() {
  latest_ = {};
  const auto place = [](const Entry& entry) { return std::pair(entry.metric, entry.path); };
  const auto before = [&](const Entry& a, const Entry& b) { return place(a) < place(b); };
  if (!std::is_sorted(entries_.begin(), entries_.end(), before))
    std::stable_sort(entries_.begin(), entries_.end(), before);
  size_t kept = 0;
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (kept > 0 && place(entries_[kept - 1]) == place(entries_[i])) {
      entries_[kept - 1].value += entries_[i].value;
    } else {
      entries_[kept++] = entries_[i];
    }
  }
  entries_.resize(kept);
  std::erase_if(entries_, [](const Entry& entry) { return entry.value == 0; });
}

template <class Value>
void SeveritiesOf<Value>::settle() {
  compact();
  entries_.shrink_to_fit();
}

template <class Value>
std::vector<typename SeveritiesOf<Value>::Entry> SeveritiesOf<Value>::finish() {
  compact();
  const size_t own = entries_.size();
  for (size_t i = 0; i < own; ++i) {
    Entry entry = entries_[i];
    for (const BuiltinMetric* metric = &report::builtin(entry.metric);
         metric->relation == Relation::summand || metric->relation == Relation::idle;
         metric = &report::builtin(metric->parent)) {
      entry.metric = metric->parent;
      entries_.push_back(entry);
    }
  }
  compact();
  return std::exchange(entries_, {});
}

template class SeveritiesOf<int64_t>;
template class SeveritiesOf<double>;

}  // namespace latecomer::analyze
