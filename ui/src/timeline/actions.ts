// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has what keys, buttons and the pointer do.

import { upperBound } from "base/bisect";
import { heightOfAllLevels } from "layout/bands";
import { type Box, activityAt, seenOf } from "layout/boxes";
import { seenEnd } from "layout/lines";
import type { Hit } from "layout/scene";
import { aroundInterval, clampedView, panned, visibleRows, withRowHeight, withRows, zoomed } from "layout/viewport";
import { kNone } from "model/report";
import type { Selection } from "model/selection";
import { entryOfState } from "model/states";
import { type States, type Stretches, kNoPosition } from "model/timeline";
import type { Timeline } from "timeline/model";

/** Zooms about a time, or about the middle, if none is given. */
export function zoomBy(timeline: Timeline, factor: number, time?: number, how: "step" | "small" = "step"): void {
  const view = timeline.view.peek();
  timeline.show(zoomed(view, factor, time ?? (view.from + view.to) / 2), how);
}

export function panBy(timeline: Timeline, part: number, how: "step" | "small" = "small"): void {
  timeline.show(panned(timeline.view.peek(), part), how);
}

export function scrollRows(timeline: Timeline, rows: number): void {
  const view = timeline.view.peek();
  timeline.show({ ...view, firstRow: view.firstRow + rows }, "small");
}

/** Changes the height of rows about a point of them. */
export function changeRowHeight(timeline: Timeline, factor: number, y = 0): void {
  const view = timeline.view.peek();
  timeline.show(withRowHeight(view, view.rowHeight * factor, y), "small");
}

/** Makes rows as high as it takes to see all of them, if that can be. */
export function fitRows(timeline: Timeline): void {
  const { rows, height } = timeline.extent;
  timeline.show({ ...timeline.view.peek(), rowHeight: Math.min(Math.max(height / Math.max(rows, 1), 1), 24), firstRow: 0 });
}

/**
 * Makes a location's row so high that all its calls lie below their callers: that of what is selected if none
 * is given, or else the uppermost row.
 */
export function showFlameChart(timeline: Timeline, location = areaOfSelection(timeline)?.locations[0]): void {
  const view = timeline.view.peek();
  const rows = timeline.rows.peek();
  const firstRow = location === undefined ? Math.round(view.firstRow) : rows.rowOf[location]!;
  if (firstRow === kNone) return;
  timeline.show({ ...view, firstRow, rowHeight: heightOfAllLevels(timeline.calls, timeline.showsStates.peek()) });
}

export function showAll(timeline: Timeline): void {
  const { first, length } = timeline.extent;
  timeline.show({ ...timeline.view.peek(), from: first, to: first + length });
}

export function selectionOfBox({ location, path, begin, end }: Pick<Box, "location" | "path" | "begin" | "end">): Selection {
  return { kind: "call", location, path: path + 1, begin: Math.max(begin, 0), end: Math.max(end, 0) };
}

function selectionOfState(states: States, i: number): Selection {
  return { kind: "state", location: states.location[i]!, end: states.end[i]! };
}

export function selectionOfHit(timeline: Timeline, hit: Hit): Selection | null {
  if (hit.kind === "box") return selectionOfBox(hit.box);
  if (hit.kind === "wait") {
    const { waits } = timeline.window.value.peek()!;
    return { kind: "wait", location: waits.location[hit.entry]!, wait: waits.wait[hit.entry]! };
  }
  if (hit.kind === "stretch") return { kind: "stretch", position: timeline.stretches.value.peek()!.position[hit.entry]! };
  if (hit.kind === "correction") return null; // This is the mark of a corrected clock.
  const { messages, probes, transfers, collectives, states } = timeline.edges.value.peek()!;
  if (hit.kind !== "line") return selectionOfState(states, hit.entry);
  const i = hit.line.entry;
  if (hit.line.kind === "wakeup") return selectionOfState(states, i);
  if (hit.line.kind === "message") return { kind: "message", sender: messages.sender[i]!, receiver: messages.receiver[i]!, sent: messages.sent[i]!, received: messages.received[i]! };
  if (hit.line.kind === "probe") return { kind: "probe", prober: probes.prober[i]!, seen: probes.seen[i]!, sender: probes.sender[i]!, sent: probes.sent[i]! };
  if (hit.line.kind === "collective") return { kind: "collective", group: collectives.group[i]!, instance: collectives.instance[i]! };
  return { kind: "transfer", owner: transfers.owner[i]!, receive: transfers.receive[i]!, sendPartition: transfers.sendPartition[i]!, receivePartition: transfers.receivePartition[i]! };
}

interface Area {
  readonly from: number;
  readonly to: number;
  readonly locations: readonly number[];
}

