// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { boxAfter, boxAtPoint, flameOf, kAll, kFlameRow } from "layout/flame";
import { cellAtPoint, logShares, matrixCell, matrixFrame } from "layout/matrix";
import { kNone } from "model/report";
import { type Bins, efficienciesOf, functionRows, kUnknown, pathRows, sharesOf, sizesOfBits, stateRows, timesOf, waitNames } from "model/stats";
import { buildTree, inclusiveSums } from "model/tree";
import { readPhases, readReplayedParts } from "wire/stats";
import { reportOf } from "../support/timeline";

const kPaths = ["main", "main/f", "main/f/g", "main/f/g/f", "main/MPI_Recv"];
const report = reportOf(kPaths, [[1, 1]]);
const tree = buildTree(report.callPaths.parent);

test("a recursion counts once for its function", () => {
  // main 1, f 2, g 3, f 4 again, MPI_Recv 5.
  const rows = functionRows(report, tree, Float64Array.of(1, 2, 3, 4, 5));
  const named = Object.fromEntries(rows.map(({ region, own, withCallees }) => [report.regions.name[region]!, [own, withCallees]]));
  assert.deepEqual(named, { main: [1, 15], f: [6, 9], g: [3, 7], MPI_Recv: [5, 5] });
  assert.deepEqual(pathRows(tree, Float64Array.of(0, 0, 3, 0, 0)).map(({ path, own, withCallees }) => [path, own, withCallees]), [[0, 0, 3], [1, 0, 3], [2, 3, 3]]);
});

/** Two bins of 10 s, of two threads. `comp` and so on by bin. */
function binsOf({ comp, mpi, waits = [0, 0], unknown = [0, 0], largest, possible = largest }: Record<string, number[]> & { comp: number[]; mpi: number[]; largest: number[] }): Bins {
  const of = (values: number[]) => Float64Array.from(values);
  return {
    size: 2,
    begin: of([0, 10_000]),
    end: of([10_000, 20_000]),
    ticksPerSecond: 1000,
    kinds: [
      { name: "Computation", metrics: [] },
      { name: "MPI point-to-point", metrics: [0] },
      { name: "Idle threads", metrics: [] },
    ],
    computation: 0,
    idle: 2,
    waitMetrics: [0],
    threads: 2,
    byKind: [of(comp), of(mpi), of([0, 0])],
    waits: new Map([[0, of(waits)]]),
    unknown: of(unknown),
    largestComputation: of(largest),
    largestPossible: of(possible!),
    byPath: new Float64Array(kPaths.length),
    pathKind: new Uint8Array(kPaths.length),
    kindsAreExact: true,
    waitsAreExact: true,
    problem: "",
  };
}

const shares = (bins: Bins) => Object.fromEntries(sharesOf(report, bins).map(({ name, shares: values }) => [name, [...values].map((each) => Number(each.toFixed(6)))]));

test("shares of a bin are 1 together, waiting apart from the rest of its state", () => {
  // Of 20 s of two threads: 10 and 6 of them computation, 8 communication of which 5 waiting; the rest no event tells of.
  assert.deepEqual(shares(binsOf({ comp: [10, 10], mpi: [8, 10], waits: [5, 0], largest: [6, 5] })), {
    Computation: [0.5, 0.5],
    "MPI point-to-point": [0.15, 0.5],
    mpi_latesender: [0.25, 0],
    "Before or after a thread's events": [0.1, 0],
  });
});

test("waiting that is known is not said to be not distinguished", () => {
  // 6 waiting, 2 of it in known communication: of 10 that are not distinguished, 4 are waiting.
  assert.deepEqual(shares(binsOf({ comp: [8, 20], mpi: [2, 0], waits: [6, 0], unknown: [10, 0], largest: [4, 10], possible: [9, 10] })), {
    Computation: [0.4, 1],
    mpi_latesender: [0.3, 0],
    [kUnknown]: [0.3, 0],
  });
});

test("efficiencies of bins are those of POP, or what they can be", () => {
  const [parallel, balance, communication] = efficienciesOf(binsOf({ comp: [9, 8], mpi: [11, 8], unknown: [0, 4], largest: [6, 5], possible: [6, 8] }));
  // Mean 4.5 of 10, largest 6; then mean 4, at most 6, of 10, largest between 5 and 8.
  assert.deepEqual([...parallel!.least], [0.45, 0.4]);
  assert.deepEqual([...parallel!.most], [0.45, 0.6]);
  assert.deepEqual([...balance!.least], [0.75, NaN]);
  assert.deepEqual([...communication!.least], [0.6, 0.5]);
  assert.deepEqual([...communication!.most], [0.6, 0.8]);
});

test("states have the waiting that is a part of them, and what is not distinguished has a line", () => {
  const bins = binsOf({ comp: [10, 8], mpi: [8, 8], waits: [5, 1], unknown: [2, 4], largest: [6, 5] });
  const times = timesOf(bins);
  assert.equal(times.all, 40);
  assert.deepEqual(
    stateRows(report, bins, times).map(({ name, seconds, waiting }) => [name, seconds, waiting]),
    [["Computation", 18, 0], ["MPI point-to-point", 16, 6], [kUnknown, 6, 0]],
  );
});

