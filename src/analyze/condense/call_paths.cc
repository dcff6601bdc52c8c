// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Call paths where functions were not recorded, but call stacks at calls were.
//
// The problem: a call's stack says exactly where the program was when it called, but not what it did between
// two calls. Frames with equal addresses can be the same activation of a function or another one:
//
//     for (...) { compute(); exchange(); }     every call in exchange has the same stack, and exchange is not
//                                              active during compute
//
// The idea: only the outermost function is known to be active all the time (where functions were recorded,
// the innermost of those). The time between two calls belongs to a child of it, a gap, whose name is where
// the two stacks part: f (wave.c:88 -> wave.c:97), the outermost function in which the call sites differ, and
// the two lines in it. This code was executed after the one line and before the other.
//
//     stacks   main:12 step:88 -> MPI_Send     main:12 step:97 -> MPI_Recv
//     paths    main/step/MPI_Send              main/step/MPI_Recv
//     between                  main/step (:88 -> :97)
//
// Calling contexts are unique, so stacks have the same frames up to where their ids differ. Cost: a look into
// a hash table for each call and gap, O(depth) when one is seen for the first time.

#include "analyze/condense/call_paths.h"

#include <algorithm>

#include "trace/calling_contexts.h"

namespace latecomer::analyze {

using trace::CallingContextId;
using trace::SourceLocationId;

CallPathId CallPaths::enter(const CallTree::Node& node) {
  const CallPathId path = out_.call_tree.enter(node);
  if (path.index() == out_.path_time.size()) {
    out_.path_time.emplace_back();
    out_.path_visits.push_back(0);
  }
  return path;
}

CallPathId CallPaths::find_child(CallPathId parent, trace::RegionId region) {
  const CallPathId path = enter({.parent = parent, .region = region});
  known_[slot_of(parent, region)] = {parent, region, path};
  return path;
}

CallPathId CallPaths::called(Active active, CallingContextId stack, trace::RegionId region) {
  CallPathId& path = calls_[{active.path, stack.value, region.value}];
  if (!path.valid()) path = make_call(active, stack, region);
  return path;
}

CallPathId CallPaths::gap(Active active, CallingContextId after, CallingContextId before) {
  CallPathId& path = gaps_[{active.path, after.value, before.value}];
  if (!path.valid()) path = make_gap(active, after, before);
  return path;
}

CallPathId CallPaths::sampled(Active active, CallPathId below, CallingContextId sample) {
  CallPathId& path = sampled_[{below, active.path.value, sample.value}];
  if (!path.valid()) path = make_sampled(active, below, sample);
  return path;
}

/// Returns frames outermost first.
CallPaths::Frames CallPaths::frames_of(CallingContextId stack) const {
  return trace::frames_of(contexts_, stack);
}

/// Returns the innermost frame of a function; how many there are if it is not among them.
size_t CallPaths::find_innermost(const Frames& frames, trace::RegionId region) const {
  for (size_t i = frames.size(); i-- > 0;) {
    if (contexts_[frames[i].index()].region == region) return i;
  }
  return frames.size();
}

/// Returns the frame of the active region, or of the function that it is a part of.
size_t CallPaths::find_active(const Frames& frames, const Active& active) const {
  const size_t at = find_innermost(frames, active.region);
  if (at < frames.size()) return at;
  const size_t in_function = find_innermost(frames, active.function);
  const bool is_other = in_function < frames.size() && active.frame.valid() &&
                        !are_called_together(frames[in_function], active.frame);
  return is_other ? frames.size() : in_function;
}

/// Returns whether two frames have the same callers, so that they can be the same one.
bool CallPaths::are_called_together(CallingContextId a, CallingContextId b) const {
  const CallingContextId caller = contexts_[a.index()].parent;
  return caller.valid() && caller == contexts_[b.index()].parent;
}

/// Goes down the frames from `first` on, the first of which was called at `site`.
CallPathId CallPaths::enter_frames(CallPathId below, const Frames& frames, size_t first,
                                   SourceLocationId site) {
  for (size_t i = first; i < frames.size(); ++i) {
    const trace::CallingContext& frame = contexts_[frames[i].index()];
    below = enter({.parent = below, .region = frame.region, .from = site});
    site = frame.location;
  }
  return below;
}

CallPathId CallPaths::make_call(Active active, CallingContextId stack, trace::RegionId region) {
  const Frames frames = frames_of(stack);
  const size_t at = find_active(frames, active);
  const bool is_active = at < frames.size();
  const SourceLocationId site = is_active ? contexts_[frames[at].index()].location : SourceLocationId();
  const CallPathId caller = enter_frames(active.path, frames, is_active ? at + 1 : 0, site);
  return enter({.parent = caller, .region = region, .from = contexts_[stack.index()].location});
}

/// Returns the gap in the function of a frame.
CallTree::Node CallPaths::gap_in(CallingContextId frame, SourceLocationId from, SourceLocationId to) const {
  const trace::CallingContext& context = contexts_[frame.index()];
  return {.region = context.region,
          .from = from,
          .to = to,
          .caller = context.parent,
          .kind = CallTree::Kind::gap};
}

/// Returns the gap between two stacks whose outermost functions are the same; one of them can be empty.
CallTree::Node CallPaths::gap_between(const Frames& after, const Frames& before) const {
  const auto location = [&](CallingContextId frame) { return contexts_[frame.index()].location; };
  if (after.empty()) return gap_in(before.back(), {}, location(before.back()));
  if (before.empty()) return gap_in(after.back(), location(after.back()), {});
  const size_t both = std::min(after.size(), before.size());
  size_t same = 0;
  while (same < both && after[same] == before[same]) ++same;
  const auto region = [&](CallingContextId frame) { return contexts_[frame.index()].region; };
  if (same < both && region(after[same]) == region(before[same]))
    return gap_in(after[same], location(after[same]), location(before[same]));
  const CallingContextId last = after[same - 1];
  return gap_in(last, location(last), location(last));
}

CallPathId CallPaths::make_gap(Active active, CallingContextId after, CallingContextId before) {
  Frames from = frames_of(after);
  Frames to = frames_of(before);
  const Frames& known = from.empty() ? to : from;
  const bool is_active = find_active(known, active) < known.size();
  if (is_active) {
    for (Frames* frames : {&from, &to}) {
      const size_t at = find_active(*frames, active);
      frames->erase(frames->begin(), frames->begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  const auto outermost = [&](const Frames& frames) { return contexts_[frames.front().index()].region; };
  if (!from.empty() && !to.empty() && outermost(from) != outermost(to)) from.clear();
  CallTree::Node gap = gap_between(from, to);
  gap.parent = active.path;
  if (!is_active) gap.parent = enter({.parent = active.path, .region = outermost(to.empty() ? from : to)});
  return enter(gap);
}

CallPathId CallPaths::make_sampled(Active active, CallPathId below, CallingContextId sample) {
  const Frames frames = frames_of(sample);
  const size_t at = find_active(frames, active);
  const bool in_gap = below != active.path;
  size_t first = in_gap ? 1 : 0;  // a gap is in the outermost function: below it come those that it called
  if (at < frames.size()) first = at + 1;
  if (first < frames.size()) {
    const SourceLocationId site =
        first == 0 ? SourceLocationId() : contexts_[frames[first - 1].index()].location;
    return enter_frames(below, frames, first, site);
  }
  return in_gap ? enter_frames(below, frames, frames.size() - 1, {}) : below;
}

}  // namespace latecomer::analyze
