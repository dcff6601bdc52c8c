// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file draws what locations did, as boxes, and finds which box is at a point. Activities that follow one
// another without a gap and have the same ancestor at a depth are within one call of it, so at each level of
// a row there are boxes of such runs. Cost: O(rows · levels · activities seen in a row).

import { fitText } from "base/text_fit";
import { upperBound } from "base/bisect";
import { type Bands, type Level, bandsOf, levelAt, levelOf } from "layout/bands";
import type { DrawList, Measure } from "layout/draw_list";
import type { Paints } from "layout/paints";
import { type Viewport, rowAt, timeAt, visibleRows, xOf, yOf } from "layout/viewport";
import { type Calls, ancestorAt } from "model/calls";
import { type Report, kNone } from "model/report";
import type { Rows } from "model/rows";
import { type Activities, type LocationIndex, kNoPosition } from "model/timeline";

/** Is what boxes are made of. */
export interface BoxData {
  readonly report: Report;
  readonly calls: Calls;
  readonly rows: Rows;
  readonly activities: Activities;
  readonly index: LocationIndex; ///< Says where each location's activities are.
  readonly hasStates: boolean; ///< Says that rows have a band for threads' states.
}

/** Returns how the rows of a picture are divided. */
export function bandsIn(view: Viewport, data: BoxData): Bands {
  return bandsOf(view.rowHeight, data.calls, data.hasStates);
}

/** Is within one call of `path`, as far as it is known, or in none. */
export interface Box {
  readonly location: number;
  readonly path: number; ///< Is kNone if the location is idle, or not recorded.
  readonly begin: number;
  readonly end: number;
  readonly first: number; ///< Is the first of the call's activities.
  readonly last: number;
}

const kFar = 1e6; ///< No rectangle needs to reach farther than so many pixels beyond the picture.
const kHitRadius = 2;

/** Returns the call path of an activity that a level shows; kNone where there is none. */
function pathAt(data: BoxData, activity: number, level: Level): number {
  const path = data.activities.path[activity]!;
  if (path === kNoPosition || data.calls.tree.depth[path]! < level.least) return kNone;
  return ancestorAt(data.calls, path, level.deepest);
}

/** Returns whether an activity is within the same call of `path` as the one before it. */
function goesOn(data: BoxData, activity: number, level: Level, path: number): boolean {
  const { begin, end, location } = data.activities;
  return (
    begin[activity]! <= end[activity - 1]! &&
    location[activity] === location[activity - 1] &&
    isWhole(data, activity, path) &&
    isWhole(data, activity - 1, path) &&
    pathAt(data, activity, level) === path &&
    pathAt(data, activity - 1, level) === path
  );
}

/** Returns whether an activity is in one call of `path`: several calls that are drawn as one are not. */
function isWhole(data: BoxData, activity: number, path: number): boolean {
  return data.activities.count[activity] === 1 || data.activities.path[activity] !== path;
}

/** Returns the call of `path`, in which an activity is; or the activity, where it stands for several. */
export function boxOf(data: BoxData, activity: number, path: number): Box {
  const { activities, index, calls } = data;
  const location = activities.location[activity]!;
  let first = activity;
  let last = activity;
  if (path !== kNone) {
    const depth = calls.tree.depth[path]!;
    const level = { least: depth, deepest: depth };
    while (first > index.begin(location) && goesOn(data, first, level, path)) --first;
    while (last + 1 < index.end(location) && goesOn(data, last + 1, level, path)) ++last;
  }
  return { location, path, begin: activities.begin[first]!, end: activities.end[last]!, first, last };
}

/** Returns the innermost call of an activity. */
export function innermostBox(data: BoxData, activity: number): Box {
  const path = data.activities.path[activity]!;
  return boxOf(data, activity, path === kNoPosition ? kNone : path);
}

/** Returns the activity of a location at a time, the later one where two meet; kNone: there is none. */
export function activityAt(data: BoxData, location: number, time: number): number {
  const { begin, end } = data.activities;
  const from = data.index.begin(location);
  const at = upperBound(begin, time, from, data.index.end(location)) - 1;
  return at >= from && time < end[at]! ? at : kNone;
}

/** Returns the activity of a location that ended or went on at a time: the earlier one, where two meet. */
export function activityUntil(data: BoxData, location: number, time: number): number {
  const { begin, end } = data.activities;
  const from = data.index.begin(location);
  let at = upperBound(begin, time, from, data.index.end(location)) - 1;
  if (at > from && begin[at] === time) --at;
  return at >= from && time <= end[at]! ? at : kNone;
}

export interface BoxLook {
  readonly paints: Paints;
  readonly measure: Measure;
  /** Takes labels, if not the list of the boxes: what lies between has to leave them readable. */
  readonly labels?: DrawList;
  /** Has regions that were searched for; null: nothing was. */
  readonly found: ReadonlySet<number> | null;
}

/** Draws the boxes of one level of one row. */
class LevelPainter {
  private readonly accent: number;
  private lastColumn = -1;

  constructor(
    private readonly list: DrawList,
    private readonly view: Viewport,
    private readonly data: BoxData,
    private readonly look: BoxLook,
    private readonly y: number,
    private readonly height: number,
  ) {
    this.accent = list.color(look.paints.theme.accent);
  }

