// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { type Metric, type Report, kNone } from "model/report";
import type { System } from "model/system";
import { type Tree, inclusiveSums } from "model/tree";

/** Holds for each node of a tree what it has with all below it, and what it has alone. */
export interface NodeValues {
  readonly inclusive: Float64Array;
  readonly own: Float64Array;
}

/** Returns the inclusive value where what is below is hidden, the node's own where that can be seen. */
export function shownValue(values: NodeValues, node: number, isOpen: boolean): number {
  return (isOpen ? values.own : values.inclusive)[node]!;
}

/** Returns whether values of a metric simply add up, in all trees. */
export function addsUp(metric: Metric): boolean {
  return !metric.isDerived && /^(DOUBLE|FLOAT|INTEGER|U?INT(8|16|32|64))$/.test(metric.dataType);
}

/** Removes the rounding by which differences of sums are off, which should not be seen as a value. */
function withoutRounding(value: number, whole: number): number {
  return Math.abs(value) <= 1e-12 * Math.abs(whole) ? 0 : value;
}

/** Returns values of the metric tree: totals, and what metrics have without those below them. */
export function metricValues(report: Report): NodeValues {
  const inclusive = Float64Array.from(report.metrics, (each) => each.total);
  const own = Float64Array.from(inclusive);
  report.metrics.forEach((each, i) => {
    if (each.parent !== kNone && addsUp(each) && addsUp(report.metrics[each.parent]!)) own[each.parent]! -= inclusive[i]!;
  });
  return { inclusive, own: own.map((value, i) => withoutRounding(value, inclusive[i]!)) };
}

/** Returns values of a tree of which each node's own value is known, and where they add up. */
export function summedValues(tree: Tree, own: Float64Array): NodeValues {
  return { inclusive: inclusiveSums(tree, own), own };
}

/** Returns values of the system's tree: locations have values, what they are in has none of its own. */
export function systemValues(system: System, byLocation: Float64Array): NodeValues {
  const own = new Float64Array(system.tree.size);
  own.set(byLocation, system.locations);
  return summedValues(system.tree, own);
}

export function largestSize(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; ++i) {
    const size = Math.abs(values[i]!);
    if (size > largest) largest = size; // This is false for NaN.
  }
  return largest;
}
