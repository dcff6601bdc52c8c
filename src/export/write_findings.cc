// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Where the arrow of two slices begins is decided by which begins earlier; of slices that begin together, by
// which comes first in the file. So all delays are written before all wait states, and a delay begins no
// later than the waits that it caused: what the store says of one that began before its location's first
// event is cut off there.
//
//     rank 0, delays       [ solve            ]
//                               |
//     rank 1, wait states       +> [ Late Sender ]
//
// Delays of one interval are one slice, as the same work makes all members of a collective wait. Cost: O(rows
// log rows); in memory are the rows of a location, and the begin of each wait.

#include "export/write_findings.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "export/nested_slices.h"
#include "export/report_texts.h"
#include "export/row_numbers.h"
#include "findings/wait_states.h"
#include "store/read_findings.h"

namespace latecomer::perfetto {

namespace {

using report::CallPathId;
using report::LocationId;
using store::Delay;
using store::FindingsStore;
using store::Wait;

/// Is the slice of all delays of one interval. What is said of it is of the delay with the largest excess.
struct DelaySlice {
  Ticks excess = Ticks(-1);  ///< Is the excess of all call paths.
  Ticks largest;             ///< Is the excess of `path`, the largest one.
  CallPathId path;           ///< Is the call path of `largest`; invalid where the location only waited.
  Ticks waited;
  std::vector<uint64_t> flows;

  void add(const Delay& delay, uint64_t flow);
};

void DelaySlice::add(const Delay& delay, uint64_t flow) {
  flows.push_back(flow);
  Ticks sum;
  for (const Delay::Part& part : delay.parts) sum += part.time;
  if (sum <= excess) return;
  const auto part = std::ranges::max_element(delay.parts, {}, &Delay::Part::time);
  const bool has_excess = part != delay.parts.end();
  *this = {sum, has_excess ? part->time : Ticks(), has_excess ? part->path : CallPathId(), delay.waited,
           std::move(flows)};
}

class FindingsWriter {
 public:
  FindingsWriter(const FindingsStore& store, TimelineFile& out)
      : store_(store),
        report_(store.report()),
        out_(out),
        texts_(report_, out.file),
        numbers_(first_numbers<Wait>(store)) {}

  Status write() {
    TRY_STATUS(write_critical_path());
    TRY_STATUS(for_each_location([&](LocationId location) { return read_begins(location); }));
    TRY_STATUS(for_each_location([&](LocationId location) { return write_delays(location); }));
    return for_each_location([&](LocationId location) { return write_waits(location); });
  }

 private:
  /// Orders slices by when they begin and, of those that begin together, the longest first.
  using DelaySlices = std::map<std::pair<Ticks, Ticks>, DelaySlice>;

  template <class Function>
  Status for_each_location(const Function& function) {
    for (size_t l = 0; l < out_.threads.size(); ++l) TRY_STATUS(function(LocationId(l)));
    return {};
  }
  Status write_critical_path();
  Status read_begins(LocationId location);
  Status write_delays(LocationId location);
  void add_delay(const Delay& delay, DelaySlices& slices);
  Status write_waits(LocationId location);
  Details details_of(const DelaySlice& slice);
  Details details_of(const Wait& wait);
  Details details_of(const store::Stretch& stretch);
  uint64_t time(Ticks ticks) const { return out_.times.at(ticks); }
  void add_length(Details& details, Key key, Ticks length) const {
    details.add(key, out_.times.length(length));
  }

