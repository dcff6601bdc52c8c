// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Runs that are compared are often of two versions of a program, in which functions and calls are at other
// lines (report/moved_lines.h), and files in other directories.

#include "findings/align.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "report/moved_lines.h"
#include "report/path_names.h"

namespace latecomer::findings {

using namespace report;

namespace {

constexpr size_t kNone = AlignedTree::kNone;

class CallPathAligner {
 public:
  void add(const Report& report) {
    report_ = &report;
    files_.emplace(short_files(report.call_paths, report.regions));
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
  /// Call paths of the same call site share a row.
  void add_siblings(size_t parent, const std::vector<size_t>& paths) {
    std::map<CallSite, std::vector<size_t>> by_site;
    for (const size_t path : paths) by_site[call_site(*report_, CallPathId(path), *files_)].push_back(path);
    std::vector<CallSite> sites;
    for (const auto& [site, sharing] : by_site) sites.push_back(site);
    const std::vector<size_t> known = children_[parent];
    std::vector<CallSite> known_sites;
    for (const size_t row : known) known_sites.push_back(sites_[row]);
    const std::vector<size_t> matches = match_moved(known_sites, sites);
    std::map<size_t, size_t> new_rows;  // as their first call paths come
    for (size_t i = 0; i < sites.size(); ++i) {
      const std::vector<size_t>& sharing = by_site.at(sites[i]);
      if (matches[i] == kNowhere) new_rows.emplace(sharing.front(), i);
      for (const size_t path : sharing)
        if (matches[i] != kNowhere) rows_of_report_[path] = known[matches[i]];
    }
    for (const auto& [path, i] : new_rows) {
      const size_t row = add_row(parent, sites[i], path);
      for (const size_t each : by_site.at(sites[i])) rows_of_report_[each] = row;
    }
  }

  size_t add_row(size_t parent, const CallSite& site, size_t path) {
    const size_t row = tree_.rows.size();
    tree_.rows.push_back({parent, tree_.row_of.size(), path});
    children_[parent].push_back(row);
    sites_.push_back(site);
    return row;
  }

  const Report* report_ = nullptr;
  std::vector<size_t> rows_of_report_;
  AlignedTree tree_;
  std::optional<ShortFiles> files_;                 ///< of the report
  std::map<size_t, std::vector<size_t>> children_;  ///< of each row
  std::vector<CallSite> sites_;                     ///< of each row
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
