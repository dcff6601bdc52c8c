// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/stored_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "cubex/row_order.h"
#include "cubex/stored_values.h"
#include "report/unreadable.h"

namespace latecomer::cubex {

using namespace report;

namespace {

/// Returns whether a member is named as values of metrics are. CubeLib leaves those of metrics that it has
/// left out, and another metric would have them where the report is written.
bool is_of_a_metric(std::string_view name) {
  if (name.starts_with(kGhostMembers)) name.remove_prefix(kGhostMembers.size());
  const size_t end = name.find_first_not_of("0123456789");
  return end > 0 && end != std::string_view::npos &&
         (name.substr(end) == ".index" || name.substr(end) == ".data");
}

std::shared_ptr<const std::string> text_of(const Result<Bytes>& content) {
  if (!content) throw Unreadable(content.error());
  return std::make_shared<const std::string>(reinterpret_cast<const char*>(content->data()), content->size());
}

}  // namespace

Result<std::shared_ptr<const StoredReport>> StoredReport::open(ArchiveFile archive, Anchor& anchor) {
  const std::shared_ptr<StoredReport> stored(new StoredReport(std::move(archive)));
  TRY_STATUS(stored->find_rows(anchor));
  return std::shared_ptr<const StoredReport>(stored);
}

/// Finds the rows of all metrics. A metric without members is zero throughout.
Status StoredReport::find_rows(Anchor& anchor) {
  Report& report = anchor.report;
  const std::vector<CallPathId> inclusive = row_order(report.call_paths, MetricKind::inclusive);
  const std::vector<CallPathId> exclusive = row_order(report.call_paths, MetricKind::exclusive);
  std::set<std::string> known = {"anchor.xml"};
  metrics_.resize(report.metrics.size());
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    const Metric& metric = report.metrics[i];
    const std::string id = (metric.is_ghost ? std::string(kGhostMembers) : "") + anchor.metric_ids[i];
    const std::string index = id + ".index";
    const std::string data = id + ".data";
    known.insert({index, data});
    const bool has_index = archive_.members().contains(index);
    if (is_derived(metric)) continue;
    if (has_index != archive_.members().contains(data))
      return Error{fmt::format("{}: has {} without {}; the file is incomplete", archive_.name(),
                               has_index ? index : data, has_index ? data : index)};
    if (!has_index) continue;
    const std::optional<DataType> type = DataType::named(metric.data_type);
    if (!type) {
      report.notes.push_back(
          fmt::format("metric '{}' has values of type {}, which are not read, and would be lost where the "
                      "report is written",
                      metric.id, metric.data_type));
      continue;
    }
    if (report.locations.size() > archive_.most_memory() / cubex::stored_size(*type))
      return Error{fmt::format("{}: {}: the values of a call path would take more memory than there is file",
                               archive_.name(), data)};
    TRY(MetricRows rows, MetricRows::open(source(index), source(data), *type,
                                          metric.kind == MetricKind::inclusive ? inclusive : exclusive,
                                          report.locations.size()));
    metrics_[i].emplace(std::move(rows));
  }
  for (const auto& [name, member] : archive_.members())
    if (!known.contains(name) && !is_of_a_metric(name)) files_.push_back(name);
  return {};
}

MemberSource StoredReport::source(const std::string& member) const {
  const ArchiveFile::Member where = archive_.members().at(member);
  return {archive_.name() + ": " + member, where.size,
          [this, where](uint64_t offset, uint64_t size) { return archive_.read(where, offset, size); }};
}

Row StoredReport::row(RowKey key, LocationRange where) const {
  const std::optional<MetricRows>& rows = metrics_[key.first.index()];
  if (!rows) return nullptr;
  Result<Row> row = rows->read(key.second, where);
  if (!row) throw Unreadable(row.error());
  return *row;
}

StoredSize StoredReport::stored_size(RowKey key) const {
  const std::optional<MetricRows>& rows = metrics_[key.first.index()];
  return rows ? rows->stored_size(key.second) : StoredSize();
}

std::vector<RowKey> StoredReport::rows() const {
  std::vector<RowKey> keys;
  for (size_t i = 0; i < metrics_.size(); ++i) {
    if (!metrics_[i]) continue;
    for (const CallPathId path : metrics_[i]->call_paths()) keys.emplace_back(MetricId(i), path);
  }
  return keys;
}

std::shared_ptr<const std::string> StoredReport::file(const std::string& name) const {
  if (!std::ranges::binary_search(files_, name)) return nullptr;
  return text_of(archive_.read(archive_.members().at(name)));
}

std::shared_ptr<const std::string> StoredReport::file_part(const std::string& name, uint64_t offset,
                                                           uint64_t size) const {
  if (!std::ranges::binary_search(files_, name)) return nullptr;
  const ArchiveFile::Member& member = archive_.members().at(name);
  if (offset > member.size || size > member.size - offset) return nullptr;
  return text_of(archive_.read(member, offset, size));
}

std::vector<std::string> StoredReport::files() const {
  return files_;
}

}  // namespace latecomer::cubex