  const FindingsStore& store_;
  const report::Report& report_;
  TimelineFile& out_;
  ReportTexts texts_;
  std::vector<uint64_t> numbers_;  ///< Has the number of each location's first wait state.
  std::vector<Ticks> begins_;      ///< Has the begins of wait states.
  std::vector<bool> is_caused_;    ///< Says of wait states whether a delay that was written caused them.
};

Details FindingsWriter::details_of(const store::Stretch& stretch) {
  Details details;
  if (!stretch.edge) return details;
  details.add(Key::from, texts_.location(stretch.edge->from));
  details.add(Key::wait_state, out_.file.text(findings::wait_name(report_, stretch.edge->wait)));
  details.add(Key::wait_call_path, texts_.path(stretch.edge->path));
  return details;
}

/// Writes a slice for each visit of a location, and in it one for each stretch.
Status FindingsWriter::write_critical_path() {
  TRY(const store::CriticalPath path, store::read_critical_path(report_));
  if (path.empty()) return {};
  const TrackId track = out_.file.add_track("critical path");
  LocationId here;
  uint64_t last = 0;
  for (const store::CriticalStretch& each : path) {
    const uint64_t begin = std::max(last, time(each.begin));
    if (each.location != here) {
      if (here.valid()) out_.file.end(track, last);
      here = each.location;
      out_.file.begin(track, begin, out_.file.name(report_.location_name(here)), details_of(each));
    }
    last = std::max(begin, time(each.end));
    if (!each.path.valid()) continue;
    Details details;
    details.add(Key::location, texts_.location(here));
    details.add(Key::call_path, texts_.path(each.path));
    out_.file.begin(track, begin, out_.file.name(report_.node_name(each.path)), details);
    out_.file.end(track, last);
  }
  out_.file.end(track, last);
  return {};
}

Status FindingsWriter::read_begins(LocationId location) {
  TRY(const std::vector<Wait> waits, store_.read<Wait>(location));
  for (const Wait& wait : waits) begins_.push_back(wait.begin());
  is_caused_.resize(begins_.size());
  return {};
}

/// Adds nothing where the wait does not exist, or is none.
void FindingsWriter::add_delay(const Delay& delay, DelaySlices& slices) {
  const uint64_t number = numbers_[delay.waiter.index()] + delay.wait;
  if (number >= numbers_[delay.waiter.index() + 1] || begins_[number] >= delay.to || is_caused_[number])
    return;
  is_caused_[number] = true;
  const Ticks begin = std::min(delay.from, begins_[number]);
  slices[{begin, Ticks() - delay.to}].add(delay, number + 1);
}

Status FindingsWriter::write_delays(LocationId location) {
  DelaySlices delay_slices;
  for (const store::Entry& entry : store_.entries(Delay::kTable, location)) {
    TRY(const std::vector<Delay> delays, store_.read_chunk<Delay>(entry));
    for (const Delay& delay : delays) add_delay(delay, delay_slices);
  }
  NestedSlices slices(out_.file, "delays", out_.threads[location.index()]);
  for (const auto& [interval, slice] : delay_slices) {
    const std::string name = slice.path.valid() ? report_.node_name(slice.path) : "waiting";
    slices.add(time(interval.first), time(Ticks() - interval.second), out_.file.name(name),
               details_of(slice));
  }
  slices.finish();
  return {};
}

Details FindingsWriter::details_of(const DelaySlice& slice) {
  Details details;
  for (const uint64_t flow : slice.flows) details.add_flow(flow);
  details.add(Key::waits, static_cast<int64_t>(slice.flows.size()));
  if (slice.path.valid()) {
    details.add(Key::call_path, texts_.path(slice.path));
    add_length(details, Key::excess_ns, slice.largest);
    add_length(details, Key::other_excess_ns, slice.excess - slice.largest);
  }
  add_length(details, Key::waited_ns, slice.waited);
  return details;
}

Status FindingsWriter::write_waits(LocationId location) {
  TRY(const std::vector<Wait> waits, store_.read<Wait>(location));
  std::vector<uint32_t> order(waits.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {},
                    [&](uint32_t i) { return std::tuple(waits[i].begin(), Ticks() - waits[i].end, i); });
  NestedSlices slices(out_.file, "wait states", out_.threads[location.index()]);
  for (const uint32_t i : order) {
    const Wait& wait = waits[i];
    if (wait.amount <= Ticks()) continue;
    Details details = details_of(wait);
    const uint64_t number = numbers_[location.index()] + i;
    if (is_caused_[number]) details.add_flow(number + 1);
    const NameId name = out_.file.name(findings::wait_name(report_, wait.metric));
    slices.add(time(wait.begin()), time(wait.end), name, details);
  }
  slices.finish();
  return {};
}

Details FindingsWriter::details_of(const Wait& wait) {
  Details details;
  details.add(Key::metric, texts_.metric(wait.metric));
  add_length(details, Key::amount_ns, wait.amount);
  details.add(Key::call_path, texts_.path(wait.path));
  if (wait.cause.valid()) details.add(Key::cause, texts_.location(wait.cause));
  add_length(details, Key::direct_ns, wait.direct);
  add_length(details, Key::further_ns, wait.further);
  return details;
}

}  // namespace

Status write_findings(const store::FindingsStore& store, TimelineFile& out) {
  return FindingsWriter(store, out).write();
}

}  // namespace latecomer::perfetto
