// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file draws wait states, hatched in the colour of their kind above their calls, and finds which one is
// at a point. Where there is no room for a pattern they have its colour, and none is less than a pixel.

import { lowerBound, upperBound } from "base/bisect";
import { type BoxData, bandOfPath, bandsIn } from "layout/boxes";
import type { DrawList } from "layout/draw_list";
import type { Paints } from "layout/paints";
import { type Viewport, rowAt, timeAt, visibleRows, xOf, yOf } from "layout/viewport";
import { kNone } from "model/report";
import { type LocationIndex, type Waits, kNoPosition } from "model/timeline";

export interface WaitData {
  readonly waits: Waits;
  readonly index: LocationIndex;
}

const kLeastForPattern = 4; ///< Is in pixels.
const kHitRadius = 2;

/** Returns a wait state's band in its row. */
export function bandOfWait(view: Viewport, boxes: BoxData, path: number): { readonly top: number; readonly height: number } {
  const { top, height } = bandOfPath(bandsIn(view, boxes), boxes.calls, path);
  return { top, height: height - (height >= 8 ? 1 : 0) };
}

/** Returns the first wait that is seen: as waits can lie within one another, it may begin anywhere before. */
function firstSeen(data: WaitData, location: number, from: number): number {
  const { begin, end } = data.waits;
  let first = lowerBound(begin, from, data.index.begin(location), data.index.end(location));
  while (first > data.index.begin(location) && end[first - 1]! > from) --first;
  return first;
}

export function drawWaits(list: DrawList, view: Viewport, boxes: BoxData, data: WaitData, paints: Paints): void {
  const { begin, end, metric, path } = data.waits;
  const [firstRow, endRow] = visibleRows(view);
  const separator = list.color(paints.theme.background);
  for (let row = firstRow; row < endRow; ++row) {
    const location = boxes.rows.location[row]!;
    let lastColumn = -1;
    for (let i = firstSeen(data, location, view.from); i < data.index.end(location) && begin[i]! < view.to; ++i) {
      const x = Math.round(Math.max(xOf(view, begin[i]!), -2));
      const right = Math.max(Math.round(Math.min(xOf(view, end[i]!), view.width + 2)), x + 1);
      if (right - x === 1 && x === lastColumn) continue;
      lastColumn = right - 1;
      const band = bandOfWait(view, boxes, path[i]!);
      const y = yOf(view, row) + band.top;
      if (metric[i] === kNoPosition) continue;
      const hatch = paints.wait(metric[i]!);
      const hasPattern = right - x >= kLeastForPattern && band.height >= kLeastForPattern;
      list.rect(x, y, right - x, band.height, list.color(hasPattern ? hatch : hatch.color));
      if (!hasPattern) continue;
      list.frame(x, y, right - x, band.height, list.color(hatch.color));
      if (right - x >= 8) list.rect(right - 1, y, 1, band.height, separator);
    }
  }
}

/** Returns the wait state at a point, kNone where there is none: its position in the table. */
export function waitAt(view: Viewport, boxes: BoxData, data: WaitData, x: number, y: number): number {
  const row = rowAt(view, y);
  if (row < 0) return kNone;
  const location = boxes.rows.location[row]!;
  const { begin, end, path } = data.waits;
  const time = timeAt(view, x);
  const radius = timeAt(view, x + kHitRadius) - time;
  const last = upperBound(begin, time + radius, data.index.begin(location), data.index.end(location)) - 1;
  let nearest = kNone;
  let distance = Infinity;
  for (let i = last; i >= data.index.begin(location) && i > last - 64; --i) {
    const away = Math.max(begin[i]! - time, time - end[i]!, 0);
    const band = bandOfWait(view, boxes, path[i]!);
    const top = yOf(view, row) + band.top;
    if (away > radius || away >= distance || y < top || y >= top + Math.max(band.height, 1)) continue;
    [nearest, distance] = [i, away];
  }
  return nearest;
}
