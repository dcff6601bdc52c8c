// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/anomaly_report.h"

#include <algorithm>
#include <set>

namespace latecomer::analyze {

namespace {

struct OccurrenceRow {
  AnomalyReport::Occurrence occurrence;
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

void AnomalyReport::count(const Occurrence& occurrence, int64_t times) {
  if (times == 0) return;
  counts.count(occurrence.kind, times);
  occurrences[occurrence] += times;
}

void AnomalyReport::count_together(std::span<const Occurrence> members) {
  counts.count(members.front().kind);
  std::set<CallPathId> paths;
  for (const Occurrence& member : members) occurrences[member] += paths.insert(member.path).second ? 1 : 0;
}

AnomalyReport& AnomalyReport::operator+=(const AnomalyReport& other) {
  counts += other.counts;
  for (const auto& [occurrence, count] : other.occurrences) occurrences[occurrence] += count;
  problems.insert(problems.end(), other.problems.begin(), other.problems.end());
  return *this;
}

AnomalyReport combine(const AnomalyReport& mine, Comm& comm) {
  AnomalyReport all;
  all.counts = mine.counts;
  comm.sum(all.counts.values());
  // What there is to tell beyond numbers has been counted, too.
  if (std::ranges::count(all.counts.values(), 0) == static_cast<ptrdiff_t>(trace::kAnomalyKinds)) return all;

  std::vector<OccurrenceRow> occurrences;
  for (const auto& [occurrence, count] : mine.occurrences) occurrences.push_back({occurrence, count});
  for (const Bytes& bytes : comm.all_gather(to_bytes<OccurrenceRow>(occurrences))) {
    for (const OccurrenceRow& row : from_bytes<OccurrenceRow>(bytes))
      all.occurrences[row.occurrence] += row.count;
  }
  for (const Bytes& bytes : comm.all_gather(pack_lines(mine.problems))) unpack_lines(bytes, all.problems);
  return all;
}

}  // namespace latecomer::analyze
