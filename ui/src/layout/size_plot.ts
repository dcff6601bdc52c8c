// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file draws values by the size of a run: points that were measured, lines, and a band between which values
// are expected. Sizes are numbers of ranks or threads, on a logarithmic axis.
//
//     4 |            .:::   band
//     2 |      o---'::      o  measured
//     1 | o---'
//       +-------------------
//         4    8    16   32

import { type Size, clamp } from "base/geometry";
import type { Theme } from "base/theme";
import { count } from "base/format";
import { DrawList, type Ink } from "layout/draw_list";

export const kMarks = ["disc", "square", "diamond", "up", "down"] as const;
export type Mark = (typeof kMarks)[number];

export interface PlotPoint {
  readonly size: number;
  readonly value: number;
}

export interface PlotLine {
  readonly ink: string;
  readonly width: number;
  readonly dash: number; ///< Is the length of dashes; 0: none.
  readonly mark: Mark | null; ///< Stands at each point; null: none.
  readonly markSize: number; ///< Is about half as high as a mark is.
  readonly points: readonly PlotPoint[]; ///< Has those with the smallest sizes first.
}

/** Says between what values are; where both are NaN, it is not known. */
export interface BandPoint {
  readonly size: number;
  readonly least: number;
  readonly most: number;
}

/** Is the axis of values. */
export interface ValueAxis {
  readonly least: number;
  readonly most: number;
  readonly isLogarithmic: boolean;
  readonly ticks: readonly (readonly [value: number, text: string])[];
}

export interface SizePlot {
  readonly sizes: readonly number[]; ///< Has the sizes that are named, ascending, two different ones at least.
  readonly sizesName: string; ///< Says what sizes are: "Ranks".
  readonly values: ValueAxis;
  readonly lines: readonly PlotLine[]; ///< The last one lies above all others.
  readonly band: { readonly ink: Ink; readonly points: readonly BandPoint[] } | null;
}

const kLeft = 58;
const kRight = 22;
const kTop = 12;
const kBottom = 40;
const kInner = 14; ///< Is between the axes and the first and last size.
const kFont = 12;
const kLetter = 7; ///< Is about how wide a digit is.

const kBeyond = 0.05; ///< Is by how much of a factor of two values may be beyond an axis.
const kRatioBeyond = 0.02; ///< Is the same for ratios.

/** Returns an axis from a power of two to another one, with at most seven of them named. */
export function powersOfTwo(least: number, most: number): ValueAxis {
  const from = Math.floor(Math.log2(least) + kBeyond);
  const to = Math.max(Math.ceil(Math.log2(most) - kBeyond), from + 1);
  const step = Math.ceil((to - from) / 6);
  const ticks: [number, string][] = [];
  for (let power = from; power <= to; power += step) ticks.push([2 ** power, count(2 ** power)]);
  return { least: 2 ** from, most: 2 ** to, isLogarithmic: true, ticks };
}

/** Returns an axis of ratios, from 0 to 100 %, or to as much as is needed. */
export function ratios(most: number): ValueAxis {
  const top = Math.max(Math.ceil((most - kRatioBeyond) * 5) / 5, 1);
  const step = top > 2 ? Math.ceil(top / 5) : 0.2;
  const ticks: [number, string][] = [];
  for (let i = 0; i * step <= top + 1e-9; ++i) ticks.push([i * step, `${Math.round(100 * i * step)} %`]);
  return { least: 0, most: top, isLogarithmic: false, ticks };
}

/** Returns where a size stands from left to right. */
export function xOfSize({ sizes }: Pick<SizePlot, "sizes">, size: number, width: number): number {
  const first = Math.log2(sizes[0]!);
  const share = (Math.log2(size) - first) / (Math.log2(sizes[sizes.length - 1]!) - first);
  return kLeft + kInner + share * Math.max(width - kLeft - kRight - 2 * kInner, 1);
}

/** Returns where a value stands from top to bottom; one beyond the axis stands at its end. */
export function yOfValue({ least, most, isLogarithmic }: ValueAxis, value: number, height: number): number {
  const within = clamp(value, least, most);
  const share = isLogarithmic ? Math.log(within / least) / Math.log(most / least) : (within - least) / (most - least);
  return kTop + (1 - share) * Math.max(height - kTop - kBottom, 1);
}

/** Returns the position of the size that is nearest to a point. */
export function sizeAt(plot: Pick<SizePlot, "sizes">, x: number, width: number): number {
  const away = plot.sizes.map((size) => Math.abs(xOfSize(plot, size, width) - x));
  return away.indexOf(Math.min(...away));
}

