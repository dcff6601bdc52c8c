// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cubex/anchor.h"
#include "cubex/archive_file.h"
#include "cubex/metric_rows.h"
#include "report/report.h"

namespace latecomer::cubex {

/// Reads the rows and further members of a .cubex file that stays open.
class StoredReport : public report::ReportStorage {
 public:
  /// Finds the rows of all metrics. What has no readable values is added to the notes of the anchor's report.
  static Result<std::shared_ptr<const StoredReport>> open(ArchiveFile archive, Anchor& anchor);

  report::Row row(report::RowKey key, report::LocationRange where) const override;
  report::StoredSize stored_size(report::RowKey key) const override;
  std::vector<report::RowKey> rows() const override;
  std::shared_ptr<const std::string> file(const std::string& name) const override;
  std::shared_ptr<const std::string> file_part(const std::string& name, uint64_t offset,
                                               uint64_t size) const override;
  std::vector<std::string> files() const override;

 private:
  explicit StoredReport(ArchiveFile archive) : archive_(std::move(archive)) {}

  Status find_rows(Anchor& anchor);
  MemberSource source(const std::string& member) const;

  ArchiveFile archive_;
  std::vector<std::optional<MetricRows>> metrics_;  ///< Has the rows of each metric that has values.
  std::vector<std::string> files_;
};

}  // namespace latecomer::cubex
