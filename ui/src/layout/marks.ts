// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file draws what lies above everything: what the pointer is at, what is selected, and what led to a
// wait state or came of a delay. Arrows point from causes to effects; the farther back, the paler they are.

import { lowerBound } from "base/bisect";
import { percent } from "base/format";
import { type Box, type BoxData, bandOfPath, bandsIn, seenOf } from "layout/boxes";
import type { DrawList, Measure } from "layout/draw_list";
import { anchorOf, drawHead } from "layout/lines";
import type { Paints } from "layout/paints";
import { bandOfStates } from "layout/states";
import { type Viewport, xOf, yOf } from "layout/viewport";
import { type WaitData, bandOfWait } from "layout/waits";
import { kNone } from "model/report";
import { type CauseChain, type CauseNode, type CausedWaits, type DelayPart } from "model/timeline";

const kMostArrows = 400;

interface Span {
  readonly x: number;
  readonly width: number;
}

/** Returns from when to when something is on the screen; null where nothing of it is seen. */
function spanOf(view: Viewport, begin: number, end: number): Span | null {
  const x = Math.max(xOf(view, begin), -4);
  const right = Math.max(Math.min(xOf(view, end), view.width + 4), x + 2);
  return right < 0 || x > view.width ? null : { x, width: right - x };
}

/** Draws a frame around a call. */
export function frameBox(list: DrawList, view: Viewport, data: BoxData, box: Pick<Box, "location" | "path" | "begin" | "end">, color: number, thickness: number): void {
  const row = data.rows.rowOf[box.location]!;
  const span = spanOf(view, box.begin, box.end);
  if (row === kNone || span === null) return;
  const { top, height } = bandOfPath(bandsIn(view, data), data.calls, box.path);
  list.frame(span.x, yOf(view, row) + top, span.width, Math.max(height, 3), color, thickness);
}

export function frameWait(list: DrawList, view: Viewport, data: BoxData, wait: { readonly location: number; readonly path: number; readonly begin: number; readonly end: number }, color: number, thickness: number): void {
  const row = data.rows.rowOf[wait.location]!;
  const span = spanOf(view, wait.begin, wait.end);
  if (row === kNone || span === null) return;
  const { top, height } = bandOfWait(view, data, wait.path);
  list.frame(span.x, yOf(view, row) + top, span.width, Math.max(height, 3), color, thickness);
}

export function frameState(list: DrawList, view: Viewport, data: BoxData, state: { readonly location: number; readonly begin: number; readonly end: number }, color: number, thickness: number): void {
  const row = data.rows.rowOf[state.location]!;
  const span = spanOf(view, state.begin, state.end);
  if (row === kNone || span === null) return;
  const { top, height } = bandOfStates(view, data, state.location);
  list.frame(span.x, yOf(view, row) + top - 1, span.width, Math.max(height + 2, 3), color, thickness);
}

/** Returns a colour that is as pale as it is far back. */
function faded(list: DrawList, paints: Paints, depth: number): number {
  if (depth === 0 || paints.theme.isForced) return list.color(paints.delay);
  return list.color(paints.delay + ["c0", "90", "68", "50"][Math.min(depth, 4) - 1]!);
}

/** Returns how many wait states each node is behind the one that was asked about. */
export function depthsOf(chain: CauseChain): number[] {
  const depths: number[] = [];
  chain.nodes.forEach((node, i) => depths.push(i === 0 ? 0 : depths[node.parent]! + 1));
  return depths;
}

/** Returns the activities of a delay in an interval: those on its call path itself. */
export function activitiesOfDelay(data: BoxData, delay: DelayPart, from: number, to: number): number[] {
  const found: number[] = [];
  const [first, end] = seenOf(data, delay.location, from, to);
  for (let i = first; i < end; ++i) if (data.activities.path[i] === delay.path && data.activities.begin[i]! < to) found.push(i);
  return found;
}

/** Returns when an activity's waiting ended: only what comes after it can have been a delay. */
function endOfWaiting(data: BoxData, waits: WaitData | null, activity: number): number {
  const { location, path, begin, end } = data.activities;
  let last = begin[activity]!;
  if (waits === null) return last;
  const of = location[activity]!;
  const first = lowerBound(waits.waits.begin, last, waits.index.begin(of), waits.index.end(of));
  for (let i = first; i < waits.index.end(of) && waits.waits.begin[i]! < end[activity]!; ++i)
    if (waits.waits.path[i] === path[activity] && waits.waits.count[i] === 1) last = Math.max(last, waits.waits.end[i]!);
  return last;
}

interface MarkLook {
  readonly paints: Paints;
  readonly measure: Measure;
}

