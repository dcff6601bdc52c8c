// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file brings trees of two reports together: rows, and which metric or call path is in which row.

import { type CallPaths, type Metric, type Report, kNone } from "model/report";
import { type Tree, buildTree, inclusiveSums } from "model/tree";
import { type NodeValues, addsUp, metricValues } from "model/values";

/** Says which of the rows a report has. */
export interface Side {
  readonly rowOf: Int32Array; ///< Has the row of each of its things.
  readonly first: Int32Array; ///< Has for each row the first thing there; -1: it has none.
  readonly count: Int32Array; ///< Counts the things in each row.
}

export interface AlignedTree {
  readonly tree: Tree;
  readonly base: Side;
  readonly other: Side;
}

export interface Aligned {
  readonly metrics: AlignedTree;
  readonly paths: AlignedTree;
}

function sideOf(rowOf: Int32Array, rows: number): Side {
  const first = new Int32Array(rows).fill(kNone);
  const count = new Int32Array(rows);
  for (let i = rowOf.length - 1; i >= 0; --i) {
    first[rowOf[i]!] = i;
    ++count[rowOf[i]!]!;
  }
  return { rowOf, first, count };
}

export function alignedTree(parent: Int32Array, base: Int32Array, other: Int32Array): AlignedTree {
  return { tree: buildTree(parent), base: sideOf(base, parent.length), other: sideOf(other, parent.length) };
}

/** Returns which report has a row. */
export function whereIs({ base, other }: AlignedTree, row: number): "both" | "base" | "other" {
  if (base.first[row] === kNone) return "other";
  return other.first[row] === kNone ? "base" : "both";
}

/** Counts the rows that both have, and that one has alone. */
export function countRows(aligned: AlignedTree): { both: number; base: number; other: number } {
  const counts = { both: 0, base: 0, other: 0 };
  for (let row = 0; row < aligned.tree.size; ++row) ++counts[whereIs(aligned, row)];
  return counts;
}

/** Returns a report's values in the rows of the tree; what shares a row adds up. */
export function addedInRows({ rowOf, count }: Side, values: Float64Array): Float64Array {
  const rows = new Float64Array(count.length);
  rowOf.forEach((row, i) => (rows[row]! += values[i]!));
  return rows;
}

/** Returns values that do not add up in the tree's rows: unknown where several share a row. */
export function placedInRows(side: Side, values: Float64Array): Float64Array {
  return addedInRows(side, values).map((value, row) => (side.count[row]! > 1 ? NaN : value));
}

/** Returns call paths' values, of their own ones. A row has all that is below it in the same report. */
export function pathValues({ tree }: AlignedTree, side: Side, own: Float64Array): NodeValues {
  const rows = addedInRows(side, own);
  return { inclusive: inclusiveSums(tree, rows), own: rows };
}

/** Returns values of metrics; what a report does not have is not known. */
export function metricRows(side: Side, report: Report): NodeValues {
  const { inclusive, own } = metricValues(report);
  const known = (values: Float64Array) => placedInRows(side, values).map((value, row) => (side.count[row] === 0 ? NaN : value));
  return { inclusive: known(inclusive), own: known(own) };
}

export interface Compared {
  readonly base: number;
  readonly other: number;
  readonly difference: number; ///< Is other - base.
  readonly ratio: number; ///< Is other / base: 1 if both are 0, infinite if only base is.
}

const kRounding = 1e-12; ///< Is for sums, which are added in another order in each report.

export function compared(base: number, other: number): Compared {
  const difference = other - base;
  const isRounding = Math.abs(difference) <= kRounding * Math.max(Math.abs(base), Math.abs(other));
  return { base, other, difference: isRounding ? 0 : difference, ratio: isRounding ? 1 : other / base };
}

/** Returns a key to sort by: of differences only the size matters; what is not known comes last. */
export function sortKey(by: keyof Compared, { base, other, difference, ratio }: Compared): number {
  const key = { base, other, difference: Math.abs(difference), ratio: Math.abs(Math.log(Math.abs(ratio))) }[by];
  return Number.isNaN(key) ? -1e300 : Math.max(Math.min(key, 1e300), -1e300);
}

/** Returns whether a metric's values add up in both reports. */
export function bothAddUp(base: Metric | undefined, other: Metric | undefined): boolean {
  return (base === undefined || addsUp(base)) && (other === undefined || addsUp(other));
}

/** Returns whether what is called in both programs has anything in common. */
export function sharesCalls(aligned: AlignedTree, base: CallPaths, other: CallPaths): boolean {
  return base.size === 0 || other.size === 0 || countRows(aligned).both > 0;
}
