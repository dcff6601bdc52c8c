// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/anomaly_report.h"

#include <algorithm>

namespace latecomer::analyze {

namespace {

struct UnmatchedRow {
  uint32_t sender;
  uint32_t receiver;
  int64_t sends;
  int64_t receives;
};

struct PlaceRow {
  AnomalyReport::Place place;
  int64_t count;
};

Bytes pack_lines(const std::vector<std::string>& lines) {
  std::vector<char> text;
  for (const std::string& line : lines) text.insert(text.end(), line.c_str(), line.c_str() + line.size() + 1);
  return to_bytes<char>(text);
}

void unpack_lines(const Bytes& bytes, std::vector<std::string>& lines) {
  const std::vector<char> text = from_bytes<char>(bytes);
  for (size_t at = 0; at < text.size(); at += lines.back().size() + 1) lines.emplace_back(text.data() + at);
}

}  // namespace

AnomalyReport combine(const AnomalyReport& mine, Comm& comm) {
  AnomalyReport all;
  all.counts = mine.counts;
  comm.sum(all.counts.values());
  // What there is to tell beyond numbers has been counted, too.
  if (std::ranges::count(all.counts.values(), 0) == static_cast<ptrdiff_t>(trace::kAnomalyKinds)) return all;

  std::vector<UnmatchedRow> rows;
  for (const auto& [pair, count] : mine.unmatched) {
    rows.push_back({pair.first.value, pair.second.value, count.sends, count.receives});
  }
  for (const Bytes& bytes : comm.all_gather(to_bytes<UnmatchedRow>(rows))) {
    for (const UnmatchedRow& row : from_bytes<UnmatchedRow>(bytes)) {
      AnomalyReport::Unmatched& sum =
          all.unmatched[{trace::LocationGroupId(row.sender), trace::LocationGroupId(row.receiver)}];
      sum.sends += row.sends;
      sum.receives += row.receives;
    }
  }
  std::vector<PlaceRow> places;
  for (const auto& [place, count] : mine.places) places.push_back({place, count});
  for (const Bytes& bytes : comm.all_gather(to_bytes<PlaceRow>(places))) {
    for (const PlaceRow& row : from_bytes<PlaceRow>(bytes)) all.places[row.place] += row.count;
  }
  for (const Bytes& bytes : comm.all_gather(pack_lines(mine.problems))) unpack_lines(bytes, all.problems);
  return all;
}

}  // namespace latecomer::analyze
