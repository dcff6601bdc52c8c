// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { type BoxData, boxAt, drawBoxes } from "layout/boxes";
import { bandsOf } from "layout/bands";
import { DrawList } from "layout/draw_list";
import { drawLines, lineAt, linesOf, kMostLines } from "layout/lines";
import { type Viewport, xOf, yOf } from "layout/viewport";
import { drawWaits, waitAt } from "layout/waits";
import { type Edges, LocationIndex, type Messages } from "model/timeline";
import { boxDataOf, kNoEdges, measure, paints, rectsOf, reportOf, viewportOf, waitsOf } from "../support/timeline";

// main 0-100 on rank 0, in it f 20-60, in that MPI_Send 30-40; rank 1 is in MPI_Recv 10-50.
const report = reportOf(["main", "main/f", "main/f/MPI_Send", "main/MPI_Recv"], [[1, 1]]);
const data = boxDataOf(report, [
  [0, 0, 20, 0],
  [0, 20, 30, 1],
  [0, 30, 40, 2],
  [0, 40, 60, 1],
  [0, 60, 100, 0],
  [1, 0, 10, 0],
  [1, 10, 50, 3],
  [1, 50, 100, 0],
]);

function boxesOf(view: Viewport, of: BoxData = data) {
  const list = new DrawList();
  drawBoxes(list, view, of, { paints: paints(of.report), measure, found: null });
  return { list, rects: rectsOf(list) };
}

test("a flat row shows the innermost calls", () => {
  const view = viewportOf({ rowHeight: 20 }, { rows: 2, length: 100 }); // 10 pixels a tick
  const { list, rects } = boxesOf(view);
  const first = rects.filter(({ y }) => y < 20);
  assert.deepEqual(first.map(({ x, width }) => [x, x + width + 1]), [[0, 200], [200, 300], [300, 400], [400, 600], [600, 1000]]);
  assert.deepEqual(list.labels.map((label) => label.text), ["main", "f", "MPI_Send", "f", "main", "main", "MPI_Recv", "main"]);
  const [a, b, c, d, e] = first.map(({ ink }) => ink);
  assert.ok(a === e && b === d && a !== b && c !== a && c !== b);
});

test("a high row shows calls in calls", () => {
  const view = viewportOf({ rowHeight: 80 }, { rows: 2, length: 100 });
  const { rects } = boxesOf(view);
  // main is the only root, so it has no level of its own where it would say nothing: f and MPI_Recv lie on the first.
  const bands = bandsOf(80, data.calls);
  assert.equal(bands.levels, 2);
  const at = (level: number) => rects.filter(({ y }) => y === bands.top + level * bands.levelHeight).map(({ x, width }) => [x, x + width + 1]);
  assert.deepEqual(at(0), [[0, 200], [200, 600], [600, 1000]]);
  assert.deepEqual(at(1), [[300, 400]]);
});

test("what has a small part of its time on its path is paler", () => {
  const many = boxDataOf(report, [[0, 0, 50, 1], [0, 50, 100, 1, 7, 100]]);
  const { rects } = boxesOf(viewportOf({}, { rows: 2, length: 100 }), many);
  assert.equal(rects.length, 2);
  assert.ok(!String(rects[0]!.ink).includes("/"));
  assert.match(String(rects[1]!.ink), / \/ 0\.55\)$/);
});

test("a pixel is drawn once, whatever is in it", () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => [0, i, i + 1, 1 + (i % 2), 1, 255] as const);
  const { rects } = boxesOf(viewportOf({}, { rows: 2, length: 100_000, width: 500 }), boxDataOf(report, rows));
  assert.ok(rects.length <= 501, `${rects.length}`);
});

test("a nanosecond at the end of a long run has its exact place", () => {
  const begin = 2 ** 52;
  const late = boxDataOf(report, [[0, begin + 3, begin + 4, 2]]);
  const { rects } = boxesOf(viewportOf({ from: begin, to: begin + 10 }, { rows: 2, length: 2 ** 53 }), late);
  assert.deepEqual(rects.map(({ x, width }) => [x, width]), [[300, 99]]);
});

test("what is at a place is what is drawn there", () => {
  const view = viewportOf({ rowHeight: 80 }, { rows: 2, length: 100 });
  const bands = bandsOf(80, data.calls);
  const at = (time: number, row: number, level: number) => boxAt(view, data, xOf(view, time), yOf(view, row) + bands.top + (level + 0.5) * bands.levelHeight);
  assert.deepEqual([at(35, 0, 1)?.path, at(35, 0, 1)?.begin, at(35, 0, 1)?.end], [2, 30, 40]);
  assert.deepEqual([at(35, 0, 0)?.path, at(35, 0, 0)?.begin, at(35, 0, 0)?.end], [1, 20, 60]); // f as a whole
  assert.equal(at(25, 0, 1), null); // there f calls nothing
  assert.deepEqual([at(5, 0, 0)?.path, at(5, 0, 0)?.begin, at(5, 0, 0)?.end], [0, 0, 100]); // so is main
  assert.equal(at(20, 1, 0)?.path, 3);
  assert.equal(boxAt(view, data, 10, 170), null); // below the last row
});

