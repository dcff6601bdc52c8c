// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/anomaly_report.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>

namespace latecomer::analyze {

namespace {

struct OccurrenceRow {
  AnomalyReport::Occurrence occurrence;
  int64_t count;
};

using Problems = std::map<trace::LocationId, std::vector<std::string>>;

/// Writes for each line the number of its location, a space, the line, and a zero.
Bytes pack(const Problems& problems) {
  std::string text;
  for (const auto& [location, lines] : problems) {
    for (const std::string& line : lines) text += std::to_string(location.value) + ' ' + line.c_str() + '\0';
  }
  return to_bytes<char>(text);
}

void unpack(const Bytes& bytes, Problems& problems) {
  const std::vector<char> text = from_bytes<char>(bytes);
  for (size_t at = 0; at < text.size(); at += std::strlen(text.data() + at) + 1) {
    char* line = nullptr;
    const trace::LocationId location(static_cast<size_t>(std::strtoul(text.data() + at, &line, 10)));
    problems[location].emplace_back(line + 1);
  }
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
  for (const auto& [location, lines] : other.problems) {
    std::vector<std::string>& all = problems[location];
    all.insert(all.end(), lines.begin(), lines.end());
  }
  return *this;
}

AnomalyReport combine(const AnomalyReport& mine, Comm& comm) {
  AnomalyReport all;
  all.counts = mine.counts;
  comm.sum(all.counts.values());
  // Whatever has a text has been counted, too.
  if (std::ranges::count(all.counts.values(), 0) == static_cast<ptrdiff_t>(trace::kAnomalyKinds)) return all;

  std::vector<OccurrenceRow> occurrences;
  for (const auto& [occurrence, count] : mine.occurrences) occurrences.push_back({occurrence, count});
  for (const Bytes& bytes : comm.all_gather(to_bytes<OccurrenceRow>(occurrences))) {
    for (const OccurrenceRow& row : from_bytes<OccurrenceRow>(bytes))
      all.occurrences[row.occurrence] += row.count;
  }
  for (const Bytes& bytes : comm.all_gather(pack(mine.problems))) unpack(bytes, all.problems);
  return all;
}

}  // namespace latecomer::analyze
