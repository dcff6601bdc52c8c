// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { alignedTree, compared, countRows, pathValues, placedInRows, sortKey, whereIs } from "model/aligned";
import { buildTree, sortedTree, visibleNodes } from "model/tree";
import { changeText, ratioText, signed } from "views/compare/columns";
import { rowsWithDifference } from "views/compare/pane";
import { metricsInOrder } from "views/compare/summary";
import { readAligned } from "wire/aligned";
import { reportOf } from "../support/timeline";

// Base: main { a { x }, b }; other: main { b, c }. Rows: 0 main, 1 a, 2 b, 3 x (in a), 4 c.
const kTree = alignedTree(Int32Array.from([-1, 0, 0, 1, 0]), Int32Array.from([0, 1, 3, 2]), Int32Array.from([0, 2, 4]));

test("rows are in both reports or in one", () => {
  assert.deepEqual([0, 1, 2, 3, 4].map((row) => whereIs(kTree, row)), ["both", "base", "both", "base", "other"]);
  assert.deepEqual(countRows(kTree), { both: 2, base: 2, other: 1 });
});

test("values are added up in the rows, each report's along its own calls", () => {
  // base: main 1, a 2, x 4, b 8: all 15, a with x 6. other: main 1, b 5, c 3: all 9.
  const base = pathValues(kTree, kTree.base, Float64Array.of(1, 2, 4, 8));
  const other = pathValues(kTree, kTree.other, Float64Array.of(1, 5, 3));
  assert.deepEqual([...base.inclusive], [15, 6, 8, 4, 0]);
  assert.deepEqual([...base.own], [1, 2, 8, 4, 0]);
  assert.deepEqual([...other.inclusive], [9, 0, 5, 0, 3]);
  assert.deepEqual([...rowsWithDifference(kTree.tree, { base, other })], [1, 1, 1, 1, 1]);
  assert.deepEqual([...rowsWithDifference(kTree.tree, { base, other: base })], [0, 0, 0, 0, 0]);
});

test("what shares a row is added, or not known where it cannot be added", () => {
  const shared = alignedTree(Int32Array.from([-1, 0]), Int32Array.from([0, 1, 1]), Int32Array.from([0]));
  assert.deepEqual([...pathValues(shared, shared.base, Float64Array.of(1, 2, 4)).own], [1, 6]);
  assert.deepEqual([...placedInRows(shared.base, Float64Array.of(1, 2, 4))], [1, NaN]);
});

test("a difference is the other's value less the base's, and rounding is none", () => {
  assert.deepEqual(compared(4, 5), { base: 4, other: 5, difference: 1, ratio: 1.25 });
  assert.equal(compared(0, 3).ratio, Infinity);
  assert.equal(compared(3, 0).ratio, 0);
  assert.deepEqual(compared(0, 0), { base: 0, other: 0, difference: 0, ratio: 1 });
  assert.equal(compared(0.1 + 0.2, 0.3).difference, 0);
  assert.equal(compared(NaN, 1).difference, NaN);
});

test("rows with the same parent are sorted by what they differ, and parents stay before them", () => {
  // main { a { x, y }, b, c }: of 0 main, 1 a, 2 x, 3 y, 4 b, 5 c
  const tree = buildTree(Int32Array.from([-1, 0, 1, 1, 0, 0]));
  const pairs = [[9, 1], [1, 2], [0, 1], [4, 1], [7, 3], [0, NaN]] as const;
  const keys = pairs.map(([base, other]) => sortKey("difference", compared(base, other)));
  assert.deepEqual(keys, [8, 1, 1, 3, 4, -1e300]);
  const sorted = sortedTree(tree, keys);
  assert.deepEqual([...visibleNodes(sorted, () => true)], [0, 4, 1, 3, 2, 5]);
  assert.deepEqual([...sorted.number], [0, 1, 1, 0, 0, 2]);
  // By ratio twice as much and half as much are the same; what one does not have at all is most.
  assert.deepEqual([compared(1, 2), compared(2, 1)].map((each) => sortKey("ratio", each)), [Math.log(2), Math.log(2)]);
  assert.equal(sortKey("ratio", compared(0, 1)), 1e300);
});

test("numbers are written with signs that need no colour", () => {
  assert.equal(signed("1.5", 1.5), "+1.5");
  assert.equal(signed("-1.5", -1.5), "−1.5");
  assert.equal(signed("0", 0), "0");
  assert.deepEqual([compared(4, 5), compared(4, 2), compared(0, 2), compared(2, 0), compared(1, 50)].map(ratioText), ["×1.25", "×0.500", "from 0", "×0", "×50.0"]);
  // As the command line writes it: from 1 to 50 is 50 times as much.
  assert.deepEqual([compared(4, 5), compared(4, 2), compared(0, 2), compared(1, 50), compared(3, 3)].map(changeText), ["+25.0 %", "−50.0 %", "from 0", "×50.0", "0 %"]);
});

test("metrics are in the order of their units, then of the size of their differences", () => {
  const metric = (id: string, unit: string, base: number, other: number) => ({ id, name: id, unit, isWait: false, ...compared(base, other) });
  const metrics = [metric("time", "sec", 5, 4), metric("visits", "occ", 1, 100), metric("mpi", "sec", 1, 4), metric("same", "sec", 2, 2)];
  assert.deepEqual(metricsInOrder({ metrics, paths: [], notCompared: [] }).map(({ id }) => id), ["mpi", "time", "visits"]);
});

test("answers about rows are looked through", () => {
  const report = reportOf(["main", "main/a"], [[1]]);
  const tree = (changes: object) => ({ parent: [null, 0], base: [0, 1], other: [0, 1], ...changes });
  const read = (paths: object) => readAligned({ metrics: { parent: [null], base: [0], other: [0] }, call_paths: paths }, report, report);
  assert.equal(read(tree({})).paths.tree.size, 2);
  for (const wrong of [{ base: [0] }, { base: [0, 2] }, { other: [0, null] }, { parent: [1, 0] }, { parent: null }]) assert.throws(() => read(tree(wrong)), /not as expected/);
});