/** Draws a mark around a point. */
export function drawMark(list: DrawList, mark: Mark, x: number, y: number, color: number, r: number): void {
  if (mark === "disc") {
    const corner = (i: number) => [x + r * Math.cos((i * Math.PI) / 6), y + r * Math.sin((i * Math.PI) / 6)] as const;
    for (let i = 0; i < 12; ++i) list.triangle(x, y, ...corner(i), ...corner(i + 1.1), color);
    return;
  }
  if (mark === "up" || mark === "down") {
    const end = mark === "up" ? -1.2 * r : 1.2 * r;
    list.triangle(x, y + end, x - 1.2 * r, y - end * 0.8, x + 1.2 * r, y - end * 0.8, color);
    return;
  }
  const [a, b] = mark === "square" ? [0.9 * r, 0.9 * r] : [1.35 * r, 0];
  list.triangle(x - a, y - b, x + b, y - a, x + a, y + b, color);
  list.triangle(x - a, y - b, x - b, y + a, x + a, y + b, color);
}

/** Draws the band as strips that overlap a little, so that nothing is seen between them. */
function drawBand(list: DrawList, { band, values, ...plot }: SizePlot, { width, height }: Size): void {
  if (band === null) return;
  const known = band.points.filter(({ least, most }) => Number.isFinite(least) && Number.isFinite(most));
  const color = list.color(band.ink);
  for (let i = 1; i < known.length; ++i) {
    const [from, to] = [known[i - 1]!, known[i]!];
    const [begin, end] = [xOfSize(plot, from.size, width), xOfSize(plot, to.size, width)];
    const between = (a: number, b: number, x: number) => a + ((b - a) * (x - begin)) / (end - begin);
    const y = (value: number) => yOfValue(values, value, height);
    for (let x = begin; x < end; x += 2) {
      const top = between(y(from.most), y(to.most), x + 1);
      list.rect(x, top, Math.min(2.5, end - x), between(y(from.least), y(to.least), x + 1) - top, color);
    }
  }
}

/** Names sizes as far as there is room, the first one always. */
function drawSizes(list: DrawList, plot: SizePlot, { width, height }: Size, theme: Theme): void {
  const bottom = height - kBottom;
  const [text, line] = [list.color(theme.text), list.color(theme.faint)];
  let free = 0;
  for (const size of new Set(plot.sizes)) {
    const x = xOfSize(plot, size, width);
    list.rect(Math.round(x), bottom, 1, 5, line);
    const name = count(size);
    if (x - (name.length * kLetter) / 2 < free) continue;
    free = x + (name.length * kLetter) / 2 + 6;
    list.label(name, x, bottom + 14, text, "center", kFont);
  }
  list.label(plot.sizesName, (kLeft + width - kRight) / 2, height - 8, list.color(theme.faint), "center", kFont);
}

function drawValues(list: DrawList, { values }: SizePlot, { width, height }: Size, theme: Theme): void {
  const [text, line] = [list.color(theme.text), list.color(theme.line)];
  for (const [value, name] of values.ticks) {
    const y = yOfValue(values, value, height);
    list.rect(kLeft, Math.round(y), width - kLeft - kRight, 1, line);
    list.label(name, kLeft - 8, y, text, "right", kFont);
  }
}

function drawLine(list: DrawList, plot: SizePlot, { ink, width: thickness, dash, mark, markSize, points }: PlotLine, { width, height }: Size): void {
  const color = list.color(ink);
  const at = points.map(({ size, value }) => [xOfSize(plot, size, width), yOfValue(plot.values, value, height)] as const);
  at.forEach(([x, y], i) => {
    if (i > 0 && thickness > 0) list.line(...at[i - 1]!, x, y, color, thickness, dash);
    if (mark !== null) drawMark(list, mark, x, y, color, markSize);
  });
}

/** Draws a plot. `cursor` is the position of the size that is marked; -1: none. */
export function layoutSizePlot(plot: SizePlot, size: Size, theme: Theme, cursor: number): DrawList {
  const list = new DrawList();
  drawBand(list, plot, size);
  drawValues(list, plot, size, theme);
  drawSizes(list, plot, size, theme);
  const marked = plot.sizes[cursor];
  if (marked !== undefined) list.rect(Math.round(xOfSize(plot, marked, size.width)), kTop, 1, size.height - kTop - kBottom, list.color(theme.accent));
  for (const line of plot.lines) drawLine(list, plot, line, size);
  return list;
}
