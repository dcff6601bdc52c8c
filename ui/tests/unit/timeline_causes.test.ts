// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The drawing of E1 (tests/cases/e1_propagation.case), in seconds: A delays B, and through B also C.
//
//   A  f 0-2, g 2-5, MPI_Send 5-6
//   B  f 0-1, h 1-2, MPI_Recv 2-6, in which it waits until 5 for A
//   C  f 0-1.5, g 1.5-3, h 3-4, MPI_Recv 4-6, in which it waits until 6 for B

import assert from "node:assert/strict";
import { test } from "node:test";
import { bandsOf } from "layout/bands";
import { boxAt } from "layout/boxes";
import { bandAt, drawPathBand, drawStrip, stretchAt } from "layout/critical_path";
import { DrawList } from "layout/draw_list";
import { correctionAt, drawCorrections, drawMissing } from "layout/frame_parts";
import { linesOf } from "layout/lines";
import { activitiesOfDelay, depthsOf, drawCaused, drawCauses } from "layout/marks";
import { hitAt, drawScene } from "layout/scene";
import { xOf, yOf } from "layout/viewport";
import { kNone } from "model/report";
import { type CauseChain, LocationIndex, type Stretches, type Transfers, type Wait, kNoPosition } from "model/timeline";
import { boxDataOf, kNoEdges, kNoWait, measure, paints, rectsOf, reportOf, viewportOf, waitsOf } from "../support/timeline";

const [F, G, H, SEND, RECV] = [0, 1, 2, 3, 4];
const report = reportOf(["f", "g", "h", "MPI_Send", "MPI_Recv"], [[1, 1, 1]]);
const data = boxDataOf(report, [
  [0, 0, 2, F!],
  [0, 2, 5, G!],
  [0, 5, 6, SEND!],
  [1, 0, 1, F!],
  [1, 1, 2, H!],
  [1, 2, 6, RECV!],
  [2, 0, 1.5, F!],
  [2, 1.5, 3, G!],
  [2, 3, 4, H!],
  [2, 4, 6, RECV!],
]);
const view = viewportOf({ rowHeight: 40 }, { rows: 3, length: 6, width: 600 }); // 100 pixels a second
const look = { paints: paints(report), measure };

const waitOf = (location: number, begin: number, end: number, cause: number, direct: number): Wait => ({
  ...kNoWait, location, begin, end, path: RECV!, cause, amount: end - begin, direct,
});
const chain: CauseChain = {
  nodes: [
    { wait: waitOf(2, 4, 6, 1, 0.5), parent: 0, cost: 2, interval: { from: 0, to: 6 }, delays: [{ location: 1, path: RECV!, time: 1, cost: 0.5 }] },
    {
      wait: waitOf(1, 2, 5, 0, 3),
      parent: 0,
      cost: 1.5,
      interval: { from: 0, to: 5 },
      delays: [{ location: 0, path: F!, time: 1, cost: 0.75 }, { location: 0, path: G!, time: 3, cost: 2.25 }],
    },
  ],
  isCut: false,
};

const waits = waitsOf([[1, 2, 5, RECV!, 0], [2, 4, 6, RECV!, 1]]);
const waitData = { waits, index: new LocationIndex(waits.location, 3) };

function linesIn(list: DrawList): { x1: number; y1: number; x2: number; y2: number; ink: unknown }[] {
  const all = [];
  for (let i = 0; i < list.lines.length; i += 7) {
    const [x1, y1, x2, y2, ink] = list.lines.subarray(i, i + 5);
    all.push({ x1: x1!, y1: y1!, x2: x2!, y2: y2!, ink: list.palette[ink!] });
  }
  return all;
}

test("a chain of causes: arrows end where waits do, in the calls that waited, and begin in those that ended them", () => {
  const list = new DrawList();
  drawCauses(list, view, data, waitData, chain, look);
  assert.deepEqual(depthsOf(chain), [0, 1]);
  const [second, first, ...more] = linesIn(list); // the nearest is drawn last, above the others
  assert.equal(more.length, 0);
  assert.deepEqual([first!.x1, first!.x2], [600, 600]);
  assert.deepEqual([second!.x1, second!.x2], [500, 500]);
  const region = (x: number, y: number) => boxAt(view, data, x, y)?.path;
  assert.deepEqual([region(first!.x1 - 1, first!.y1), region(first!.x2 - 1, first!.y2)], [RECV, RECV]);
  assert.deepEqual([region(second!.x1 - 1, second!.y1), region(second!.x2 - 1, second!.y2)], [G, RECV]);
  assert.notEqual(first!.ink, second!.ink); // farther back, paler
});

