// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { Size } from "base/geometry";
import type { Theme } from "base/theme";
import { DrawList } from "layout/draw_list";

/** Says how values are spread, the least first. */
export interface Spread {
  readonly minimum: number;
  readonly firstQuartile: number;
  readonly median: number;
  readonly thirdQuartile: number;
  readonly maximum: number;
  readonly mean: number;
}

const kMargin = 16;
const kAxis = 28; // Is the height of what is below the box.

/** Returns where values stand along a horizontal axis, from 0 or the least to the largest. */
export function axisOf(spread: Spread, width: number): (value: number) => number {
  const low = Math.min(spread.minimum, 0);
  const high = Math.max(spread.maximum, 0);
  const length = high > low ? high - low : 1;
  return (value) => kMargin + ((value - low) / length) * (width - 2 * kMargin);
}

/** Draws a box from quartile to quartile with the median, lines to the ends, and a cross at the mean. */
export function layoutBoxPlot(spread: Spread, size: Size, theme: Theme, text: (value: number) => string): DrawList {
  const list = new DrawList();
  const x = axisOf(spread, size.width);
  const line = list.color(theme.text);
  const faint = list.color(theme.faint);
  const middle = (size.height - kAxis) / 2;
  const half = Math.min(24, middle * 0.6);

  list.rect(x(spread.firstQuartile), middle - half, Math.max(x(spread.thirdQuartile) - x(spread.firstQuartile), 1), 2 * half, list.color(theme.line));
  list.line(x(spread.minimum), middle, x(spread.firstQuartile), middle, line);
  list.line(x(spread.thirdQuartile), middle, x(spread.maximum), middle, line);
  for (const value of [spread.minimum, spread.maximum]) list.line(x(value), middle - half / 2, x(value), middle + half / 2, line);
  for (const value of [spread.firstQuartile, spread.thirdQuartile]) list.line(x(value), middle - half, x(value), middle + half, line);
  list.rect(x(spread.median) - 1, middle - half, 2, 2 * half, list.color(theme.accent));
  const mean = x(spread.mean);
  list.line(mean - 4, middle - 4, mean + 4, middle + 4, line);
  list.line(mean - 4, middle + 4, mean + 4, middle - 4, line);

  const bottom = size.height - kAxis;
  list.line(kMargin, bottom, size.width - kMargin, bottom, faint);
  const low = Math.min(spread.minimum, 0);
  const high = Math.max(spread.maximum, 0);
  for (const share of high > low ? [0, 0.5, 1] : [0]) {
    const value = low + share * (high - low);
    list.line(x(value), bottom, x(value), bottom + 4, faint);
    list.label(text(value), x(value), bottom + 15, faint, share === 0 ? "left" : share === 1 ? "right" : "center", 11);
  }
  return list;
}
