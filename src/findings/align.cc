// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Runs that are compared are often of two versions of a program, in which functions and calls are at other
// lines, and files in other directories. Reports that are subtracted from each other (algebra/align.h) are
// more exact: there regions are the same only if their files and lines are.

#include "findings/align.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace latecomer::findings {

using namespace report;

namespace {

constexpr size_t kNone = AlignedTree::kNone;

class CallPathAligner {
 public:
  void add(const Report& report) {
    report_ = &report;
    rows_of_report_.assign(report.call_paths.size(), kNone);
    std::vector<std::vector<size_t>> children(report.call_paths.size());
    std::vector<size_t> roots;
    for (size_t i = 0; i < report.call_paths.size(); ++i) {
      const CallPathId parent = report.call_paths[i].parent;
      (parent.valid() ? children[parent.index()] : roots).push_back(i);
    }
    // All that is below a row is brought together at once: several call paths may share the row.
    std::deque<std::pair<size_t, std::vector<size_t>>> waiting = {{kNone, std::move(roots)}};
    while (!waiting.empty()) {
      const auto [parent, paths] = std::move(waiting.front());
      waiting.pop_front();
      add_siblings(parent, paths);
      std::map<size_t, std::vector<size_t>> below;  // by row
      for (const size_t path : paths)
        std::ranges::copy(children[path], std::back_inserter(below[rows_of_report_[path]]));
      for (auto& [row, inner] : below)
        if (!inner.empty()) waiting.emplace_back(row, std::move(inner));
    }
    tree_.row_of.push_back(std::move(rows_of_report_));
  }

  AlignedTree take() { return std::move(tree_); }

 private:
  const std::string& region(size_t path) const {
    return report_->regions[report_->call_paths[path].region.index()].name;
  }

  void add_siblings(size_t parent, const std::vector<size_t>& paths) {
    std::set<size_t> known;
    std::map<std::string, std::set<std::string>> left;  // names that are not known, by region
    for (const size_t path : paths) {
      const std::string name = report_->node_name(CallPathId(path));
      const auto found = rows_.find({parent, name});
      if (found == rows_.end()) {
        left[region(path)].insert(name);
      } else {
        rows_of_report_[path] = found->second;
        known.insert(found->second);
      }
    }
    if (left.empty()) return;
    std::map<std::string, std::vector<size_t>> there;  // what only others have, by region
    for (const size_t row : children_[parent])
      if (!known.contains(row)) there[regions_[row]].push_back(row);
    for (const size_t path : paths) {
      if (rows_of_report_[path] != kNone) continue;
      const std::string name = report_->node_name(CallPathId(path));
      const std::vector<size_t>& same = there[region(path)];
      const bool has_moved = same.size() == 1 && left[region(path)].size() == 1;
      const auto added = rows_.find({parent, name});  // for one of the same name
      rows_of_report_[path] = added != rows_.end() ? added->second
                              : has_moved          ? same.front()
                                                   : add_row(parent, name, path);
    }
  }

  size_t add_row(size_t parent, const std::string& name, size_t path) {
    const size_t row = tree_.rows.size();
    tree_.rows.push_back({parent, tree_.row_of.size(), path});
    rows_.emplace(std::pair(parent, name), row);
    children_[parent].push_back(row);
    regions_.emplace_back(region(path));
    return row;
  }

  const Report* report_ = nullptr;
  std::vector<size_t> rows_of_report_;
  AlignedTree tree_;
  std::map<std::pair<size_t, std::string>, size_t> rows_;  ///< by parent's row and name
  std::map<size_t, std::vector<size_t>> children_;         ///< of each row
  std::vector<std::string> regions_;                       ///< of each row
};

}  // namespace

AlignedTree align_call_paths(std::span<const Report* const> reports) {
  CallPathAligner aligner;
  for (const Report* report : reports) aligner.add(*report);
  return aligner.take();
}

AlignedTree align_metrics(std::span<const Report* const> reports) {
  AlignedTree tree;
  std::map<std::pair<std::string, std::string>, size_t> known;  // by id and unit
  for (size_t r = 0; r < reports.size(); ++r) {
    const std::vector<Metric>& metrics = reports[r]->metrics;
    std::vector<size_t> rows;
    for (size_t i = 0; i < metrics.size(); ++i) {
      const auto [found, is_new] = known.try_emplace({metrics[i].id, metrics[i].unit}, tree.rows.size());
      if (is_new) {
        const MetricId parent = metrics[i].parent;
        tree.rows.push_back({parent.valid() ? rows[parent.index()] : kNone, r, i});
      }
      rows.push_back(found->second);
    }
    tree.row_of.push_back(std::move(rows));
  }
  return tree;
}

}  // namespace latecomer::findings
