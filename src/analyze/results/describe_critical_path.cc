// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the critical path consists of.
//
// The problem: the path is known as long segments, each on one location; to be read and drawn it has to say
// what was done there. But of the time between two calls only sums per call path were kept.
//
// The idea: cut each segment where calls begin and end. A piece is a call, whose call path names it, or what
// was between two calls; that gets the name of the deepest call path that encloses all of it:
//
//     kept:    [ main 1, main/f 3 ][ main/f/MPI_Send 2 ][ main/g 4 ]
//     pieces:  main                 main/f/MPI_Send      main/g
//
// Cost: O(segments kept on the path).

#include "analyze/results/describe_critical_path.h"

#include <algorithm>
#include <optional>

#include "base/parallel.h"
#include "report/metrics.h"
#include "report/off_core.h"

namespace latecomer::analyze {

namespace {

/// Returns the deepest call path that encloses both; invalid where they have no common root.
CallPathId common_caller(const CallTree& tree, CallPathId a, CallPathId b) {
  while (a != b) {  // callers have lower numbers
    CallPathId& deeper = a < b ? b : a;
    if (!deeper.valid()) return deeper;
    deeper = tree[deeper].parent;
  }
  return a;
}

/// Returns what encloses everything in a segment of a location.
CallPathId enclosing(const CallTree& tree, const Segments& segments, size_t segment) {
  // Call paths are numbered depth first: what encloses the lowest and the highest encloses all between them.
  CallPathId lowest;  // is above all others if it is none
  CallPathId highest(0);
  segments.for_each(segment, [&](CallPathId path, Ticks) {
    lowest = std::min(lowest, path);
    highest = std::max(highest, path);
  });
  return lowest.valid() ? common_caller(tree, lowest, highest) : lowest;
}

/// Returns what a location keeps of the time of a segment of the critical path.
Range kept_of(const LocalLocation& location, const CriticalSegment& segment) {
  const TickList& boundaries = location.segments.boundaries();
  // The path can also have come to a location before its first event, where clocks disagree.
  const size_t first = std::max<size_t>(boundaries.count_until(segment.begin), 1) - 1;
  return {first, std::max(first, std::min(boundaries.count_before(segment.end), location.segments.size()))};
}

/// Cuts one segment of the critical path.
class Cutting {
 public:
  Cutting(const LocalTrace& trace, const LargeVector<WaitState>& waits, const CriticalSegment& segment,
          Range kept)
      : trace_(trace),
        location_(trace[segment.location]),
        waits_(waits),
        segment_(segment),
        kept_(kept),
        first_begin_(kept_.size() == 0 ? segment.end : begin_of(kept_.begin)) {}

  /// Appends the piece of this number.
  void cut(size_t piece, std::vector<store::Stretch>& stretches) const {
    const size_t i = kept_.begin + piece;
    if (i < kept_.end && begin_of(i) != end_of(i))
      add(enclosing(trace_.call_tree, location_.segments, i), begin_of(i), end_of(i), stretches);
    // One that begins with the end of a wait is kept even if it has no length: the path came through there.
    const bool has_length = kept_.size() > 0 && first_begin_ < end_of(kept_.end - 1);
    if (piece == 0 && !has_length && has_start()) add(start_path(), segment_.begin, segment_.end, stretches);
  }

 private:
  Ticks begin_of(size_t kept) const { return std::max(location_.segments.begin(kept), segment_.begin); }
  Ticks end_of(size_t kept) const { return std::min(location_.segments.end(kept), segment_.end); }
  bool has_start() const {
    return segment_.wait != kNoWait || segment_.off_core != kNoWait || segment_.thread.valid();
  }
  const OffCore& off_core() const { return location_.off_core[segment_.off_core]; }
  /// Returns what the thread was waiting in, or had no core in, where the segment begins.
  CallPathId start_path() const {
    if (segment_.thread.valid()) return segment_.path;
    return segment_.off_core != kNoWait ? location_.segments.only_path(off_core().segment)
                                        : location_.path_of(waits_[segment_.wait].call);
  }
  report::MetricId metric_off_core() const {
    const std::optional<report::OffCore> why = analyze::off_core(trace_.call_tree[start_path()].kind);
    return report::metric_id(report::info_of(why.value_or(report::OffCore::not_running)).metric);
  }
  std::optional<store::Stretch::Edge> edge() const {
    const auto from = [&](trace::LocationId location, report::MetricId metric) {
      return store::Stretch::Edge{report::LocationId(location.index()), metric, start_path()};
    };
    if (segment_.thread.valid()) return from(segment_.thread, metric_off_core());
    if (segment_.off_core != kNoWait) return from(off_core().cause, metric_off_core());
    const WaitState& wait = waits_[segment_.wait];
    if (!wait.cause.valid()) return std::nullopt;
    return from(wait.cause, report::metric_id(wait.metric));
  }

  void add(CallPathId path, Ticks begin, Ticks end, std::vector<store::Stretch>& stretches) const {
    store::Stretch stretch{segment_.position, path, begin, end, std::nullopt};
    if (has_start() && begin <= first_begin_) stretch.edge = edge();
    stretches.push_back(stretch);
  }

  const LocalTrace& trace_;
  const LocalLocation& location_;
  const LargeVector<WaitState>& waits_;
  const CriticalSegment& segment_;
  Range kept_;
  Ticks first_begin_;  ///< Is the begin of the first piece.
};

}  // namespace

DescribedPath::DescribedPath(const LocalTrace& trace, const WaitStates& waits,
                             const LargeVector<CriticalSegment>& path)
    : trace_(trace), waits_(waits), segments_(trace.locations.size()) {
  for (size_t i = path.size(); i-- > 0;) segments_[trace.local(path[i].location)].push_back({path[i], {}, 0});
  parallel_for(segments_.size(), [&](size_t l) {
    std::ranges::stable_sort(segments_[l], {}, [](const Segment& each) { return each.segment.position; });
    size_t pieces = 0;
    for (Segment& each : segments_[l]) {
      each.kept = kept_of(trace.locations[l], each.segment);
      each.end = pieces += std::max<size_t>(1, each.kept.size());
    }
  });
}

void DescribedPath::append(size_t l, size_t piece, std::vector<store::Stretch>& stretches) const {
  const auto segment = std::ranges::upper_bound(segments_[l], piece, {}, &Segment::end);
  const size_t begin = segment == segments_[l].begin() ? 0 : (segment - 1)->end;
  Cutting(trace_, waits_[l], segment->segment, segment->kept).cut(piece - begin, stretches);
}

}  // namespace latecomer::analyze
