// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file draws messages, their probes, transfers of partitions, collective operations and wake-ups as lines
// between boxes, and finds which line is at a point. Lines that look the same are one, with a width and a
// number for how many they are, and where there would be too many, lines count as alike that are farther apart.
// So there are never more than kMostLines of a kind, whatever came. Cost: O(rows of the tables).

import { bytes } from "base/format";
import { type BoxData, activityAt, activityUntil, bandOfPath, bandsIn } from "layout/boxes";
import type { DrawList } from "layout/draw_list";
import type { Paints } from "layout/paints";
import { type Viewport, xOf, yOf } from "layout/viewport";
import { kNone } from "model/report";
import type { Rows } from "model/rows";
import { isWakeUp } from "model/states";
import { type Collectives, type Edges, type Messages, type Probes, type States, type Transfers, kNoPosition } from "model/timeline";

type Point = readonly [x: number, y: number];
export type LineKind = "message" | "probe" | "transfer" | "collective" | "wakeup";

/** Is a line that is drawn. */
export interface Line {
  readonly kind: LineKind;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly entry: number; ///< Is a position in its table: the first of those that it stands for.
  readonly count: number; ///< Counts the messages, transfers, operations or wake-ups that it stands for.
  readonly bytes: number; ///< Sums the bytes of all that the line stands for.
}

export const kMostLines = 3000;
const kHitRadius = 4;

/** Returns where something begins or ends on a location: within the box of what it did then. */
export function anchorOf(view: Viewport, boxes: BoxData, location: number, time: number, side: "begin" | "end"): Point | null {
  const row = boxes.rows.rowOf[location] ?? kNone;
  if (row === kNone) return null;
  const bands = bandsIn(view, boxes);
  if (bands.levels === 1) return [xOf(view, time), yOf(view, row) + bands.top + bands.levelHeight / 2];
  const shown = boxes.rows.location[row]!;
  const activity = side === "begin" ? activityAt(boxes, shown, time) : activityUntil(boxes, shown, time);
  const path = activity === kNone ? kNone : boxes.activities.path[activity]!;
  const { top, height } = bandOfPath(bands, boxes.calls, path);
  return [xOf(view, time), yOf(view, row) + top + height / 2];
}

function isSeen(view: Viewport, a: Point, b: Point): boolean {
  return (
    Math.max(a[0], b[0]) >= 0 &&
    Math.min(a[0], b[0]) <= view.width &&
    Math.max(a[1], b[1]) >= 0 &&
    Math.min(a[1], b[1]) <= view.height
  );
}

const kCells = 8192; ///< Is the size of the grid in each direction; four such numbers are exact in one.