test("delays are framed where they were, with their part of the wait state", () => {
  const list = new DrawList();
  drawCauses(list, view, data, waitData, chain, look);
  assert.deepEqual(list.labels.map(({ text }) => text).sort(), ["25.0 %", "25.0 %", "75.0 %"]);
  const bands = bandsOf(40, data.calls);
  const framed = (row: number, x: number, width: number) => rectsOf(list).some((rect) => rect.x === x && rect.width === width && rect.y === 40 * row + bands.top);
  assert.ok(framed(0, 0, 200)); // A's f
  assert.ok(framed(0, 200, 300)); // its g, until 5
  assert.ok(framed(1, 200, 300)); // B's wait
  assert.ok(framed(1, 500, 100)); // of its receive only what is no waiting
  assert.ok(!framed(1, 200, 400));
  assert.ok(framed(2, 400, 200)); // C's wait
  assert.ok(!framed(0, 500, 100)); // its send is after the interval
  assert.deepEqual(activitiesOfDelay(data, { location: 0, path: G!, time: 3, cost: 2.25 }, 0, 5), [1]);
});

test("what a delay caused is framed, however far", () => {
  const list = new DrawList();
  drawCaused(list, view, data, { waits: [{ wait: waitOf(1, 2, 5, 0, 3), through: kNone }, { wait: waitOf(2, 4, 6, 1, 0.5), through: 0 }], isCut: false }, look);
  assert.deepEqual(linesIn(list).map(({ x1, x2 }) => [x1, x2]), [[600, 600], [500, 500]]);
  assert.equal(new Set(linesIn(list).map(({ ink }) => ink)).size, 2);
});

// A 0-5, B 5-6, and C, on which nothing of it is.
const stretches: Stretches = {
  size: 2,
  location: Uint32Array.of(0, 1),
  begin: Float64Array.of(0, 5),
  end: Float64Array.of(5, 6),
  path: Uint32Array.of(kNoPosition, RECV!),
  from: Uint32Array.of(kNoPosition, 0),
  metric: Uint32Array.of(kNoPosition, 0),
  waitPath: Uint32Array.of(kNoPosition, RECV!),
  count: Uint32Array.of(1, 1),
  position: Float64Array.of(0, 1),
};

test("the critical path is a band below the boxes, and a line where it changes rows", () => {
  const list = new DrawList();
  drawPathBand(list, view, data, stretches, look.paints);
  const bands = bandsOf(40, data.calls);
  assert.deepEqual(rectsOf(list).map(({ x, y, width, height }) => [x, y, width, height]), [
    [0, bands.pathTop, 500, bands.pathHeight],
    [500, 40 + bands.pathTop, 100, bands.pathHeight],
  ]);
  assert.ok(bands.pathTop >= bands.top + bands.levelHeight); // not above the boxes
  const middle = bands.pathTop + bands.pathHeight / 2;
  assert.deepEqual(linesIn(list).map(({ x1, y1, x2, y2 }) => [x1, y1, x2, y2]), [[500, middle, 500, 40 + middle]]);
  assert.equal(bandAt(view, data, stretches, 250, middle), 0);
  assert.equal(bandAt(view, data, stretches, 550, middle), kNone);
  assert.equal(bandAt(view, data, stretches, 550, 40 + middle), 1);
});

// 100 pixels a tick: A to 2, then B and C by turns, each for half a pixel, until 2.04, B to 4, C for 2 pixels, and B.
test("where the critical path goes to and fro within a few pixels, one line goes to where it stays", () => {
  const turns = Array.from({ length: 8 }, (_, i) => [1 + (i % 2), 2 + i / 200, 2 + (i + 1) / 200]);
  const all = [[0, 0, 2], ...turns, [1, 2.04, 4], [2, 4, 4.02], [1, 4.02, 6]];
  const column = (i: number) => Float64Array.from(all, (each) => each[i]!);
  const zeros = new Uint32Array(all.length);
  const list = new DrawList();
  const path = { size: all.length, location: Uint32Array.from(column(0)), begin: column(1), end: column(2), path: zeros, from: zeros, metric: zeros, waitPath: zeros, count: zeros, position: column(1) };
  drawPathBand(list, view, data, path, look.paints);
  const bands = bandsOf(40, data.calls);
  const middle = bands.pathTop + bands.pathHeight / 2;
  assert.deepEqual(linesIn(list).map(({ x1, y1, x2, y2 }) => [x1, y1, x2, y2]), [[204, middle, 204, 40 + middle]]);
  assert.equal(rectsOf(list).length, all.length);
});

