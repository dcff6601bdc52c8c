// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/anomaly_report.h"

#include <algorithm>
#include <set>

namespace latecomer::analyze {

namespace {

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

void AnomalyReport::count(const Place& place, int64_t times) {
  if (times == 0) return;
  counts.count(place.kind, times);
  places[place] += times;
}

void AnomalyReport::count_together(std::span<const Place> members) {
  counts.count(members.front().kind);
  std::set<CallPathId> paths;
  for (const Place& member : members) places[member] += paths.insert(member.path).second ? 1 : 0;
}

AnomalyReport& AnomalyReport::operator+=(const AnomalyReport& other) {
  counts += other.counts;
  for (const auto& [place, count] : other.places) places[place] += count;
  problems.insert(problems.end(), other.problems.begin(), other.problems.end());
  return *this;
}

AnomalyReport combine(const AnomalyReport& mine, Comm& comm) {
  AnomalyReport all;
  all.counts = mine.counts;
  comm.sum(all.counts.values());
  // What there is to tell beyond numbers has been counted, too.
  if (std::ranges::count(all.counts.values(), 0) == static_cast<ptrdiff_t>(trace::kAnomalyKinds)) return all;

  std::vector<PlaceRow> places;
  for (const auto& [place, count] : mine.places) places.push_back({place, count});
  for (const Bytes& bytes : comm.all_gather(to_bytes<PlaceRow>(places))) {
    for (const PlaceRow& row : from_bytes<PlaceRow>(bytes)) all.places[row.place] += row.count;
  }
  for (const Bytes& bytes : comm.all_gather(pack_lines(mine.problems))) unpack_lines(bytes, all.problems);
  return all;
}

}  // namespace latecomer::analyze
