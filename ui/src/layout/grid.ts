// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file draws a grid as planes beside each other, each a matrix of the last two dimensions.

import { colorOf } from "base/color";
import type { Rect, Size } from "base/geometry";
import type { Theme } from "base/theme";
import { DrawList } from "layout/draw_list";
import { type Grid, coordinatesOf, planeOf } from "model/grid";
import { kNone } from "model/report";

const kMargin = 8;
const kTitle = 18; // Is the height above each plane, if there are several.
const kBetween = 14;

/** Says how the planes lie on the canvas. */
export interface GridFrame {
  readonly columns: number; ///< Counts planes beside each other.
  readonly cell: number; ///< Is the length of both sides in pixels.
  readonly title: number;
  readonly plane: Size; ///< Is the size of one, without its title.
}

/** Returns the frame with cells as large as they can be. */
export function frameOf(grid: Grid, size: Size): GridFrame {
  const { planes, rows, columns } = planeOf(grid.sizes);
  const title = planes > 1 ? kTitle : 0;
  let best: GridFrame = { columns: 1, cell: 0, title, plane: { width: 0, height: 0 } };
  for (let across = 1; across <= Math.min(planes, 64); ++across) {
    const down = Math.ceil(planes / across);
    const width = (size.width - 2 * kMargin - (across - 1) * kBetween) / across / columns;
    const height = ((size.height - 2 * kMargin - (down - 1) * kBetween) / down - title) / rows;
    const cell = Math.min(Math.max(Math.min(width, height), 0), 48);
    if (cell > best.cell) best = { columns: across, cell, title, plane: { width: cell * columns, height: cell * rows } };
  }
  return best;
}

/** Returns the rectangle of the cell with this number. */
export function cellRect(grid: Grid, frame: GridFrame, cell: number): Rect {
  const { rows, columns } = planeOf(grid.sizes);
  const plane = Math.floor(cell / (rows * columns));
  const row = Math.floor(cell / columns) % rows;
  return {
    x: kMargin + (plane % frame.columns) * (frame.plane.width + kBetween) + (cell % columns) * frame.cell,
    y: kMargin + frame.title + Math.floor(plane / frame.columns) * (frame.plane.height + frame.title + kBetween) + row * frame.cell,
    width: frame.cell,
    height: frame.cell,
  };
}

/** Returns the cell at a point, -1 between planes and outside of them: the inverse of `cellRect`. */
export function cellAtPoint(grid: Grid, frame: GridFrame, x: number, y: number): number {
  const { planes, rows, columns } = planeOf(grid.sizes);
  if (frame.cell === 0) return kNone;
  const across = Math.floor((x - kMargin) / (frame.plane.width + kBetween));
  const down = Math.floor((y - kMargin) / (frame.plane.height + frame.title + kBetween));
  const column = Math.floor((x - kMargin - across * (frame.plane.width + kBetween)) / frame.cell);
  const row = Math.floor((y - kMargin - frame.title - down * (frame.plane.height + frame.title + kBetween)) / frame.cell);
  const plane = down * frame.columns + across;
  const isInside =
    across >= 0 && across < frame.columns && down >= 0 && plane < planes && column >= 0 && column < columns && row >= 0 && row < rows;
  return isInside ? (plane * rows + row) * columns + column : kNone;
}

/** Says where the dimensions before the last two are: "x 0, y 3", or "(0, 3, *, *)" if they have no names. */
function planeName(grid: Grid, plane: number): string {
  const outer = coordinatesOf(grid.sizes.slice(0, -2), plane);
  const hasNames = outer.every((_, d) => grid.names[d] !== "");
  return hasNames ? outer.map((at, d) => `${grid.names[d]} ${at}`).join(", ") : `(${outer.join(", ")}, *, *)`;
}

function drawFrame(list: DrawList, { x, y, width, height }: Rect, color: number, thickness: number): void {
  list.rect(x, y, width, thickness, color);
  list.rect(x, y + height - thickness, width, thickness, color);
  list.rect(x, y, thickness, height, color);
  list.rect(x + width - thickness, y, thickness, height, color);
}

/** Draws `shares` of items, from -1 to 1; `selected` is a cell, `active` the one that keys move. */
export function layoutGrid(
  grid: Grid,
  size: Size,
  theme: Theme,
  shares: ArrayLike<number>,
  selected: (item: number) => boolean,
  active: number,
): DrawList {
  const list = new DrawList();
  const frame = frameOf(grid, size);
  const { planes, rows, columns } = planeOf(grid.sizes);
  const gap = frame.cell >= 6 ? 1 : 0;
  const accent = list.color(theme.accent);
  for (let plane = 0; plane < planes && frame.title > 0; ++plane) {
    const first = cellRect(grid, frame, plane * rows * columns);
    list.label(planeName(grid, plane), first.x, first.y - kTitle / 2, list.color(theme.faint), "left", 11);
  }
  for (let cell = 0; cell < grid.items.length; ++cell) {
    const item = grid.items[cell]!;
    const { x, y, width, height } = cellRect(grid, frame, cell);
    const rect = { x, y, width: Math.max(width - gap, 0.5), height: Math.max(height - gap, 0.5) };
    if (item === kNone) list.line(rect.x, rect.y + rect.height, rect.x + rect.width, rect.y, list.color(theme.line));
    else list.rect(rect.x, rect.y, rect.width, rect.height, list.color(colorOf(shares[item]!, theme.isDark)));
    if (item !== kNone && selected(item)) drawFrame(list, rect, accent, Math.min(2, rect.width / 3));
  }
  if (active !== kNone && active < grid.items.length) drawFrame(list, cellRect(grid, frame, active), list.color(theme.text), 1);
  return list;
}
