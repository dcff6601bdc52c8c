// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file draws when threads had no core, as a thin band below their calls in the colour of the reason, and
// what cores ran, as boxes in rows of their own; and it finds which of them is at a point. A location's states
// follow one another, so they begin in the order of their ends, and none is less than a pixel. Cost:
// O(rows · pixels · log states).

import { lowerBound, upperBound } from "base/bisect";
import { fitText } from "base/text_fit";
import { type BoxData, type BoxLook, bandsIn } from "layout/boxes";
import type { DrawList } from "layout/draw_list";
import { type Viewport, rowAt, timeAt, visibleRows, xOf, yOf } from "layout/viewport";
import { kNone } from "model/report";
import { causeName, causeOf, isCore } from "model/states";
import { type LocationIndex, type States, kNoPosition } from "model/timeline";

export interface StateData {
  readonly states: States;
  readonly index: LocationIndex;
}

type StateLook = Omit<BoxLook, "found">;

const kHitRadius = 2;

/** Returns where states are in a location's row; a core has nothing else there. The height is 0 where there is no room. */
export function bandOfStates(view: Viewport, boxes: BoxData, location: number): { readonly top: number; readonly height: number } {
  const { top, stateTop, stateHeight } = bandsIn(view, boxes);
  if (!isCore(boxes.report, location)) return { top: stateTop, height: stateHeight };
  const height = stateTop - top;
  return { top, height: height - (height >= 8 ? 1 : 0) };
}

/** Returns the range [from, before) of a location's states of which something is between two times. */
export function statesSeen({ states, index }: StateData, location: number, from: number, to: number): [number, number] {
  const first = upperBound(states.end, from, index.begin(location), index.end(location));
  return [first, lowerBound(states.begin, to, first, index.end(location))];
}

/** Calls `use` for the states of a location that are seen: of those that are short, for one in each pixel. */
function forEachSeen(view: Viewport, data: StateData, location: number, use: (i: number, x: number, right: number) => void): void {
  const { begin, end } = data.states;
  const [first, behind] = statesSeen(data, location, view.from, view.to);
  let lastColumn = -1;
  let next = first;
  while (next < behind) {
    const i = next++;
    const x = Math.round(Math.max(xOf(view, begin[i]!), -2));
    const right = Math.max(Math.round(Math.min(xOf(view, end[i]!), view.width + 2)), x + 1);
    const isShort = right - x === 1;
    if (isShort) next = upperBound(end, timeAt(view, x + 0.5), next, behind); // Those before it are in this pixel.
    if (!isShort || x !== lastColumn) use(i, x, right);
    lastColumn = right - 1;
  }
}

/** Draws what cores ran, with the names of it where there is room. */
class CorePainter {
  constructor(
    private readonly list: DrawList,
    private readonly view: Viewport,
    private readonly boxes: BoxData,
    private readonly look: StateLook,
  ) {}

  piece(cause: number, x: number, right: number, y: number, height: number): void {
    const { paints } = this.look;
    const gap = right - x >= 4 ? 1 : 0; // Neighbours are then distinct without colour.
    this.list.rect(x, y, right - x - gap, height, this.list.color(cause === kNone ? paints.theme.line : paints.location(cause)));
    if (paints.theme.isForced && right - x >= 3) this.list.frame(x, y, right - x - gap, height, this.list.color(paints.theme.text));
    if (cause !== kNone && right - x >= 24 && height >= 11) this.label(causeName(this.boxes.report, cause), x, right - gap, y + height / 2);
  }

  private label(name: string, left: number, right: number, y: number): void {
    const { labels = this.list, measure, paints } = this.look;
    const x = Math.max(left, 0) + 4;
    const room = Math.min(right, this.view.width) - x - 3;
    const text = room < 12 ? "" : fitText(name, room, (each) => measure(each, 11));
    if (text !== "") labels.label(text, x, y, labels.color(paints.theme.text), "left", 11, labels.color(paints.theme.halo));
  }
}

export function drawStates(list: DrawList, view: Viewport, boxes: BoxData, data: StateData, look: StateLook): void {
  const cores = new CorePainter(list, view, boxes, look);
  const [firstRow, endRow] = visibleRows(view);
  for (let row = firstRow; row < endRow; ++row) {
    const location = boxes.rows.location[row]!;
    const { top, height } = bandOfStates(view, boxes, location);
    const y = yOf(view, row) + top;
    if (height === 0) continue;
    forEachSeen(view, data, location, (i, x, right) => {
      const metric = data.states.metric[i]!;
      if (metric === kNoPosition) cores.piece(causeOf(data.states, i), x, right, y, height);
      else list.rect(x, y, right - x, height, list.color(look.paints.state(metric)));
    });
  }
}

/** Returns the state at a time or, where there is none, the nearest one within a few pixels; or else kNone. */
function stateNear(view: Viewport, { states, index }: StateData, location: number, x: number): number {
  const at = lowerBound(states.end, timeAt(view, x), index.begin(location), index.end(location));
  let nearest = kNone;
  let distance = kHitRadius;
  for (const each of [at - 1, at]) {
    if (each < index.begin(location) || each >= index.end(location)) continue;
    const away = Math.max(xOf(view, states.begin[each]!) - x, x - xOf(view, states.end[each]!), 0);
    if (away < distance) [nearest, distance] = [each, away];
  }
  return nearest;
}

/** Returns the state whose band is at a point, kNone where there is none: its position in the table. */
export function stateAt(view: Viewport, boxes: BoxData, data: StateData, x: number, y: number): number {
  const row = rowAt(view, y);
  if (row < 0) return kNone;
  const location = boxes.rows.location[row]!;
  const { top, height } = bandOfStates(view, boxes, location);
  const inBand = y - yOf(view, row) - top;
  return height === 0 || inBand < -1 || inBand > height ? kNone : stateNear(view, data, location, x);
}
