// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file draws a call tree as boxes that are as wide as the time in them: a call path lies below what
// calls it, the one with the most time first. What its callees do not take is its own.

import { fitText } from "base/text_fit";
import { DrawList, type Measure } from "layout/draw_list";
import type { Paints } from "layout/paints";
import { type Report, kNone } from "model/report";
import { type Tree, ancestorsOf, childrenOf, rootsOf } from "model/tree";

export const kFlameRow = 20;
const kMostRows = 400;
const kLeastWidth = 0.5; ///< Is in pixels.

/** Is all that there is, above the roots of the call tree. */
export const kAll = kNone;

/** Is time on no call path, which stands beside them. */
export interface Extra {
  readonly name: string;
  readonly seconds: number;
}

export interface FlameBox {
  readonly node: number; ///< Is a call path, kAll, or below that the extras: kAll - 1 the first.
  readonly row: number;
  readonly from: number; ///< Is, as its width, a share of the whole width.
  readonly to: number;
}

export interface Flame {
  readonly boxes: readonly FlameBox[];
  readonly rows: number;
  readonly isCut: boolean; ///< Says that the tree is deeper than the rows.
}

function largestFirst(nodes: number[], inclusive: Float64Array): number[] {
  return nodes.filter((node) => inclusive[node]! > 0).sort((a, b) => inclusive[b]! - inclusive[a]!);
}

/** Makes boxes: `root`, and what is around it, has the whole width. Too narrow ones are left out. */
export function flameOf(tree: Tree, inclusive: Float64Array, extras: readonly Extra[], root: number, width: number): Flame {
  const roots = rootsOf(tree);
  const all = roots.reduce((sum, node) => sum + inclusive[node]!, 0) + extras.reduce((sum, { seconds }) => sum + seconds, 0);
  const above = root === kAll ? [] : [kAll, ...ancestorsOf(tree, root).reverse()];
  const boxes: FlameBox[] = above.map((node, row) => ({ node, row, from: 0, to: 1 }));
  const whole = root === kAll ? all : inclusive[root]!;
  const left: FlameBox[] = [{ node: root, row: above.length, from: 0, to: 1 }];
  let rows = boxes.length;
  let isCut = false;
  while (left.length > 0) {
    const box = left.pop()!;
    boxes.push(box);
    rows = Math.max(rows, box.row + 1);
    if (box.node < kAll) continue;
    if (box.row + 1 >= kMostRows) {
      isCut = true;
      continue;
    }
    let from = box.from;
    const put = (node: number, seconds: number) => {
      const to = from + seconds / whole;
      if ((to - from) * width >= kLeastWidth) left.push({ node, row: box.row + 1, from, to });
      from = to;
    };
    for (const child of largestFirst(box.node === kAll ? roots : childrenOf(tree, box.node), inclusive)) put(child, inclusive[child]!);
    if (box.node === kAll) extras.forEach(({ seconds }, i) => seconds > 0 && put(kAll - 1 - i, seconds));
  }
  return { boxes, rows, isCut };
}

export function boxAtPoint(flame: Flame, width: number, x: number, y: number): FlameBox | null {
  const row = Math.floor(y / kFlameRow);
  return flame.boxes.find((box) => box.row === row && x >= box.from * width && x < box.to * width) ?? null;
}

/** Returns where a key goes from a box: up and down to callers and callees, else to what is beside it. */
export function boxAfter(flame: Flame, from: FlameBox, key: string): FlameBox | null {
  const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: 0, ArrowRight: 0 }[key];
  if (step === undefined) return null;
  const row = flame.boxes.filter((box) => box.row === from.row + step).sort((a, b) => a.from - b.from);
  const kTouch = 1e-9;
  if (key === "ArrowUp") return row.find((box) => box.from <= from.from + kTouch && box.to >= from.to - kTouch) ?? from;
  if (key === "ArrowDown") return row.find((box) => box.from >= from.from - kTouch && box.to <= from.to + kTouch) ?? from;
  const at = row.findIndex((box) => box.node === from.node);
  return row[at + (key === "ArrowLeft" ? -1 : 1)] ?? from;
}

export interface FlameLook {
  readonly report: Report;
  readonly paints: Paints;
  readonly nameOf: (node: number) => string;
  readonly isFound: (node: number) => boolean; ///< Says what is searched for; the rest is paler.
  readonly measure: Measure;
}

/** Draws the boxes. `active` is the node that keys move; `root` and what is below it are not context. */
export function layoutFlame(flame: Flame, width: number, look: FlameLook, root: number, active: number): DrawList {
  const list = new DrawList();
  const { theme } = look.paints;
  const text = list.color(theme.text);
  const rootRow = flame.boxes.find((box) => box.node === root)?.row ?? 0;
  for (const { node, row, from, to } of flame.boxes) {
    const x = from * width;
    const wide = Math.max((to - from) * width - 1, 0.5);
    const region = node < 0 ? kNone : look.report.callPaths.region[node]!;
    const isDimmed = !look.isFound(node) || row < rootRow;
    list.rect(x, row * kFlameRow, wide, kFlameRow - 1, list.color(region === kNone ? theme.surface : look.paints.fill(region, 255, isDimmed)));
    if (region === kNone || theme.isForced) list.frame(x, row * kFlameRow, wide, kFlameRow - 1, list.color(theme.line));
    if (node === active) list.frame(x, row * kFlameRow, wide, kFlameRow - 1, list.color(theme.isForced ? theme.accent : theme.text), 2);
    const label = fitText(look.nameOf(node), wide - 8, (part) => look.measure(part, 12));
    if (label !== "") list.label(label, x + 4, row * kFlameRow + kFlameRow / 2, text, "left", 12);
  }
  return list;
}
