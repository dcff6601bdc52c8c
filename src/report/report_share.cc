// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/report_share.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace latecomer::report {

namespace {

/// Gives the rows of consecutive locations.
class OwnRows : public ReportStorage {
 public:
  OwnRows(Rows rows, LocationRange own) : rows_(std::move(rows)), own_(own) {}

  Row row(RowKey key, LocationRange where) const override {
    const auto found = rows_.find(key);
    if (found == rows_.end()) return nullptr;
    if (where.begin == own_.begin && where.end == own_.end) return found->second;
    Column values(found->second->type(), where.size());
    for (size_t i = std::max(where.begin, own_.begin); i < std::min(where.end, own_.end); ++i)
      values.set(i - where.begin, *found->second, i - own_.begin);
    return std::make_shared<const Column>(std::move(values));
  }

  StoredSize stored_size(RowKey key) const override {
    const auto found = rows_.find(key);
    return {found == rows_.end() ? 0 : found->second->bytes(), false};
  }

  std::vector<RowKey> rows() const override {
    std::vector<RowKey> keys;
    for (const auto& [key, row] : rows_) keys.push_back(key);
    return keys;
  }

 private:
  Rows rows_;
  LocationRange own_;
};

}  // namespace

Report with_own_values(ReportShare share) {
  const LocationRange own = {share.first_location, share.first_location + share.location_count};
  for (auto& [name, block] : share.files) {
    std::string text;
    for (const LargeText& chunk : block.chunks) text += chunk;
    if (text.size() == block.text_size) share.report.files[name] = std::move(text);
  }
  share.report.read_from(std::make_shared<const OwnRows>(std::move(share.rows), own));
  return std::move(share.report);
}

}  // namespace latecomer::report
