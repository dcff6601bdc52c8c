// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file draws what is around the boxes: lines between rows and groups, marks of corrected clocks, what
// has not come yet, and the time axis.

import { timeAxis } from "base/time_axis";
import type { BoxData } from "layout/boxes";
import type { DrawList, Measure } from "layout/draw_list";
import type { Paints } from "layout/paints";
import { type Viewport, rowAt, visibleRows, xOf, yOf } from "layout/viewport";
import { kNone } from "model/report";
import type { Rows } from "model/rows";
import type { Corrections } from "model/timeline";

const kHitRadius = 4;

/** Draws lines below rows that are high enough, stronger ones below groups. */
export function drawRowLines(list: DrawList, view: Viewport, rows: Rows, paints: Paints): void {
  const color = list.color(paints.theme.line);
  const [first, end] = visibleRows(view);
  for (let row = first; row < end; ++row) {
    const isLast = row + 1 === rows.size || rows.group[row + 1] !== rows.group[row];
    const isNodes = row + 1 < rows.size && nodeOf(rows, row) !== nodeOf(rows, row + 1);
    if (view.rowHeight < 16 && !(isNodes && view.rowHeight >= 3)) continue;
    if (!rows.hasThreads || isLast || view.rowHeight >= 24) list.rect(0, Math.round(yOf(view, row + 1)) - 1, view.width, isNodes ? 2 : 1, color);
  }
}

function nodeOf(rows: Rows, row: number): number {
  const group = rows.group[row]!;
  const { parent } = rows.groups[group]!;
  return parent === kNone ? group : parent;
}

/** Draws lines from the axis' marks down through the rows. */
export function drawTimeLines(list: DrawList, view: Viewport, ticksPerSecond: number, paints: Paints): void {
  const color = list.color(paints.theme.line);
  for (const { time } of timeAxis(view.from, view.to, view.width, ticksPerSecond).marks) list.rect(Math.round(xOf(view, time)), 0, 1, view.height, color);
}

export function drawAxis(list: DrawList, view: Viewport, ticksPerSecond: number, height: number, paints: Paints, measure: Measure): void {
  const text = list.color(paints.theme.faint);
  const line = list.color(paints.theme.faint);
  const { base, marks, minor } = timeAxis(view.from, view.to, view.width, ticksPerSecond);
  for (const time of minor) list.rect(Math.round(xOf(view, time)), height - 3, 1, 3, line);
  const baseWidth = base === "" ? 0 : measure(base, 11) + 16;
  if (base !== "") list.label(base, 4, height - 12, list.color(paints.theme.text), "left", 11);
  for (const { time, text: label } of marks) {
    const x = Math.round(xOf(view, time));
    list.rect(x, height - 6, 1, 6, line);
    const half = measure(label, 11) / 2;
    const middle = Math.min(Math.max(x, half + 3), view.width - half - 3);
    if (middle - half >= baseWidth) list.label(label, middle, height - 13, text, "center", 11);
  }
}

/** Draws small marks at the upper edge of a row, where the shift of a location's clock begins to change. */
export function drawCorrections(list: DrawList, view: Viewport, boxes: BoxData, corrections: Corrections, paints: Paints): void {
  if (view.rowHeight < 6) return;
  const color = list.color(paints.correction);
  for (let i = 0; i < corrections.size; ++i) {
    const row = boxes.rows.rowOf[corrections.location[i]!]!;
    const x = xOf(view, corrections.time[i]!);
    if (row === kNone || x < 0 || x > view.width) continue;
    const y = yOf(view, row);
    if (y < -6 || y > view.height) continue;
    list.triangle(x - 3.5, y, x + 3.5, y, x, y + 6, color);
  }
}

/** Returns the correction whose mark is at a point, or kNone. */
export function correctionAt(view: Viewport, boxes: BoxData, corrections: Corrections, x: number, y: number): number {
  const row = rowAt(view, y);
  if (row < 0 || view.rowHeight < 6 || y - yOf(view, row) > 6) return kNone;
  let nearest = kNone;
  let distance = kHitRadius;
  for (let i = 0; i < corrections.size; ++i) {
    if (boxes.rows.rowOf[corrections.location[i]!] !== row) continue;
    const away = Math.abs(xOf(view, corrections.time[i]!) - x);
    if (away < distance) [nearest, distance] = [i, away];
  }
  return nearest;
}

/** Marks what is before the begin of a run and behind its end, where that is seen. */
export function drawOutside(list: DrawList, view: Viewport, length: number, paints: Paints): void {
  const ground = list.color(paints.theme.surface);
  const edge = list.color(paints.theme.faint);
  const begin = Math.min(xOf(view, 0), view.width);
  const end = Math.max(xOf(view, length), 0);
  if (begin > 0) list.rect(0, 0, begin, view.height, ground);
  if (end < view.width) list.rect(end, 0, view.width - end, view.height, ground);
  for (const x of [begin, end]) if (x > 0 && x < view.width) list.rect(Math.round(x), 0, 1, view.height, edge);
}

/** Says what is known: a window of time, and locations. */
export interface Known {
  readonly from: number;
  readonly to: number;
  readonly hasLocation: (location: number) => boolean;
}

/** Marks what has not come yet. */
export function drawMissing(list: DrawList, view: Viewport, rows: Rows, known: Known, paints: Paints): void {
  const color = list.color(paints.missing);
  const [first, end] = visibleRows(view);
  const left = Math.min(Math.max(xOf(view, known.from), 0), view.width);
  const right = Math.min(Math.max(xOf(view, known.to), left), view.width);
  for (let row = first; row < end; ++row) {
    const y = yOf(view, row);
    const isKnown = known.hasLocation(rows.location[row]!);
    if (!isKnown) list.rect(0, y, view.width, view.rowHeight, color);
    if (isKnown && left > 0) list.rect(0, y, left, view.rowHeight, color);
    if (isKnown && right < view.width) list.rect(right, y, view.width - right, view.rowHeight, color);
  }
}

/** Draws the window in the whole run. */
export function drawMinimapWindow(list: DrawList, view: Viewport, whole: Viewport, paints: Paints): void {
  const shade = list.color(paints.theme.isForced ? "Canvas" : paints.theme.isDark ? "rgb(0 0 0 / 55%)" : "rgb(255 255 255 / 65%)");
  const left = Math.round(xOf(whole, view.from));
  const right = Math.max(Math.round(xOf(whole, view.to)), left + 2);
  list.rect(0, 0, left, whole.height, shade);
  list.rect(right, 0, whole.width - right, whole.height, shade);
  list.frame(left, 0, right - left, whole.height, list.color(paints.theme.accent), 2);
}
