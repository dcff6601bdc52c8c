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
// Every rank writes the lines of its segments, many at a time; all put them in order together. Cost:
// O(segments kept on the path).

#include "analyze/results/describe_critical_path.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "analyze/model/tasks.h"
#include "base/parallel.h"
#include "report/critical_path.h"

namespace latecomer::analyze {

namespace {

constexpr size_t kGrain = 4096;  ///< pieces that a task writes the lines of

/// The deepest call path that encloses both; invalid where they have no common root.
CallPathId common_caller(const CallTree& tree, CallPathId a, CallPathId b) {
  while (a != b) {  // callers have lower numbers
    CallPathId& deeper = a < b ? b : a;
    if (!deeper.valid()) return deeper;
    deeper = tree[deeper].parent;
  }
  return a;
}

/// What encloses everything in a segment of a location.
CallPathId enclosing(const CallTree& tree, const Segments& segments, size_t segment) {
  // Call paths are numbered depth first: what encloses the lowest and the highest encloses all between them.
  CallPathId lowest;  // none: above all others
  CallPathId highest(0);
  segments.for_each(segment, [&](CallPathId path, Ticks) {
    lowest = std::min(lowest, path);
    highest = std::max(highest, path);
  });
  return lowest.valid() ? common_caller(tree, lowest, highest) : lowest;
}

/// What a location keeps of the time of a segment of the critical path.
Range kept_of(const Timeline& location, const CriticalSegment& segment) {
  const TickList& boundaries = location.segments.boundaries();
  // The path can also have come to a location before its first event, where clocks disagree.
  const size_t first = std::max<size_t>(boundaries.count_until(segment.begin), 1) - 1;
  return {first, std::max(first, std::min(boundaries.count_before(segment.end), location.segments.size()))};
}

/// Cuts one segment of the critical path.
class Cutting {
 public:
  /// `kept` is what the location keeps of it.
  Cutting(const LocalTrace& trace, const LargeVector<WaitState>& waits, const CriticalSegment& segment,
          Range kept)
      : trace_(trace),
        location_(trace[segment.location]),
        waits_(waits),
        segment_(segment),
        kept_(kept),
        first_begin_(kept_.size() == 0 ? segment.end : begin_of(kept_.begin)) {}

  /// Appends the lines of some of the pieces, by position.
  void print(Range pieces, std::string& lines) const {
    for (size_t i = kept_.begin + pieces.begin; i < std::min(kept_.begin + pieces.end, kept_.end); ++i) {
      if (begin_of(i) != end_of(i))
        print(enclosing(trace_.call_tree, location_.segments, i), begin_of(i), end_of(i), lines);
    }
    // One that begins with the end of a wait is kept even if it has no length: the path came through there.
    const bool has_length = kept_.size() > 0 && first_begin_ < end_of(kept_.end - 1);
    if (pieces.begin == 0 && !has_length && segment_.wait != kNoWait)
      print(wait_path(), segment_.begin, segment_.end, lines);
  }

 private:
  Ticks begin_of(size_t kept) const { return std::max(location_.segments.begin(kept), segment_.begin); }
  Ticks end_of(size_t kept) const { return std::min(location_.segments.end(kept), segment_.end); }
  CallPathId wait_path() const { return location_.path_of(waits_[segment_.wait].call); }

  void print(CallPathId path, Ticks begin, Ticks end, std::string& lines) const {
    report::CriticalStretch stretch{report::LocationId(segment_.location.index()), path, begin, end,
                                    std::nullopt};
    if (segment_.wait != kNoWait && begin <= first_begin_) {
      const WaitState& wait = waits_[segment_.wait];
      if (wait.cause.valid())
        stretch.edge = {report::LocationId(wait.cause.index()), std::string(report::id_of(wait.metric)),
                        wait_path()};
    }
    report::print_stretch(stretch, lines);
  }

  const LocalTrace& trace_;
  const Timeline& location_;
  const LargeVector<WaitState>& waits_;
  const CriticalSegment& segment_;
  Range kept_;
  Ticks first_begin_;  ///< of the first piece
};

/// This rank's lines, in the order of positions, which `path` has: a text for neighbours.
std::vector<TextPiece> print(const LocalTrace& trace, const WaitStates& waits,
                             const LargeVector<CriticalSegment>& path) {
  std::vector<Range> kept(path.size());
  parallel_for(path.size(), [&](size_t i) { kept[i] = kept_of(trace[path[i].location], path[i]); });
  const Tasks tasks(path.size(), kGrain, [&](size_t i) { return std::max<size_t>(1, kept[i].size()); });
  std::vector<std::vector<TextPiece>> of_tasks(tasks.size());
  parallel_for(tasks.size(), [&](size_t task) {
    std::vector<TextPiece>& texts = of_tasks[task];
    for (const Part& part : tasks[task]) {
      const CriticalSegment& segment = path[part.location];
      if (texts.empty() || texts.back().last + 1 < segment.position)
        texts.push_back({segment.position, segment.position, ""});
      texts.back().last = segment.position;
      Cutting(trace, waits[trace.local(segment.location)], segment, kept[part.location])
          .print({part.begin, part.end}, texts.back().text);
    }
    for (TextPiece& piece : texts) piece.text.shrink_to_fit();
  });
  std::vector<TextPiece> all;
  for (std::vector<TextPiece>& texts : of_tasks) std::ranges::move(texts, std::back_inserter(all));
  return all;
}

}  // namespace

TextBlock describe_critical_path(const LocalTrace& trace, const WaitStates& waits,
                                 LargeVector<CriticalSegment> path, Comm& comm) {
  std::ranges::reverse(path);  // mostly this is their order
  std::ranges::stable_sort(path, {}, &CriticalSegment::position);
  return put_together(report::critical_path_head(), print(trace, waits, path), comm);
}

}  // namespace latecomer::analyze
