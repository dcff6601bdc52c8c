// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A viewport is which part of a run is seen: a window of time, in ticks, and some of the rows. Positions in
// pixels are calculated from the window's begin, so they are exact to less than a tick at any time.

import { clamp } from "base/geometry";

export interface View {
  readonly from: number;
  readonly to: number;
  readonly firstRow: number; ///< Is the uppermost row, with a fraction.
  readonly rowHeight: number; ///< Is the height of a row in pixels.
}

/** Says how large what is looked at is, and the area in which it is seen. */
export interface Extent {
  readonly first: number; ///< Is the first time that can be seen: 0, the run's begin, where only the run is.
  readonly length: number; ///< Is the length of the run, or of what can be seen.
  readonly rows: number;
  readonly width: number; ///< Is the width of the area in pixels.
  readonly height: number;
}

export interface Viewport extends View, Extent {}

export const kLeastSpan = 1; ///< Is one tick.
export const kLeastRowHeight = 1;
export const kMostRowHeight = 400;

export function xOf(view: Viewport, time: number): number {
  return ((time - view.from) / (view.to - view.from)) * view.width;
}

export function timeAt(view: Viewport, x: number): number {
  return view.from + (x / view.width) * (view.to - view.from);
}

export function yOf(view: Viewport, row: number): number {
  return (row - view.firstRow) * view.rowHeight;
}

/** Returns the row at a height, and -1 where there is none. */
export function rowAt(view: Viewport, y: number): number {
  const row = Math.floor(view.firstRow + y / view.rowHeight);
  return row >= 0 && row < view.rows ? row : -1;
}

/** Returns the range [from, before) of the rows of which something is seen. */
export function visibleRows(view: Viewport): [number, number] {
  const first = clamp(Math.floor(view.firstRow), 0, view.rows);
  return [first, clamp(Math.ceil(view.firstRow + view.height / view.rowHeight), first, view.rows)];
}

/** Returns the nearest view in which nothing else is seen than what can be. */
export function clampedView(view: View, extent: Extent): View {
  const length = Math.max(extent.length, kLeastSpan);
  const span = clamp(view.to - view.from, kLeastSpan, length);
  const from = clamp(view.from, extent.first, extent.first + length - span);
  const rowHeight = clamp(view.rowHeight, kLeastRowHeight, kMostRowHeight);
  const firstRow = clamp(view.firstRow, 0, Math.max(extent.rows - extent.height / rowHeight, 0));
  return { from, to: from + span, firstRow, rowHeight };
}

/** Zooms a view: a `factor` less than 1 shows less; what is at `time` stays where it is. */
export function zoomed(view: View, factor: number, time: number): View {
  const span = Math.max((view.to - view.from) * factor, kLeastSpan);
  const part = (time - view.from) / (view.to - view.from);
  const from = time - part * span;
  return { ...view, from, to: from + span };
}

/** Moves a view by a part of what is seen. */
export function panned(view: View, part: number): View {
  const by = part * (view.to - view.from);
  return { ...view, from: view.from + by, to: view.to + by };
}

/** Gives rows another height, where the row at `y` stays there. */
export function withRowHeight(view: View, rowHeight: number, y: number): View {
  const height = clamp(rowHeight, kLeastRowHeight, kMostRowHeight);
  return { ...view, rowHeight: height, firstRow: view.firstRow + y / view.rowHeight - y / height };
}

/** Moves a view so that some time is seen with a little around it, and the row is there. */
export function aroundInterval(view: View, extent: Extent, from: number, to: number, rows: readonly number[]): View {
  const margin = Math.max((to - from) * 0.15, 1);
  return clampedView({ ...withRows(view, extent, rows), from: from - margin, to: to + margin }, extent);
}

/** Scrolls only as far as it takes to see as many of these rows as there is room for, the first of all. */
export function withRows(view: View, extent: Extent, rows: readonly number[]): View {
  const there = rows.filter((row) => row >= 0);
  if (there.length === 0) return view;
  const room = extent.height / view.rowHeight;
  const top = Math.min(...there);
  const bottom = Math.max(...there) + 1;
  let { firstRow } = view;
  if (bottom - firstRow > room) firstRow = bottom - room;
  if (top < firstRow || bottom - top > room) firstRow = top;
  return firstRow === view.firstRow ? view : { ...view, firstRow };
}