function areaOfWait(timeline: Timeline, location: number, position: number): Area | null {
  const chain = timeline.chain.value.peek();
  const wait = chain?.nodes[0]?.wait;
  if (chain === null || wait?.location !== location || wait.wait !== position) return null;
  const intervals = chain.nodes.flatMap((node) => (node.interval === null ? [] : [node.interval]));
  const locations = chain.nodes.flatMap((node) => [node.wait.location, ...(node.wait.cause === kNone ? [] : [node.wait.cause])]);
  return {
    from: Math.min(wait.begin, ...intervals.map(({ from }) => from)),
    to: Math.max(wait.end, ...intervals.map(({ to }) => to)),
    locations: [...new Set(locations)],
  };
}

/** Returns where and when what is selected is; null where that is not known. */
export function areaOfSelection(timeline: Timeline): Area | null {
  const selected = timeline.selection.peek();
  const edges = timeline.edges.value.peek();
  if (selected === null) return null;
  if (selected.kind === "wait") return areaOfWait(timeline, selected.location, selected.wait);
  if (selected.kind === "call") return { from: selected.begin, to: selected.end, locations: [selected.location] };
  if (selected.kind === "message") return { from: Math.min(selected.sent, selected.received), to: Math.max(selected.sent, selected.received), locations: [selected.sender, selected.receiver] };
  if (selected.kind === "probe") return { from: Math.min(selected.sent, selected.seen), to: Math.max(selected.sent, selected.seen), locations: [selected.sender, selected.prober] };
  if (selected.kind === "stretch") {
    const i = stretchEntry(timeline, selected.position);
    const stretches = timeline.stretches.value.peek();
    return i === kNone || stretches === null ? null : { from: stretches.begin[i]!, to: stretches.end[i]!, locations: [stretches.location[i]!] };
  }
  if (edges === null) return null;
  if (selected.kind === "state") {
    const i = entryOfState(edges.states, selected.location, selected.end);
    return i === kNone ? null : { from: edges.states.begin[i]!, to: selected.end, locations: [selected.location] };
  }
  if (selected.kind === "collective") {
    const { collectives: c } = edges;
    const parts = Array.from({ length: c.size }, (_, i) => i).filter((i) => c.group[i] === selected.group && c.instance[i] === selected.instance);
    return parts.length === 0 ? null : { from: Math.min(...parts.map((i) => c.begin[i]!)), to: Math.max(...parts.map((i) => c.end[i]!)), locations: parts.map((i) => c.location[i]!) };
  }
  const { transfers: t } = edges;
  for (let i = 0; i < t.size; ++i) {
    if (t.owner[i] !== selected.owner || t.receive[i] !== selected.receive || t.sendPartition[i] !== selected.sendPartition || t.receivePartition[i] !== selected.receivePartition) continue;
    const end = seenEnd(t, i);
    return { from: t.ready[i]!, to: end?.time ?? t.ready[i]!, locations: [t.sender[i]!, end?.location ?? t.owner[i]!] };
  }
  return null;
}

export function zoomToSelection(timeline: Timeline): void {
  const found = areaOfSelection(timeline);
  if (found === null) return;
  const rows = found.locations.map((location) => timeline.rows.peek().rowOf[location]!);
  timeline.show(aroundInterval(timeline.view.peek(), timeline.extent, found.from, found.to, rows));
}

/** Moves the view so that something is seen, if it is not. */
export function reveal(timeline: Timeline, { from, to, locations }: Area): void {
  const rows = locations.map((location) => timeline.rows.peek().rowOf[location]!);
  let view = withRows(timeline.view.peek(), timeline.extent, rows);
  const span = view.to - view.from;
  if (to <= view.from || from >= view.to || (to - from < span && (from < view.from || to > view.to))) {
    const middle = to - from < span ? (from + to) / 2 : from + span / 2;
    view = { ...view, from: middle - span / 2, to: middle + span / 2 };
  }
  if (view !== timeline.view.peek()) timeline.show(clampedView(view, timeline.extent), "small");
}

export function selectAndReveal(timeline: Timeline, selection: Selection): void {
  timeline.select(selection);
  const found = areaOfSelection(timeline);
  if (found !== null) reveal(timeline, found);
}

// --- the critical path, stretch by stretch

/** Returns the row of a stretch in the table, or kNone. */
export function stretchEntry(timeline: Timeline, position: number): number {
  const stretches = timeline.stretches.value.peek();
  if (stretches === null) return kNone;
  const i = upperBound(stretches.position, position) - 1;
  return i >= 0 && position < stretches.position[i]! + stretches.count[i]! ? i : kNone;
}

