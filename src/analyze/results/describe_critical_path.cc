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
// Every rank does so for its segments, earliest first; the first rank merges them. Cost: O(segments kept on
// the path).

#include "analyze/results/describe_critical_path.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <ranges>

namespace latecomer::analyze {

namespace {

/// On its way to rank 0.
struct Piece {
  int64_t position;  ///< its segment's
  trace::LocationId location;
  CallPathId path;
  Ticks begin;
  Ticks end;
  trace::LocationId from;  ///< valid in the first piece of a segment that begins with the end of a wait
  report::Builtin wait;
  CallPathId wait_path;
};

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
  CallPathId enclosing;
  bool first = true;
  segments.for_each(segment, [&](CallPathId path, Ticks) {
    enclosing = first ? path : common_caller(tree, enclosing, path);
    first = false;
  });
  return enclosing;
}

/// What a location keeps of the time of a segment of the critical path.
Range kept_of(const CondensedLocation& location, const CriticalSegment& segment) {
  const TickList& boundaries = location.segments.boundaries();
  // The path can also have come to a location before its first event, where clocks disagree.
  const size_t first = std::max<size_t>(boundaries.count_until(segment.begin), 1) - 1;
  return {first, std::max(first, std::min(boundaries.count_before(segment.end), location.segments.size()))};
}

/// Cuts one segment of the critical path; a segment without length that begins with the end of a wait is
/// kept as a piece, because the path came through there.
void cut(const LocalTrace& trace, const std::vector<WaitState>& waits, const CriticalSegment& segment,
         std::vector<Piece>& pieces) {
  const CondensedLocation& location = trace[segment.location];
  const Segments& kept = location.segments;
  const size_t first = pieces.size();
  const Range range = kept_of(location, segment);
  for (size_t i = range.begin; i < range.end; ++i) {
    const Ticks begin = std::max(kept.begin(i), segment.begin);
    const Ticks end = std::min(kept.end(i), segment.end);
    if (begin == end) continue;
    pieces.push_back({segment.position, segment.location, enclosing(trace.call_tree, kept, i), begin, end,
                      trace::LocationId(), report::Builtin(), CallPathId()});
  }
  if (segment.wait == kNoWait) return;
  const WaitState& wait = waits[segment.wait];
  const CallPathId wait_path = location.call(wait.call).path;
  if (pieces.size() == first)
    pieces.push_back({segment.position, segment.location, wait_path, segment.begin, segment.end,
                      trace::LocationId(), report::Builtin(), CallPathId()});
  pieces[first].from = wait.cause;
  pieces[first].wait = wait.metric;
  pieces[first].wait_path = wait_path;
}

report::CriticalStretch stretch_of(const Piece& piece) {
  report::CriticalStretch stretch{report::LocationId(piece.location.index()), piece.path, piece.begin,
                                  piece.end, std::nullopt};
  if (piece.from.valid())
    stretch.edge = {report::LocationId(piece.from.index()), std::string(report::id_of(piece.wait)),
                    piece.wait_path};
  return stretch;
}

/// The pieces of one segment of the path.
struct Run {
  const Piece* begin;
  const Piece* end;
};

/// All runs of lists in which each is in one list and runs are in order, earliest first.
std::vector<Run> merged(const std::vector<std::vector<Piece>>& lists) {
  std::vector<Run> runs;
  for (const std::vector<Piece>& list : lists) {
    for (const Piece& piece : list) {
      const bool goes_on = &piece != list.data() && (&piece - 1)->position == piece.position;
      if (!goes_on) runs.push_back({&piece, &piece});
      runs.back().end = &piece + 1;
    }
  }
  std::sort(runs.begin(), runs.end(),
            [](const Run& a, const Run& b) { return a.begin->position < b.begin->position; });
  return runs;
}

}  // namespace

report::CriticalPath describe_critical_path(const LocalTrace& trace, const WaitStates& waits,
                                            const std::vector<CriticalSegment>& path, Comm& comm) {
  std::vector<std::vector<Piece>> pieces(static_cast<size_t>(comm.size()));
  size_t most = path.size();
  for (const CriticalSegment& segment : path) most += kept_of(trace[segment.location], segment).size();
  pieces[0].reserve(most);
  for (const CriticalSegment& segment : path | std::views::reverse)
    cut(trace, waits[trace.local(segment.location)], segment, pieces[0]);
  pieces = exchange(comm, std::move(pieces));
  const auto sizes =
      pieces | std::views::transform([](const std::vector<Piece>& list) { return list.size(); });
  report::CriticalPath described;
  described.reserve(std::reduce(sizes.begin(), sizes.end()));
  for (const Run& run : merged(pieces))
    std::transform(run.begin, run.end, std::back_inserter(described), stretch_of);
  return described;
}

}  // namespace latecomer::analyze