/** Returns the cell of a grid; what is far outside is in the last one. */
function cellOf(coordinate: number, grid: number): number {
  return Math.min(Math.max(Math.round(coordinate / grid) + kCells / 4, 0), kCells - 1);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Holds lines; those on the same cells of a grid, which is as coarse as it has to be, are one. */
class LineSet {
  private lines: Mutable<Line>[] = [];
  private readonly cells = new Map<number, number>();
  private grid = 2;

  constructor(private readonly kind: LineKind) {}

  private keyOf(a: Point, b: Point): number {
    const from = cellOf(a[0], this.grid) * kCells + cellOf(a[1], this.grid);
    return (from * kCells + cellOf(b[0], this.grid)) * kCells + cellOf(b[1], this.grid);
  }

  add(a: Point, b: Point, entry: number, count: number, bytes: number): void {
    const key = this.keyOf(a, b);
    const at = this.cells.get(key);
    if (at === undefined) {
      this.cells.set(key, this.lines.length);
      this.lines.push({ kind: this.kind, x1: a[0], y1: a[1], x2: b[0], y2: b[1], entry, count, bytes });
      if (this.lines.length > 4 * kMostLines) this.makeCoarser();
      return;
    }
    const same = this.lines[at]!;
    same.count += count;
    same.bytes += bytes;
  }

  private makeCoarser(): void {
    const old = this.lines;
    this.lines = [];
    this.cells.clear();
    this.grid *= 2;
    for (const { x1, y1, x2, y2, entry, count, bytes } of old) this.add([x1, y1], [x2, y2], entry, count, bytes);
  }

  finish(): Line[] {
    while (this.lines.length > kMostLines) this.makeCoarser();
    return this.lines;
  }
}

/** Says where something begins and ends, and what it stands for. */
interface Course {
  readonly from: number; ///< Is a location.
  readonly begin: number;
  readonly to: number;
  readonly end: number;
  readonly count: number;
  readonly bytes: number;
}

/** Returns the lines of a table. `courseOf` gives null for an entry that has none. */
function courseLines(view: Viewport, boxes: BoxData, kind: LineKind, size: number, courseOf: (i: number) => Course | null): Line[] {
  const lines = new LineSet(kind);
  for (let i = 0; i < size; ++i) {
    const course = courseOf(i);
    if (course === null || !couldBeSeen(view, course.begin, course.end)) continue;
    const a = anchorOf(view, boxes, course.from, course.begin, "begin");
    const b = anchorOf(view, boxes, course.to, course.end, "end");
    if (a !== null && b !== null && isSeen(view, a, b)) lines.add(a, b, i, course.count, course.bytes);
  }
  return lines.finish();
}

function messageLines(view: Viewport, boxes: BoxData, m: Messages): Line[] {
  return courseLines(view, boxes, "message", m.size, (i) => ({ from: m.sender[i]!, begin: m.sent[i]!, to: m.receiver[i]!, end: m.received[i]!, count: m.count[i]!, bytes: m.bytes[i]! }));
}

/** Returns lines from where a message was sent to the first probe that saw it. */
function probeLines(view: Viewport, boxes: BoxData, p: Probes): Line[] {
  return courseLines(view, boxes, "probe", p.size, (i) => ({ from: p.sender[i]!, begin: p.sent[i]!, to: p.prober[i]!, end: p.seen[i]!, count: 1, bytes: p.bytes[i]! }));
}

function couldBeSeen(view: Viewport, a: number, b: number): boolean {
  return Math.max(a, b) >= view.from && Math.min(a, b) <= view.to;
}

/** Returns where a transfer was seen: where its partition arrived, or else the receive was complete. */
export function seenEnd(transfers: Transfers, i: number): { readonly location: number; readonly time: number; readonly how: "arrived" | "completed" } | null {
  if (transfers.receiver[i] !== kNoPosition) return { location: transfers.receiver[i]!, time: transfers.arrived[i]!, how: "arrived" };
  if (transfers.completer[i] !== kNoPosition) return { location: transfers.completer[i]!, time: transfers.completed[i]!, how: "completed" };
  return null;
}

function transferLines(view: Viewport, boxes: BoxData, t: Transfers): Line[] {
  return courseLines(view, boxes, "transfer", t.size, (i) => {
    const end = seenEnd(t, i);
    return end && { from: t.sender[i]!, begin: t.ready[i]!, to: end.location, end: end.time, count: 1, bytes: t.bytes[i]! };
  });
}

const orders = new WeakMap<Collectives, { readonly rows: Rows; readonly order: readonly number[] }>();

/** Returns parts of an operation one after another, from the uppermost row on, the same in every view. */
function orderOf(collectives: Collectives, rows: Rows): readonly number[] {
  const known = orders.get(collectives);
  if (known?.rows === rows) return known.order;
  const { group, instance, location } = collectives;
  const order = Array.from({ length: collectives.size }, (_, i) => i);
  const row = (i: number) => rows.rowOf[location[i]!]!;
  order.sort((a, b) => group[a]! - group[b]! || instance[a]! - instance[b]! || row(a) - row(b));
  orders.set(collectives, { rows, order });
  return order;
}

/** Returns lines from each part of an operation to the next one below it: where they begin. */
function collectiveLines(view: Viewport, boxes: BoxData, collectives: Collectives): Line[] {
  const { group, instance, location, begin } = collectives;
  const order = orderOf(collectives, boxes.rows);
  const row = (i: number) => boxes.rows.rowOf[location[i]!]!;
  const lines = new LineSet("collective");
  for (let at = 1; at < order.length; ++at) {
    const a = order[at - 1]!;
    const b = order[at]!;
    if (group[a] !== group[b] || instance[a] !== instance[b] || row(a) === row(b)) continue;
    if (!couldBeSeen(view, begin[a]!, begin[b]!)) continue;
    const from = anchorOf(view, boxes, location[a]!, begin[a]!, "begin");
    const to = anchorOf(view, boxes, location[b]!, begin[b]!, "begin");
    if (from !== null && to !== null && isSeen(view, from, to)) lines.add(from, to, a, 1, 0);
  }
  return lines.finish();
}

/** Returns where a thread's state ends: in the band of its states, or where there is none, in the middle of its row. */
function endOfState(view: Viewport, boxes: BoxData, location: number, time: number): Point {
  const { stateTop, stateHeight } = bandsIn(view, boxes);
  const inRow = stateHeight === 0 ? view.rowHeight / 2 : stateTop + stateHeight / 2;
  return [xOf(view, time), yOf(view, boxes.rows.rowOf[location]!) + inRow];
}

const wakeUps = new WeakMap<States, Int32Array>();

/** Returns which states ended with wake-ups, the same in every view. */
function wakeUpsOf(boxes: BoxData, states: States): Int32Array {
  let known = wakeUps.get(states);
  if (known === undefined) {
    known = Int32Array.from({ length: states.size }, (_, i) => i).filter((i) => isWakeUp(boxes.report, states, i));
    wakeUps.set(states, known);
  }
  return known;
}

/** Returns lines from what a thread did when it woke another one to the end of that one's state. */
function wakeUpLines(view: Viewport, boxes: BoxData, states: States): Line[] {
  const { location, cause, end } = states;
  const all = wakeUpsOf(boxes, states);
  const lines = new LineSet("wakeup");
  const column = (i: number) => Math.floor(xOf(view, end[i]!) / 2);
  const isAlike = (a: number, b: number) => location[a] === location[b] && cause[a] === cause[b] && column(a) === column(b);
  for (let at = 0; at < all.length; ) {
    const first = all[at]!;
    let next = at + 1;
    while (next < all.length && isAlike(first, all[next]!)) ++next; // There can be very many, of which most are alike.
    addWakeUps(lines, view, boxes, states, first, next - at);
    at = next;
  }
  return lines.finish();
}

/** Adds the line of a wake-up, and of others that look the same. */
function addWakeUps(lines: LineSet, view: Viewport, boxes: BoxData, states: States, i: number, count: number): void {
  const [woken, waker, time] = [states.location[i]!, states.cause[i]!, states.end[i]!];
  const { rowOf } = boxes.rows;
  if (!couldBeSeen(view, time, time) || rowOf[woken] === kNone || rowOf[woken] === rowOf[waker]) return;
  const from = anchorOf(view, boxes, waker, time, "end");
  const to = endOfState(view, boxes, woken, time);
  if (from !== null && isSeen(view, from, to)) lines.add(from, to, i, count, 0);
}

export interface LineChoice {
  readonly messages: boolean;
  readonly collectives: boolean;
  readonly wakeUps: boolean;
}

/** Returns all lines: those that lie below messages come first. */
export function linesOf(view: Viewport, boxes: BoxData, edges: Edges, choice: LineChoice): Line[] {
  return [
    ...(choice.collectives ? collectiveLines(view, boxes, edges.collectives) : []),
    ...(choice.wakeUps ? wakeUpLines(view, boxes, edges.states) : []),
    ...(choice.messages ? probeLines(view, boxes, edges.probes) : []),
    ...(choice.messages ? messageLines(view, boxes, edges.messages) : []),
    ...(choice.messages ? transferLines(view, boxes, edges.transfers) : []),
  ];
}

/** Draws a head at the end of a line, if that is long enough to have one. */
export function drawHead(list: DrawList, x1: number, y1: number, x2: number, y2: number, color: number, size = 7): void {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < size + 2) return;
  const ux = (x2 - x1) / length;
  const uy = (y2 - y1) / length;
  const bx = x2 - ux * size;
  const by = y2 - uy * size;
  const half = size * 0.42;
  list.triangle(x2, y2, bx - uy * half, by + ux * half, bx + uy * half, by - ux * half, color);
}