/** The same for all sizes: a box's middle is in it. */
test("from a box to a place and back", () => {
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 300; ++round) {
    const rows: [number, number, number, number][] = [];
    for (const location of [0, 1]) {
      for (let time = random(5); time < 200; ) {
        const length = 1 + random(20);
        rows.push([location, time, time + length, random(4)]);
        time += length + (random(3) === 0 ? random(10) : 0);
      }
    }
    const made = boxDataOf(report, rows);
    const from = random(100);
    const view = viewportOf({ rowHeight: 1 + random(90), from, to: from + 10 + random(100), firstRow: random(10) / 10 }, { rows: 2, length: 220, width: 300 + random(900), height: 400 });
    rows.forEach(([location, begin, end, path], i) => {
      const middle = (begin + end) / 2;
      if (middle <= view.from || middle >= view.to) return;
      const bands = bandsOf(view.rowHeight, made.calls);
      const level = Math.min(Math.max(made.calls.tree.depth[path]! - made.calls.common, 0), bands.levels - 1);
      const y = yOf(view, location) + bands.top + (level + 0.5) * bands.levelHeight;
      if (y < 0) return;
      const found = boxAt(view, made, xOf(view, middle), y);
      assert.ok(found !== null && found.location === location && found.path === path && found.first <= i && i <= found.last, `round ${round}, ${i}`);
    });
  }
});

test("wait states are hatched where they are, in the box of their call", () => {
  const waits = waitsOf([[1, 10, 30, 3, 0]]);
  const waitData = { waits, index: new LocationIndex(waits.location, 2) };
  const view = viewportOf({ rowHeight: 80 }, { rows: 2, length: 100 });
  const list = new DrawList();
  drawWaits(list, view, data, waitData, paints(report));
  const hatched = rectsOf(list).filter(({ ink }) => typeof ink === "object");
  const bands = bandsOf(80, data.calls);
  assert.deepEqual(hatched.map(({ x, y, width }) => [x, y, width]), [[100, 80 + bands.top, 200]]);
  assert.equal((hatched[0]!.ink as { kind: string }).kind, "rising");
  const y = 80 + bands.top + 5;
  assert.equal(waitAt(view, data, waitData, 150, y), 0);
  assert.equal(waitAt(view, data, waitData, 350, y), -1);
  assert.equal(waitAt(view, data, waitData, 150, y - 80), -1); // another row
});

test("a wait state that is shorter than a pixel is seen and found", () => {
  const waits = waitsOf([[1, 1e6, 1e6 + 1, 3, 0]]);
  const waitData = { waits, index: new LocationIndex(waits.location, 2) };
  const view = viewportOf({}, { rows: 2, length: 1e9 });
  const list = new DrawList();
  drawWaits(list, view, data, waitData, paints(report));
  assert.deepEqual(rectsOf(list).map(({ x, width }) => [x, width]), [[1, 1]]);
  assert.equal(waitAt(view, data, waitData, 1.5, 28), 0);
});

function messagesOf(rows: readonly (readonly [number, number, number, number, number])[]): Edges {
  const column = (i: number) => rows.map((row) => row[i]!);
  const messages: Messages = {
    size: rows.length,
    sender: Uint32Array.from(column(0)),
    sent: Float64Array.from(column(1)),
    receiver: Uint32Array.from(column(2)),
    received: Float64Array.from(column(3)),
    bytes: Float64Array.from(column(4)),
    count: new Uint32Array(rows.length).fill(1),
  };
  return { ...kNoEdges, messages };
}

test("a message goes from the box of its send to that of its receive", () => {
  for (const rowHeight of [4, 20, 80]) {
    const view = viewportOf({ rowHeight }, { rows: 2, length: 100 });
    const [line, ...rest] = linesOf(view, data, messagesOf([[0, 30, 1, 50, 8]]), { messages: true, collectives: true, wakeUps: true });
    assert.equal(rest.length, 0);
    const { x1, y1, x2, y2 } = line!;
    assert.deepEqual([x1, x2], [300, 500]);
    // At the begin of MPI_Send and at the end of MPI_Recv, where the next calls begin.
    assert.equal(boxAt(view, data, x1 + 0.5, y1)?.path, 2);
    assert.equal(boxAt(view, data, x2 - 0.5, y2)?.path, 3);
    assert.equal(lineAt([line!], (x1 + x2) / 2, (y1 + y2) / 2 + 2), 0);
    assert.equal(lineAt([line!], x1, y1 + 50), -1);
  }
});

test("messages that cannot be distinguished are one line that says how many they are", () => {
  const view = viewportOf({}, { rows: 2, length: 1e6 });
  const many = Array.from({ length: 50 }, (_, i) => [0, 500_000 + i, 1, 600_000 + i, 2] as const);
  const lines = linesOf(view, data, messagesOf(many), { messages: true, collectives: true, wakeUps: true });
  assert.deepEqual(lines.map(({ count, bytes }) => [count, bytes]), [[50, 100]]);
  const list = new DrawList();
  drawLines(list, view, lines, paints(report));
  assert.deepEqual(list.labels.map(({ text }) => text), ["×50"]);
  assert.ok(list.lines[5]! > 2); // its width
});

test("there are never too many lines, and none is forgotten", () => {
  const view = viewportOf({}, { rows: 2, length: 1e6, width: 2000 });
  const many = Array.from({ length: 200_000 }, (_, i) => [0, (i * 7919) % 1e6, 1, (i * 104729) % 1e6, 1] as const);
  const lines = linesOf(view, data, messagesOf(many), { messages: true, collectives: true, wakeUps: true });
  assert.ok(lines.length <= kMostLines);
  assert.equal(lines.reduce((sum, { count }) => sum + count, 0), 200_000);
});