test("the critical path's own row names who and what", () => {
  const list = new DrawList();
  drawStrip(list, view, report, stretches, 2, 20, { ...look, colors: "path", selected: 1 });
  assert.deepEqual(list.labels.map(({ text }) => text), ["rank 0", "rank 1: MPI_Recv"]);
  assert.equal(stretchAt(view, stretches, 499), 0);
  assert.equal(stretchAt(view, stretches, 501), 1);
});

const kTransfers: Transfers = {
  size: 3,
  sender: Uint32Array.of(0, 0, 0),
  ready: Float64Array.of(2, 5, 5.5),
  receiver: Uint32Array.of(1, kNoPosition, kNoPosition),
  arrived: Float64Array.of(4, NaN, NaN),
  completer: Uint32Array.of(2, 2, kNoPosition),
  completed: Float64Array.of(6, 6, NaN),
  owner: Uint32Array.of(1, 1, 1),
  receive: Uint32Array.of(0, 0, 1),
  sendPartition: Uint32Array.of(0, 1, 0),
  receivePartition: Uint32Array.of(0, 1, 0),
  bytes: Float64Array.of(8, 8, 8),
};

test("a transfer ends where it arrived, else where all was complete, and one that nobody saw has no line", () => {
  const edges = {
    ...kNoEdges,
    collectives: { size: 3, location: Uint32Array.of(2, 0, 1), begin: Float64Array.of(4, 5, 2), end: Float64Array.of(6, 6, 6), group: Uint32Array.of(1, 1, 1), instance: Uint32Array.of(0, 0, 0), path: Uint32Array.of(RECV!, SEND!, RECV!) },
    transfers: kTransfers,
  };
  const transfers = linesOf(view, data, edges, { messages: true, collectives: false, wakeUps: false });
  assert.deepEqual(transfers.map(({ x1, x2 }) => [x1, x2]), [[200, 400], [500, 600]]);
  assert.deepEqual(transfers.map(({ y1, y2 }) => [Math.floor(y1 / 40), Math.floor(y2 / 40)]), [[0, 1], [0, 2]]);
  // Parts of an operation are joined from row to row, whatever order they came in: A's, B's, C's.
  const parts = linesOf(view, data, edges, { messages: false, collectives: true, wakeUps: false });
  assert.deepEqual(parts.map(({ x1, x2, y1, y2 }) => [x1, x2, Math.floor(y1 / 40), Math.floor(y2 / 40)]), [[500, 200, 0, 1], [200, 400, 1, 2]]);
});

test("corrected clocks have marks, and what has not come yet is marked", () => {
  const corrections = { size: 1, location: Uint32Array.of(1), time: Float64Array.of(3), shift: Float64Array.of(5) };
  const list = new DrawList();
  drawCorrections(list, view, data, corrections, look.paints);
  assert.deepEqual([...list.triangles.subarray(4, 6)], [300, 46]); // its point
  assert.equal(correctionAt(view, data, corrections, 302, 43), 0);
  assert.equal(correctionAt(view, data, corrections, 302, 3), kNone);

  const missing = new DrawList();
  drawMissing(missing, view, data.rows, { from: 1, to: 4, hasLocation: (location) => location < 2 }, look.paints);
  assert.deepEqual(rectsOf(missing).map(({ x, y, width }) => [x, y, width]), [[0, 0, 100], [400, 0, 200], [0, 40, 100], [400, 40, 200], [0, 80, 600]]);
});

test("of several things at a place, what is drawn above is found", () => {
  const scene = drawScene(
    view,
    { boxes: data, ticksPerSecond: 1, known: { from: 0, to: 6, hasLocation: () => true }, waits: null, edges: null, states: null, stretches, corrections: null },
    new Set(["path"]),
    { ...look, found: null },
  );
  const bands = bandsOf(40, data.calls);
  assert.equal(hitAt(scene, 250, bands.pathTop + 1)?.kind, "stretch");
  assert.equal(hitAt(scene, 250, bands.top + 5)?.kind, "box");
  assert.equal(hitAt(scene, xOf(view, 5.5), yOf(view, 3) + 5), null);
});