/** Selects the next stretch (1) or the one before (-1); without one, the first that is seen. */
export function stepPath(timeline: Timeline, by: 1 | -1): void {
  const stretches = timeline.stretches.value.peek();
  if (stretches === null || stretches.size === 0) return;
  const selected = timeline.selection.peek();
  const now = selected?.kind === "stretch" ? stretchEntry(timeline, selected.position) : kNone;
  const first = Math.max(upperBound(stretches.begin, timeline.view.peek().from) - 1, 0);
  const next = now === kNone ? first : now + by;
  if (next < 0 || next >= stretches.size) return stepBeyond(timeline, stretches, now, by);
  selectAndReveal(timeline, { kind: "stretch", position: stretches.position[next]! });
}

/** Moves to a stretch that has not come yet; its row is revealed when it is there. */
function stepBeyond(timeline: Timeline, stretches: Stretches, now: number, by: 1 | -1): void {
  const position = by > 0 ? stretches.position[now]! + stretches.count[now]! : stretches.position[now]! - 1;
  if (position < 0 || position >= timeline.run.peek()!.stretches) return;
  const view = timeline.view.peek();
  const span = view.to - view.from;
  const from = by > 0 ? stretches.end[now]! : stretches.begin[now]! - span;
  timeline.select({ kind: "stretch", position });
  timeline.isRevealWanted = true;
  timeline.show({ ...view, from, to: from + span }, "small");
}

/** Reveals what was selected before it had come. */
export function revealWanted(timeline: Timeline): void {
  const found = timeline.isRevealWanted ? areaOfSelection(timeline) : null;
  if (found === null) return;
  timeline.isRevealWanted = false;
  reveal(timeline, found);
}

// --- from activity to activity

function activityOfSelection(timeline: Timeline): number {
  const boxes = timeline.boxes.peek();
  const selected = timeline.selection.peek();
  const view = timeline.view.peek();
  if (selected?.kind === "call") return activityAt(boxes, selected.location, selected.begin);
  if (selected?.kind === "wait") {
    const wait = timeline.chain.value.peek()?.nodes[0]?.wait;
    if (wait !== undefined) return activityAt(boxes, wait.location, wait.begin);
  }
  const [row] = visibleRows(timeline.viewport());
  const location = boxes.rows.location[row];
  return location === undefined ? kNone : seenOf(boxes, location, view.from, view.to)[0];
}

/** Selects the activity before or after the selection's begin, or in the row above or below. */
export function walk(timeline: Timeline, by: -1 | 1, direction: "time" | "rows"): void {
  const boxes = timeline.boxes.peek();
  const now = activityOfSelection(timeline);
  if (now === kNone || now >= boxes.activities.size) return;
  const location = boxes.activities.location[now]!;
  const selected = timeline.selection.peek();
  if (selected?.kind !== "call") return selectActivity(timeline, now);
  if (direction === "time") {
    const next = now + by;
    if (next >= boxes.index.begin(location) && next < boxes.index.end(location)) selectActivity(timeline, next);
    return;
  }
  const row = boxes.rows.rowOf[location]! + by;
  if (row < 0 || row >= boxes.rows.size) return;
  const view = timeline.view.peek();
  const time = (Math.max(selected.begin, view.from) + Math.min(selected.end, view.to)) / 2;
  const next = activityAt(boxes, boxes.rows.location[row]!, time);
  if (next !== kNone) selectActivity(timeline, next);
}

function selectActivity(timeline: Timeline, activity: number): void {
  const { location, path, begin, end } = timeline.boxes.peek().activities;
  const at = path[activity]!;
  const part = { location: location[activity]!, path: at === kNoPosition ? kNone : at, begin: begin[activity]!, end: end[activity]! };
  selectAndReveal(timeline, selectionOfBox(part));
}

// --- search

/** Returns activities that are seen and in a region that was searched for, from top to bottom. */
export function foundActivities(timeline: Timeline): number[] {
  const regions = timeline.found.value;
  const boxes = timeline.boxes.value;
  if (regions === null || regions.size === 0) return [];
  const view = timeline.viewport();
  const found: number[] = [];
  const [first, end] = visibleRows(view);
  for (let row = first; row < end; ++row) {
    const [begin, behind] = seenOf(boxes, boxes.rows.location[row]!, view.from, view.to);
    for (let i = begin; i < behind; ++i) {
      const path = boxes.activities.path[i]!;
      if (path !== kNoPosition && regions.has(boxes.report.callPaths.region[path]!)) found.push(i);
    }
  }
  return found;
}

export function showFound(timeline: Timeline, by: -1 | 1): void {
  const found = foundActivities(timeline);
  if (found.length === 0) return;
  const selected = timeline.selection.peek();
  const now = selected?.kind === "call" ? activityAt(timeline.boxes.peek(), selected.location, selected.begin) : kNone;
  const at = found.indexOf(now);
  const next = at < 0 ? (by > 0 ? 0 : found.length - 1) : (at + by + found.length) % found.length;
  selectActivity(timeline, found[next]!);
}