  box(path: number, begin: number, end: number, share: number): void {
    if (path === kNone) return;
    const x = Math.round(Math.max(xOf(this.view, begin), -kFar));
    const right = Math.max(Math.round(Math.min(xOf(this.view, end), this.view.width + kFar)), x + 1);
    const width = right - x;
    if (width === 1 && x === this.lastColumn) return;
    this.lastColumn = right - 1;
    const { report } = this.data;
    const region = report.callPaths.region[path]!;
    const isFound = this.look.found?.has(region) ?? false;
    const isDimmed = this.look.found !== null && !isFound;
    const color = this.list.color(this.look.paints.fill(region, share, isDimmed));
    const gap = width >= 4 ? 1 : 0; // Neighbours are then distinct without colour.
    this.list.rect(x, this.y, width - gap, this.height - (this.height >= 8 ? 1 : 0), color);
    const { isForced, text } = this.look.paints.theme;
    if (isForced && width >= 3 && this.height >= 6) this.list.frame(x, this.y, width - gap, this.height - 1, this.list.color(text));
    if (isFound && this.height >= 3) this.list.frame(x, this.y, width - gap, this.height, this.accent, this.height >= 8 ? 2 : 1);
    if (width >= 24 && this.height >= 11) this.label(report.regions.name[region]!, x, right - gap);
  }

  /** Writes a name in that part of the box which is seen. */
  private label(name: string, left: number, right: number): void {
    const x = Math.max(left, 0) + 4;
    const room = Math.min(right, this.view.width) - x - 3;
    const size = Math.min(12, Math.floor(this.height - 1));
    const text = room < 12 ? "" : fitText(name, room, (each) => this.look.measure(each, size));
    if (text === "") return;
    const list = this.look.labels ?? this.list;
    const { theme } = this.look.paints;
    list.label(text, x, this.y + (this.height - 1) / 2, list.color(theme.text), "left", size, this.look.labels === undefined ? -1 : list.color(theme.halo));
  }
}

/** Returns where a location's activities are that are seen. */
export function seenOf(data: BoxData, location: number, from: number, to: number): [number, number] {
  const { begin, end } = data.activities;
  let first = upperBound(begin, from, data.index.begin(location), data.index.end(location));
  if (first > data.index.begin(location) && end[first - 1]! > from) --first;
  return [first, upperBound(begin, to, first, data.index.end(location))];
}

/** Returns whether both stand for several calls of the same path, with about the same share of the time. */
function isAlike(data: BoxData, a: number, b: number): boolean {
  const { path, share, begin, end, count } = data.activities;
  return path[a] === path[b] && share[a]! >> 6 === share[b]! >> 6 && begin[b]! <= end[a]! && count[a]! > 1 && count[b]! > 1;
}

function drawLevel(painter: LevelPainter, data: BoxData, first: number, end: number, level: Level): void {
  const { activities } = data;
  for (let i = first; i < end; ) {
    const path = pathAt(data, i, level);
    const share = activities.path[i] === path ? activities.share[i]! : 255;
    let next = i + 1;
    while (next < end && (goesOn(data, next, level, path) || isAlike(data, next - 1, next))) ++next;
    painter.box(path, activities.begin[i]!, activities.end[next - 1]!, share);
    i = next;
  }
}

export function drawBoxes(list: DrawList, view: Viewport, data: BoxData, look: BoxLook): void {
  const bands = bandsIn(view, data);
  const [firstRow, endRow] = visibleRows(view);
  for (let row = firstRow; row < endRow; ++row) {
    const [first, end] = seenOf(data, data.rows.location[row]!, view.from, view.to);
    for (let level = 0; level < bands.levels; ++level) {
      const y = yOf(view, row) + bands.top + level * bands.levelHeight;
      const painter = new LevelPainter(list, view, data, look, y, bands.levelHeight);
      drawLevel(painter, data, first, end, levelAt(bands, data.calls, level));
    }
  }
}

/** Returns where in its row a call path's boxes are. */
export function bandOfPath(bands: Bands, calls: Calls, path: number): { readonly top: number; readonly height: number } {
  const isNowhere = path === kNone || path === kNoPosition;
  const level = isNowhere ? 0 : levelOf(bands, calls, calls.tree.depth[path]!);
  return { top: bands.top + level * bands.levelHeight, height: bands.levelHeight };
}

/** Returns the activity at a point or, where there is none, the nearest one within a few pixels. */
function activityNear(view: Viewport, data: BoxData, location: number, x: number): number {
  const time = timeAt(view, x);
  const there = activityAt(data, location, time);
  if (there !== kNone) return there;
  const { begin, end } = data.activities;
  const next = upperBound(begin, time, data.index.begin(location), data.index.end(location));
  let nearest = kNone;
  let distance = kHitRadius;
  for (const each of [next - 1, next]) {
    if (each < data.index.begin(location) || each >= data.index.end(location)) continue;
    const away = Math.max(xOf(view, begin[each]!) - x, x - xOf(view, end[each]!));
    if (away <= distance) [nearest, distance] = [each, away];
  }
  return nearest;
}

export function boxAt(view: Viewport, data: BoxData, x: number, y: number): Box | null {
  const row = rowAt(view, y);
  if (row < 0) return null;
  const activity = activityNear(view, data, data.rows.location[row]!, x);
  if (activity === kNone) return null;
  const bands = bandsIn(view, data);
  const at = Math.floor((y - yOf(view, row) - bands.top) / bands.levelHeight);
  const level = bands.levels === 1 ? 0 : at;
  if (level < 0 || level >= bands.levels) return null;
  const path = pathAt(data, activity, levelAt(bands, data.calls, level));
  return path === kNone ? (level === 0 ? innermostBox(data, activity) : null) : boxOf(data, activity, path);
}