/** Returns a line's width: many lines are thinner, so that what is below them is seen. */
function widthOf(line: Line, lines: number): number {
  return Math.min(1 + Math.log10(line.count) * 0.9, lines > 300 ? 1.5 : 5);
}

/** Returns a colour as pale as it takes to see through so many lines. */
function sheer(color: string, lines: number): string {
  if (!/^#[0-9a-f]{6}$/.test(color)) return color;
  return color + (lines > 1000 ? "50" : lines > 300 ? "80" : lines > 60 ? "b8" : "");
}

/** Returns the text beside a line: how many it stands for, or how much of its partitions' data went there. */
function textOf(line: Line): string {
  if (line.kind === "transfer") return line.count === 1 ? bytes(line.bytes) : `×${line.count}, ${bytes(line.bytes)}`;
  return line.count === 1 ? "" : `×${line.count}`;
}

/** Has the length of dashes, where a line has some. */
const kDashes: Partial<Record<LineKind, number>> = { collective: 4, probe: 2, wakeup: 7 };

export function drawLines(list: DrawList, view: Viewport, lines: readonly Line[], paints: Paints): void {
  const colorOf = (each: string) => list.color(sheer(each, lines.length));
  const message = colorOf(paints.messages);
  const colors = { message, probe: message, transfer: colorOf(paints.transfers), collective: colorOf(paints.collectives), wakeup: colorOf(paints.wakeUps) };
  const hasHeads = lines.length <= 800 && view.rowHeight >= 6;
  for (const line of lines) {
    const color = colors[line.kind];
    list.line(line.x1, line.y1, line.x2, line.y2, color, widthOf(line, lines.length), kDashes[line.kind] ?? 0);
    if (line.kind === "collective") continue;
    if (hasHeads) drawHead(list, line.x1, line.y1, line.x2, line.y2, color);
    const text = lines.length > 60 ? "" : textOf(line);
    if (text !== "") list.label(text, line.x1 + 0.4 * (line.x2 - line.x1) + 5, line.y1 + 0.4 * (line.y2 - line.y1) - 6, color, "left", 11, list.color(paints.theme.halo));
  }
}

function distanceTo(line: Line, x: number, y: number): number {
  const dx = line.x2 - line.x1;
  const dy = line.y2 - line.y1;
  const square = dx * dx + dy * dy;
  const part = square === 0 ? 0 : Math.min(Math.max(((x - line.x1) * dx + (y - line.y1) * dy) / square, 0), 1);
  return Math.hypot(x - line.x1 - part * dx, y - line.y1 - part * dy);
}

/** Returns the position of the nearest line within a few pixels, or kNone. */
export function lineAt(lines: readonly Line[], x: number, y: number): number {
  let nearest = kNone;
  let distance = kHitRadius;
  lines.forEach((line, i) => {
    const away = distanceTo(line, x, y);
    if (away < distance) [nearest, distance] = [i, away];
  });
  return nearest;
}
