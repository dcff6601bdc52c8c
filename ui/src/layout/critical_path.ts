// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file draws the critical path: a band below the boxes of its rows, with lines between locations; and
// all of it in a row of its own, whose stretches are coloured by call path or location.

import { upperBound } from "base/bisect";
import { fitText } from "base/text_fit";
import { type BoxData, bandsIn } from "layout/boxes";
import type { DrawList, Measure } from "layout/draw_list";
import { drawHead } from "layout/lines";
import type { Paints } from "layout/paints";
import { type Viewport, timeAt, xOf, yOf } from "layout/viewport";
import { type Report, kNone, locationName } from "model/report";
import { type Stretches, kNoPosition } from "model/timeline";

export type StripColors = "path" | "location";

/** Returns the range [from, before) of the stretches of which something is between two times. */
export function stretchesSeen(stretches: Stretches, from: number, to: number): [number, number] {
  const first = Math.max(upperBound(stretches.begin, from) - 1, 0);
  return [first, upperBound(stretches.begin, to)];
}

/** Returns the middle of the path's band in a location's row; NaN where the location is in no row. */
function pathY(view: Viewport, boxes: BoxData, location: number): number {
  const row = boxes.rows.rowOf[location]!;
  if (row === kNone) return NaN;
  const bands = bandsIn(view, boxes);
  return yOf(view, row) + bands.pathTop + bands.pathHeight / 2;
}

const kApart = 6; // What is narrower than so many pixels, or no farther apart, cannot be told apart.

/** Draws the path's stretches in their rows, and lines to where it goes on. Where it goes to and fro within a few pixels there are none. */
export function drawPathBand(list: DrawList, view: Viewport, boxes: BoxData, stretches: Stretches, paints: Paints): void {
  const color = list.color(paints.path);
  const { pathHeight } = bandsIn(view, boxes);
  const [first, end] = stretchesSeen(stretches, view.from, view.to);
  let wide = first - 1;
  for (let i = first; i < end; ++i) {
    const left = xOf(view, stretches.begin[i]!);
    const right = xOf(view, stretches.end[i]!);
    const y = pathY(view, boxes, stretches.location[i]!);
    const x = Math.max(left, -4);
    if (!Number.isNaN(y)) list.rect(x, y - pathHeight / 2, Math.max(Math.min(right, view.width + 4), x + 1) - x, pathHeight, color);
    if (right - left < kApart) continue;
    if (wide >= 0 && left - xOf(view, stretches.end[wide]!) < kApart) drawCrossing(list, view, boxes, stretches, wide, i, color);
    wide = i;
  }
}

/** Draws a line from the location where the path was before to where it goes on. */
function drawCrossing(list: DrawList, view: Viewport, boxes: BoxData, stretches: Stretches, before: number, i: number, color: number): void {
  if (stretches.location[before] === stretches.location[i]) return;
  const from = pathY(view, boxes, stretches.location[before]!);
  const to = pathY(view, boxes, stretches.location[i]!);
  if (Number.isNaN(from + to) || Math.max(from, to) < 0 || Math.min(from, to) > view.height) return;
  const x = Math.max(xOf(view, stretches.begin[i]!), -4);
  list.line(x, from, x, to, color, view.rowHeight >= 8 ? 2 : 1);
  if (view.rowHeight >= 16) drawHead(list, x, from, x, to, color, 8);
}

/** Returns the stretch whose band is at a point: its position in the table, or kNone. */
export function bandAt(view: Viewport, boxes: BoxData, stretches: Stretches, x: number, y: number): number {
  const { pathHeight } = bandsIn(view, boxes);
  const i = stretchAt(view, stretches, x);
  return i !== kNone && Math.abs(pathY(view, boxes, stretches.location[i]!) - y) <= pathHeight / 2 + 1 ? i : kNone;
}

/** Returns the stretch at a time of the window. */
export function stretchAt(view: Viewport, stretches: Stretches, x: number): number {
  const time = timeAt(view, x);
  const i = upperBound(stretches.begin, time) - 1;
  return i >= 0 && time <= stretches.end[i]! ? i : kNone;
}

export interface StripLook {
  readonly paints: Paints;
  readonly measure: Measure;
  readonly colors: StripColors;
  readonly selected: number; ///< Is the position of a stretch in the table, or kNone.
}

function stripColor(report: Report, stretches: Stretches, i: number, look: StripLook): string {
  const path = stretches.path[i]!;
  const { isForced, line } = look.paints.theme;
  if (isForced || look.colors === "location") return look.paints.location(stretches.location[i]!);
  return path === kNoPosition ? line : look.paints.fill(report.callPaths.region[path]!, 255, false);
}

/** Returns what a stretch is called: who, and what it did. */
export function stretchName(report: Report, stretches: Stretches, i: number): string {
  const path = stretches.path[i]!;
  const where = locationName(report, stretches.location[i]!);
  return path === kNoPosition ? where : `${where}: ${report.names.node(path)}`;
}

export function drawStrip(list: DrawList, view: Viewport, report: Report, stretches: Stretches, top: number, height: number, look: StripLook): void {
  const text = list.color(look.paints.theme.text);
  const accent = list.color(look.paints.theme.accent);
  const [first, end] = stretchesSeen(stretches, view.from, view.to);
  let lastColumn = -1;
  for (let i = first; i < end; ++i) {
    const x = Math.round(Math.max(xOf(view, stretches.begin[i]!), -2));
    const right = Math.max(Math.round(Math.min(xOf(view, stretches.end[i]!), view.width + 2)), x + 1);
    if (right - x === 1 && x === lastColumn) continue;
    lastColumn = right - 1;
    const gap = right - x >= 4 ? 1 : 0;
    list.rect(x, top, right - x - gap, height, list.color(stripColor(report, stretches, i, look)));
    if (look.paints.theme.isForced) list.frame(x, top, right - x - gap, height, text);
    if (i === look.selected) list.frame(x, top, right - x - gap, height, accent, 2);
    const left = Math.max(x, 0) + 4;
    const room = Math.min(right, view.width) - left - 3;
    const label = room < 20 ? "" : fitText(stretchName(report, stretches, i), room, (each) => look.measure(each, 11));
    if (label !== "") list.label(label, left, top + height / 2, text, "left", 11);
  }
}