test("wait states of one name are distinguished by what contains them", () => {
  const metric = (name: string, parent: number) => ({ ...report.metrics[0]!, id: `omp_${name}`, name, parent });
  const names = waitNames({ ...report, metrics: [metric("Explicit", kNone), metric("Wait at Barrier", 0), metric("Implicit", kNone), metric("Wait at Barrier", 2), metric("Lock", kNone)] }, [1, 3, 4]);
  assert.deepEqual([...names.values()], ["Wait at Barrier (Explicit)", "Wait at Barrier (Implicit)", "Lock"]);
});

test("sizes by bits", () => {
  assert.deepEqual([0, 1, 2, 10].map(sizesOfBits), [[0, 0], [1, 1], [2, 3], [512, 1023]]);
});

test("every box of a flame graph is found where it is drawn, and is as wide as its time", () => {
  const own = Float64Array.of(1, 2, 3, 4, 5);
  const inclusive = inclusiveSums(tree, own);
  const flame = flameOf(tree, inclusive, [{ name: "Idle threads", seconds: 5 }], kAll, 1000);
  assert.equal(flame.boxes.length, kPaths.length + 2);
  assert.equal(flame.rows, 5);
  for (const box of flame.boxes) {
    const seconds = box.node === kAll ? 20 : box.node < kAll ? 5 : inclusive[box.node]!;
    assert.ok(Math.abs(box.to - box.from - seconds / 20) < 1e-12);
    for (const share of [0.01, 0.99]) assert.equal(boxAtPoint(flame, 1000, 1000 * (box.from + share * (box.to - box.from)), (box.row + 0.5) * kFlameRow), box);
  }
  assert.equal(boxAtPoint(flame, 1000, 999, 2.5 * kFlameRow), null); // idle threads call nothing
});

test("a part of a flame graph has the whole width below what calls it, and keys go along calls", () => {
  const inclusive = inclusiveSums(tree, Float64Array.of(1, 2, 3, 4, 5));
  const flame = flameOf(tree, inclusive, [], 1, 1000);
  const rows = flame.boxes.map(({ node, row, from, to }) => [node, row, from, Number(to.toFixed(6))]);
  assert.deepEqual(rows, [[kAll, 0, 0, 1], [0, 1, 0, 1], [1, 2, 0, 1], [2, 3, 0, 0.777778], [3, 4, 0, 0.444444]]);
  const at = (node: number) => flame.boxes.find((box) => box.node === node)!;
  assert.equal(boxAfter(flame, at(1), "ArrowDown"), at(2));
  assert.equal(boxAfter(flame, at(2), "ArrowUp"), at(1));
  assert.equal(boxAfter(flame, at(3), "ArrowDown"), at(3));
  assert.equal(boxAfter(flame, at(3), "x"), null);
});

test("boxes of a flame graph that cannot be seen are left out", () => {
  const inclusive = inclusiveSums(tree, Float64Array.of(0, 1e-6, 0, 0, 1));
  assert.deepEqual(flameOf(tree, inclusive, [], kAll, 1000).boxes.map(({ node }) => node), [kAll, 0, 4]);
});

test("every cell of a matrix is found where it is drawn", () => {
  for (const groups of [1, 3, 16, 256]) {
    const frame = matrixFrame(groups, { width: 500, height: 480 });
    for (const [row, column] of [[0, 0], [groups - 1, 0], [Math.floor(groups / 2), groups - 1]] as const) {
      const { x, y, width, height } = matrixCell(frame, row, column);
      assert.ok(x + width <= 500 && y + height <= 480);
      assert.deepEqual(cellAtPoint(frame, x + 0.02 * width, y + 0.98 * height), { row, column });
    }
    assert.equal(cellAtPoint(frame, 2, 2), null);
  }
});

test("colours of cells are by the logarithm", () => {
  assert.deepEqual([...logShares([0, 1, 10, 100])].map((each) => Number(each.toFixed(3))), [0, 0.15, 0.575, 1]);
  assert.deepEqual([...logShares([7, 0, 7])], [1, 0, 1]);
});

test("efficiencies by replay are read, and need not be known", () => {
  const part = { begin: 0.5, end: 1, parallel: 0.36, load_balance: 0.6, communication: 0.6, serialization: 0.75, transfer: 0.8 };
  assert.deepEqual(readReplayedParts({ efficiencies_over_time: [part] }), [{ begin: 0.5, end: 1, parallel: 0.36, loadBalance: 0.6, serialization: 0.75, transfer: 0.8 }]);
  assert.deepEqual(readReplayedParts({ efficiencies_over_time: [] }), []);
  assert.throws(() => readReplayedParts({}));
});

test("phases are read, and a report need not have any", () => {
  const phase = { name: "iteration 1", visits: 4, longest: 2, time: 7, waiting: 1, caused: 0.5, parallel_efficiency: 0.8, load_balance: 0.9, communication_efficiency: 0.889, serialization_efficiency: 0.9, transfer_efficiency: null };
  assert.deepEqual(readPhases({ phases: [phase] }), [{ name: "iteration 1", visits: 4, longest: 2, time: 7, waiting: 1, caused: 0.5, parallel: 0.8, loadBalance: 0.9, communication: 0.889, serialization: 0.9, transfer: NaN }]);
  assert.deepEqual(readPhases({ phases: null }), []);
  assert.throws(() => readPhases({ phases: [{}] }));
});
