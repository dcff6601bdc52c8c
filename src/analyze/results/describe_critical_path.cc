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
// Every rank does so for its segments; the first puts them in order. Cost: O(segments kept on the path).

#include "analyze/results/describe_critical_path.h"

#include <algorithm>

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

/// Cuts one segment of the critical path; a segment without length that begins with the end of a wait is
/// kept as a piece, because the path came through there.
void cut(const LocalTrace& trace, const std::vector<WaitState>& waits, const CriticalSegment& segment,
         std::vector<Piece>& pieces) {
  const CondensedLocation& location = trace[segment.location];
  const Segments& kept = location.segments;
  const size_t first = pieces.size();
  const size_t after = kept.boundaries().count_until(segment.begin);
  // The path can also have come to a location before its first event, where clocks disagree.
  for (size_t i = std::max<size_t>(after, 1) - 1; i < kept.size() && kept.begin(i) < segment.end; ++i) {
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

}  // namespace

report::CriticalPath describe_critical_path(const LocalTrace& trace, const WaitStates& waits,
                                            const std::vector<CriticalSegment>& path, Comm& comm) {
  std::vector<std::vector<Piece>> outgoing(static_cast<size_t>(comm.size()));
  for (const CriticalSegment& segment : path)
    cut(trace, waits[trace.local(segment.location)], segment, outgoing[0]);
  std::vector<Piece> all;
  for (const std::vector<Piece>& from_rank : exchange(comm, std::move(outgoing)))
    all.insert(all.end(), from_rank.begin(), from_rank.end());
  const auto earlier = [](const Piece& a, const Piece& b) { return a.position < b.position; };
  if (!std::is_sorted(all.begin(), all.end(), earlier)) std::stable_sort(all.begin(), all.end(), earlier);
  report::CriticalPath described;
  described.reserve(all.size());
  std::transform(all.begin(), all.end(), std::back_inserter(described), stretch_of);
  return described;
}

}  // namespace latecomer::analyze
