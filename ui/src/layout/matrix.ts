// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file draws who sent to whom, as a square of cells: a row for each sender, a column for each receiver.

import { colorOf } from "base/color";
import type { Rect, Size } from "base/geometry";
import type { Theme } from "base/theme";
import { DrawList } from "layout/draw_list";

const kLeft = 66;
const kTop = 40;
const kMargin = 8;
const kLargestCell = 40;
const kLabelDistance = 34; ///< Is the distance in pixels between names of columns.

export interface MatrixFrame {
  readonly groups: number;
  readonly cell: number; ///< Is the length of both sides in pixels.
}

export interface Cells {
  readonly size: number;
  readonly row: ArrayLike<number>;
  readonly column: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** Returns how high a picture of these has to be at most. */
export function matrixHeight(groups: number): number {
  return kTop + groups * kLargestCell + kMargin;
}

/** Returns the frame with cells as large as they can be; where there is room, of whole pixels. */
export function matrixFrame(groups: number, size: Size): MatrixFrame {
  const room = Math.min(size.width - kLeft, size.height - kTop) - kMargin;
  const cell = Math.min(Math.max(room / groups, 0), kLargestCell);
  return { groups, cell: cell >= 4 ? Math.floor(cell) : cell };
}

export function matrixCell(frame: MatrixFrame, row: number, column: number): Rect {
  return { x: kLeft + column * frame.cell, y: kTop + row * frame.cell, width: frame.cell, height: frame.cell };
}

/** Returns the cell at a point, the inverse of `matrixCell`; null outside. */
export function cellAtPoint(frame: MatrixFrame, x: number, y: number): { readonly row: number; readonly column: number } | null {
  const row = Math.floor((y - kTop) / frame.cell);
  const column = Math.floor((x - kLeft) / frame.cell);
  const isInside = frame.cell > 0 && row >= 0 && row < frame.groups && column >= 0 && column < frame.groups;
  return isInside ? { row, column } : null;
}

/** Returns shares by the logarithm of values, from above 0 to 1. */
export function logShares(values: ArrayLike<number>): Float64Array {
  let least = Infinity;
  let most = 0;
  for (let i = 0; i < values.length; ++i) {
    if (values[i]! <= 0) continue;
    least = Math.min(least, values[i]!);
    most = Math.max(most, values[i]!);
  }
  const range = Math.log(most) - Math.log(least);
  return Float64Array.from(values, (value) => (value <= 0 ? 0 : range > 0 ? 0.15 + (0.85 * (Math.log(value) - Math.log(least))) / range : 1));
}

function drawNames(list: DrawList, frame: MatrixFrame, theme: Theme, nameOf: (group: number) => string): void {
  const step = Math.max(Math.ceil(kLabelDistance / Math.max(frame.cell, 0.01)), 1);
  const faint = list.color(theme.faint);
  const all = frame.groups * frame.cell;
  list.label("Receiver", kLeft, 10, list.color(theme.text), "left", 12);
  list.label("Sender", kLeft - 8, kTop - 12, list.color(theme.text), "right", 12);
  for (let group = 0; group < frame.groups; group += step) {
    const middle = (group + 0.5) * frame.cell;
    list.label(nameOf(group), kLeft + middle, kTop - 12, faint, "center", 11);
    if (middle + 5 < all || group === 0) list.label(nameOf(group), kLeft - 8, kTop + middle, faint, "right", 11);
  }
}

/** Draws the matrix. `active` is the cell that keys move. `nameOf` returns the short name of a group. */
export function layoutMatrix(cells: Cells, frame: MatrixFrame, theme: Theme, nameOf: (group: number) => string, active: { readonly row: number; readonly column: number } | null): DrawList {
  const list = new DrawList();
  const all = frame.groups * frame.cell;
  const shares = logShares(cells.value);
  const gap = frame.cell >= 6 ? 1 : 0;
  list.rect(kLeft, kTop, all, all, list.color(theme.surface));
  for (let i = 0; i < cells.size; ++i) {
    const { x, y, width, height } = matrixCell(frame, cells.row[i]!, cells.column[i]!);
    if (shares[i] === 0) continue;
    // Where colours are the system's, a square is the larger the more there is.
    const inset = theme.isForced ? (width * (1 - Math.max(shares[i]!, 0.3))) / 2 : 0;
    const ink = list.color(theme.isForced ? theme.text : colorOf(shares[i]!, theme.isDark));
    list.rect(x + inset, y + inset, Math.max(width - gap - 2 * inset, 0.75), Math.max(height - gap - 2 * inset, 0.75), ink);
  }
  list.frame(kLeft - 1, kTop - 1, all + 2, all + 2, list.color(theme.line));
  drawNames(list, frame, theme, nameOf);
  if (active !== null) {
    const { x, y, width, height } = matrixCell(frame, active.row, active.column);
    const size = Math.max(width, 5);
    list.frame(x - 1, y - 1, size + 2, Math.max(height, 5) + 2, list.color(theme.isForced ? theme.accent : theme.text), 2);
  }
  return list;
}