function drawBadge(list: DrawList, x: number, y: number, text: string, color: number, look: MarkLook): void {
  const width = look.measure(text, 11) + 8;
  list.rect(x, y, width, 15, color);
  list.label(text, x + 4, y + 7.5, list.color(look.paints.theme.background), "left", 11);
}

/** Marks the calls that took too long, each with its part of the wait state's amount. */
function drawDelay(list: DrawList, view: Viewport, data: BoxData, waits: WaitData | null, node: CauseNode, delay: DelayPart, color: number, look: MarkLook): void {
  if (node.interval === null) return;
  const row = data.rows.rowOf[delay.location]!;
  if (row === kNone) return;
  const bands = bandsIn(view, data);
  const { top, height } = bandOfPath(bands, data.calls, delay.path);
  const y = yOf(view, row) + top;
  let widest: Span | null = null;
  for (const i of activitiesOfDelay(data, delay, node.interval.from, node.interval.to)) {
    const begin = Math.max(endOfWaiting(data, waits, i), node.interval.from);
    const end = Math.min(data.activities.end[i]!, node.interval.to);
    const span = begin < end ? spanOf(view, begin, end) : null;
    if (span === null) continue;
    list.frame(span.x, y, span.width, Math.max(height, 3), color, span.width >= 16 ? 3 : 1);
    if (widest === null || span.width > widest.width) widest = span;
  }
  const text = percent(delay.cost / node.wait.amount);
  if (widest !== null && widest.width >= look.measure(text, 11) + 12 && height >= 13)
    drawBadge(list, Math.max(widest.x, 0) + Math.min(widest.width, view.width - Math.max(widest.x, 0)) - look.measure(text, 11) - 12, y + Math.max((height - 15) / 2, 0), text, color, look);
}

/** Marks the time in which waiter and cause are compared, on both. */
function drawInterval(list: DrawList, view: Viewport, data: BoxData, node: CauseNode, color: number): void {
  if (node.interval === null || node.wait.cause === kNone) return;
  const span = spanOf(view, node.interval.from, node.interval.to);
  const row = data.rows.rowOf[node.wait.cause]!;
  if (span === null || row === kNone || view.rowHeight < 6) return;
  const bottom = yOf(view, row) + view.rowHeight - 1;
  list.rect(span.x, bottom - 1, span.width, 2, color);
  list.rect(span.x, bottom - 5, 2, 6, color);
  list.rect(span.x + span.width - 2, bottom - 5, 2, 6, color);
}

/** Draws an arrow from where the cause ended the wait to there. */
function drawArrow(list: DrawList, view: Viewport, data: BoxData, from: { location: number; time: number }, to: { location: number; time: number }, color: number): void {
  const a = anchorOf(view, data, from.location, from.time, "end");
  const b = anchorOf(view, data, to.location, to.time, "end");
  if (a === null || b === null) return;
  list.line(a[0], a[1], b[0], b[1], color, 2);
  drawHead(list, a[0], a[1], b[0], b[1], color, 10);
}

export function drawCauses(list: DrawList, view: Viewport, data: BoxData, waits: WaitData | null, chain: CauseChain, look: MarkLook): void {
  const depths = depthsOf(chain);
  const frame = list.color(look.paints.theme.accent);
  for (let i = Math.min(chain.nodes.length, kMostArrows) - 1; i >= 0; --i) {
    const node = chain.nodes[i]!;
    const color = faded(list, look.paints, depths[i]!);
    drawInterval(list, view, data, node, color);
    for (const delay of node.delays) drawDelay(list, view, data, waits, node, delay, color, look);
    frameWait(list, view, data, node.wait, i === 0 ? frame : color, i === 0 ? 3 : 2);
    if (node.wait.cause === kNone) continue;
    const to = { location: node.wait.location, time: node.wait.end };
    drawArrow(list, view, data, { location: node.wait.cause, time: node.interval?.to ?? node.wait.end }, to, color);
  }
}

/** Draws what delays at one point made wait, each with an arrow from what passed it on. */
export function drawCaused(list: DrawList, view: Viewport, data: BoxData, caused: CausedWaits, look: MarkLook): void {
  const depths: number[] = [];
  caused.waits.forEach(({ through }, i) => depths.push(through === kNone || through >= i ? 0 : depths[through]! + 1));
  for (let i = caused.waits.length - 1; i >= 0; --i) {
    const { wait } = caused.waits[i]!;
    const color = faded(list, look.paints, depths[i]!);
    frameWait(list, view, data, wait, color, 3);
    if (i >= kMostArrows || wait.cause === kNone) continue;
    drawArrow(list, view, data, { location: wait.cause, time: wait.end }, { location: wait.location, time: wait.end }, color);
  }
}
