// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the kernel's scheduler tells of a run: bands of threads' states, wake-ups, and rows of cores.

import assert from "node:assert/strict";
import { test } from "node:test";
import { kPlainTheme } from "base/theme";
import { bandsOf } from "layout/bands";
import { type BoxData, boxAt } from "layout/boxes";
import { drawPathBand } from "layout/critical_path";
import { DrawList } from "layout/draw_list";
import { drawLines, kMostLines, linesOf } from "layout/lines";
import { paintsOf } from "layout/paints";
import { drawScene, hitAt } from "layout/scene";
import { bandOfStates, drawStates, stateAt } from "layout/states";
import { type Viewport, xOf, yOf } from "layout/viewport";
import { callsOf } from "model/calls";
import { locationName } from "model/report";
import { rowName, rowsOf } from "model/rows";
import { entryOfState, isShown, isWakeUp, kStateNames, stateText } from "model/states";
import { LocationIndex, type States } from "model/timeline";
import { boxDataOf, kNoEdges, measure, paints, rectsOf, reportOf, statesOf, viewportOf, withSystem } from "../support/timeline";

const kMetrics = [...kStateNames.keys(), "mpi_latesender"];
const metric = (id: string) => kMetrics.indexOf(id);
const kNone = -1;

// Locations: 0 and 1 are ranks, 2 are disks, 3 is another program, 4 a core. Rank 1 computes in f all the time.
const report = withSystem(reportOf(["main", "main/f"], [[1, 1, 3]], kMetrics), ["disks", "process noise", "core 0"]);
const states = statesOf([
  [0, 10, 20, metric("blocked_disk"), 2],
  [0, 20, 22, metric("ready"), kNone],
  [0, 40, 50, metric("preempted"), 3],
  [0, 60, 70, metric("blocked"), 1],
  [1, 80, 90, metric("not_running"), kNone],
  [4, 0, 40, kNone, 0],
  [4, 40, 50, kNone, 3],
  [4, 50, 52, kNone, 0],
]);

function dataOf(hasStates = true, hasCores = true): BoxData {
  const made = boxDataOf(report, [[0, 0, 100, 0], [1, 0, 100, 1]]);
  return { ...made, hasStates, rows: rowsOf(report, new Set(), (location) => isShown(report, location, { causes: hasStates, cores: hasCores })) };
}

const indexed = (of: States) => ({ states: of, index: new LocationIndex(of.location, report.locations.size) });
const data = dataOf();
const view = viewportOf({ rowHeight: 40 }, { rows: 5, length: 100 }); // 10 pixels a tick
const look = { paints: paints(report), measure };

function drawn(of: States, boxes = data, at: Viewport = view) {
  const list = new DrawList();
  drawStates(list, at, boxes, indexed(of), look);
  return { list, rects: rectsOf(list) };
}

test("a row has room for calls, states and the critical path, one below the other", () => {
  for (const paths of [["a"], ["a", "b", "a/c", "a/c/d", "a/c/d/e"]]) {
    const calls = callsOf(reportOf(paths, [[1]]).callPaths);
    for (let height = 1; height <= 200; ++height) {
      const { top, levels, levelHeight, stateTop, stateHeight, pathTop, pathHeight } = bandsOf(height, calls, true);
      assert.ok(levelHeight > 0 && stateTop === top + levels * levelHeight, `${height}`);
      assert.equal(stateHeight > 0, height >= 10);
      if (height >= 8) assert.ok(pathTop > stateTop + stateHeight, `${height}`);
      assert.ok(pathTop + pathHeight <= height && stateTop + stateHeight <= height, `${height}`);
      assert.equal(bandsOf(height, calls).stateHeight, 0);
    }
  }
});

test("devices and programs have rows with the states, and cores on request", () => {
  const names = (causes: boolean, cores: boolean, collapsed: string[] = []) => {
    const rows = rowsOf(report, new Set(collapsed), (location) => isShown(report, location, { causes, cores }));
    return Array.from({ length: rows.size }, (_, row) => rowName(report, rows, row));
  };
  assert.deepEqual(names(true, false), ["rank 0", "rank 1", "disks", "process noise"]);
  assert.deepEqual(names(true, true), ["rank 0", "rank 1", "disks", "process noise", "core 0"]);
  assert.deepEqual(names(false, true), ["rank 0", "rank 1", "core 0"]);
  assert.deepEqual(names(false, false), ["rank 0", "rank 1"]);
  assert.deepEqual(names(true, true, ["rank-2"]), ["rank 0", "rank 1", "operating system: 3 locations"]);
  assert.deepEqual([...dataOf(false, false).rows.rowOf], [0, 1, kNone, kNone, kNone]);
  // Only what is no thread is a core, whatever a thread is called.
  const thread = { ...report, locations: { ...report.locations, name: report.locations.name.map(() => "core 1") } };
  assert.ok(isShown(thread, 0, { causes: false, cores: false }));
});

test("what is no thread has its own name, and the node's if there are several", () => {
  assert.equal(locationName(report, 3), "process noise");
  const ofNodes = withSystem(reportOf(["main"], [[1], [1, 1]]), ["timers"]);
  assert.equal(locationName(ofNodes, 2), "timers on node1");
  assert.equal(locationName(ofNodes, 1), "rank 1");
});

test("states are told with who caused them", () => {
  assert.deepEqual(
    Array.from({ length: states.size }, (_, i) => stateText(report, states, i)),
    ["blocked: disk, woken by disks", "ready", "preempted by process noise", "blocked, woken by rank 1", "not running", "ran rank 0", "ran process noise", "ran rank 0"],
  );
  assert.equal(stateText(report, statesOf([[4, 0, 1, kNone, kNone]]), 0), "ran another program");
});

test("a state is found by its location and end", () => {
  for (let i = 0; i < states.size; ++i) assert.equal(entryOfState(states, states.location[i]!, states.end[i]!), i);
  for (const [location, end] of [[0, 21], [1, 20], [2, 20], [4, 60], [0, 0]] as const) assert.equal(entryOfState(states, location, end), kNone);
});

test("a thread's states are a band below its calls, in the colour of the reason", () => {
  const { stateTop, stateHeight } = bandsOf(40, data.calls, true);
  assert.equal(stateHeight, 4);
  const ofThread = drawn(states).rects.filter(({ y }) => y < 40);
  assert.deepEqual(ofThread.map(({ x, y, width, height }) => [x, y, width, height]), [
    [100, stateTop, 100, 4],
    [200, stateTop, 20, 4],
    [400, stateTop, 100, 4],
    [600, stateTop, 100, 4],
  ]);
  assert.deepEqual(ofThread.map(({ ink }) => ink), [0, 1, 2, 3].map((i) => look.paints.state(states.metric[i]!)));
  assert.equal(boxAt(view, data, 150, stateTop - 1)?.path, 0); // The calls are above.
  assert.deepEqual(drawn(states, dataOf(false, false)).rects, []);
});

test("a core's row has what it ran, in a colour of its own and with its name where there is room", () => {
  const { list, rects } = drawn(states);
  const ofCore = rects.filter(({ y }) => y >= 160);
  const band = bandOfStates(view, data, 4);
  assert.deepEqual(ofCore.map(({ x, width }) => [x, x + width + 1]), [[0, 400], [400, 500], [500, 520]]);
  for (const { y, height } of ofCore) assert.deepEqual([y, height], [160 + band.top, band.height]);
  const [rank, noise, again] = ofCore.map(({ ink }) => ink);
  assert.ok(rank === again && rank !== noise);
  assert.deepEqual(list.labels.map(({ text, y }) => [text, y]), [["rank 0", 160 + band.top + band.height / 2], ["process noise", 160 + band.top + band.height / 2]]);
  const withoutStates = dataOf(false, true);
  assert.equal(drawn(states, withoutStates, { ...view, rows: 3 }).rects.length, 3);
});

test("a pixel has one state, and a short one is seen", () => {
  const many = statesOf(Array.from({ length: 50_000 }, (_, i) => [0, 2 * i, 2 * i + 1, metric("ready"), kNone] as const));
  assert.ok(drawn(many, data, viewportOf({ rowHeight: 40 }, { rows: 5, length: 100_000, width: 500 })).rects.length <= 501);
  const short = statesOf([[0, 1e6, 1e6 + 1, metric("preempted"), 3]]);
  const whole = viewportOf({ rowHeight: 40 }, { rows: 5, length: 1e9 });
  assert.deepEqual(drawn(short, data, whole).rects.map(({ x, width }) => [x, width]), [[1, 1]]);
  assert.equal(stateAt(whole, data, indexed(short), 1.5, bandOfStates(whole, data, 0).top + 2), 0);
});

test("of short states, the first in each pixel is drawn", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 100; ++round) {
    const made: [number, number, number, number, number][] = [];
    const length = 200 + random(3000);
    for (let time = 0; time < length; ) {
      const end = time + 1 + random(random(10) === 0 ? 100 : 4);
      made.push([0, time, end, metric("ready"), kNone]);
      time = end + random(5);
    }
    const at = viewportOf({ rowHeight: 40, from: random(50), to: length - random(50) }, { rows: 5, length, width: 50 + random(500) });
    const wanted: [number, number][] = [];
    for (const [, begin, end] of made) {
      if (end <= at.from || begin >= at.to) continue;
      const x = Math.round(Math.max(xOf(at, begin), -2));
      const right = Math.max(Math.round(Math.min(xOf(at, end), at.width + 2)), x + 1);
      const [lastX, lastWidth] = wanted[wanted.length - 1] ?? [-1, 1]; // What is left of the picture is not seen.
      if (right - x > 1 || x !== lastX + lastWidth - 1) wanted.push([x, right - x]);
    }
    assert.deepEqual(drawn(statesOf(made), data, at).rects.map(({ x, width }) => [x, width]), wanted);
  }
});

test("what is at a place is what is drawn there", () => {
  for (const rowHeight of [10, 16, 24, 40, 90]) {
    const at = viewportOf({ rowHeight, from: 5, to: 95 }, { rows: 5, length: 100 });
    for (let i = 0; i < states.size; ++i) {
      const location = states.location[i]!;
      const { top, height } = bandOfStates(at, data, location);
      const x = xOf(at, (Math.max(states.begin[i]!, at.from) + states.end[i]!) / 2);
      const y = yOf(at, data.rows.rowOf[location]!) + top + height / 2;
      assert.equal(stateAt(at, data, indexed(states), x, y), i, `${rowHeight}, ${i}`);
      assert.equal(stateAt(at, data, indexed(states), x, y - height / 2 - 3), kNone);
    }
    const y = bandOfStates(at, data, 0).top + 1;
    assert.equal(stateAt(at, data, indexed(states), xOf(at, 30), y), kNone); // It ran then.
    assert.equal(stateAt(at, data, indexed(states), xOf(at, 30), 5 * rowHeight + y), kNone); // There is no such row.
  }
  assert.equal(stateAt({ ...view, rowHeight: 9 }, data, indexed(states), 150, 7), kNone); // There is no room.
});

const wakeUps = (of: States, boxes = data, at: Viewport = view) => linesOf(at, boxes, { ...kNoEdges, states: of }, { messages: true, collectives: true, wakeUps: true });

test("a wake-up goes from what woke a thread to the end of its state", () => {
  const [line, ...rest] = wakeUps(states);
  assert.deepEqual(rest, []);
  const { kind, x1, y1, x2, y2, entry } = line!;
  assert.deepEqual([kind, x1, x2, entry], ["wakeup", 700, 700, 3]);
  assert.equal(boxAt(view, data, x1, y1)?.path, 1); // This is f, on rank 1.
  assert.equal(stateAt(view, data, indexed(states), x2, y2), 3);
  assert.deepEqual(linesOf(view, data, { ...kNoEdges, states }, { messages: true, collectives: true, wakeUps: false }), []);
  const list = new DrawList();
  drawLines(list, view, [line!], look.paints);
  assert.deepEqual([list.lines.length, list.triangles.length], [7, 7]);
  assert.equal(list.palette[list.lines[4]!], look.paints.wakeUps);
  assert.ok(list.lines[6]! > 4); // Its dashes are longer than those of collective operations.
});

test("only threads that are shown wake others", () => {
  const is = (id: string, cause: number) => isWakeUp(report, statesOf([[0, 0, 1, metric(id), cause]]), 0);
  assert.ok(is("blocked", 1) && is("blocked_lock", 1));
  assert.ok(!is("blocked", kNone) && !is("blocked", 0) && !is("blocked", 3) && !is("preempted", 1) && !is("blocked_timer", 1));
  const hidden = { ...data, rows: rowsOf(report, new Set(), (location) => location !== 1) };
  assert.deepEqual(wakeUps(states, hidden), []);
  const together = { ...data, rows: rowsOf(report, new Set(["node-0"])) };
  assert.deepEqual(wakeUps(states, together), []);
});

test("there are never too many wake-ups, and none is forgotten", () => {
  const wide = viewportOf({ rowHeight: 40 }, { rows: 5, length: 1e6, width: 20_000 });
  const many = statesOf(Array.from({ length: 100_000 }, (_, i) => [0, 10 * i, 10 * i + 5, metric("blocked"), 1] as const));
  const lines = wakeUps(many, data, wide);
  assert.ok(lines.length <= kMostLines);
  assert.equal(lines.reduce((sum, { count }) => sum + count, 0), 100_000);
});

const stretches = {
  size: 3,
  location: Uint32Array.of(0, 3, 0),
  begin: Float64Array.of(0, 40, 50),
  end: Float64Array.of(40, 50, 100),
  path: Uint32Array.of(0, 0, 0),
  from: Uint32Array.of(0, 0, 3),
  metric: Uint32Array.of(0, 0, 0),
  waitPath: Uint32Array.of(0, 0, 0),
  count: Uint32Array.of(1, 1, 1),
  position: Float64Array.of(0, 1, 2),
};

test("the critical path passes through the row of what had the core", () => {
  const path = (boxes: BoxData) => {
    const list = new DrawList();
    drawPathBand(list, view, boxes, stretches, look.paints);
    return { rows: rectsOf(list).map(({ y }) => Math.floor(y / 40)), crossings: list.lines.length / 7 };
  };
  assert.deepEqual(path(data), { rows: [0, 3, 0], crossings: 2 });
  assert.deepEqual(path(dataOf(false, false)), { rows: [0, 0], crossings: 0 });
});

test("a state is found before lines across it, and the critical path below it", () => {
  const scene = drawScene(
    view,
    { boxes: data, ticksPerSecond: 1, known: { from: 0, to: 100, hasLocation: () => true }, waits: null, edges: { ...kNoEdges, states }, states: indexed(states), stretches, corrections: null },
    new Set(["path"]),
    { ...look, found: null },
  );
  const { stateTop, pathTop } = bandsOf(40, data.calls, true);
  assert.deepEqual(hitAt(scene, 699, stateTop + 2), { kind: "state", entry: 3 });
  assert.equal(hitAt(scene, 700, stateTop + 20)?.kind, "line");
  assert.equal(hitAt(scene, 150, pathTop + 2)?.kind, "stretch");
  assert.equal(hitAt(scene, 150, 10)?.kind, "box");
  assert.deepEqual(hitAt(scene, 450, 175), { kind: "state", entry: 6 });
});

/** Are what is left of red, green and blue, in linear light, for who lacks a kind of cones (Machado et al., 2009). */
const kSights: Readonly<Record<string, readonly (readonly number[])[]>> = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
  deuteranopia: [[0.367, 0.861, -0.228], [0.28, 0.673, 0.047], [-0.012, 0.043, 0.969]],
  tritanopia: [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
};

/** Returns a colour in CIELAB, in which distances are about what is seen as differences. */
function labOf(color: string, sight: readonly (readonly number[])[]): number[] {
  const linear = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const [r, g, b] = sight.map((row) => Math.min(Math.max(row.reduce((sum, each, i) => sum + each * linear[i]!, 0), 0), 1)) as [number, number, number];
  const curve = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [x, y, z] = [curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505), curve(0.2126 * r + 0.7152 * g + 0.0722 * b), curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test("the colours of states are distinguished by everybody, on light and dark", () => {
  for (const [isDark, background] of [[false, "#ffffff"], [true, "#16191d"]] as const) {
    const { state } = paintsOf(report, { ...kPlainTheme, isDark });
    const colors = [background, ...[...kStateNames.keys()].map((id) => state(metric(id)) as string)];
    for (const [name, sight] of Object.entries(kSights)) {
      const seen = colors.map((color) => labOf(color, sight));
      for (let a = 0; a < seen.length; ++a)
        for (let b = 0; b < a; ++b) {
          const difference = Math.hypot(...seen[a]!.map((each, i) => each - seen[b]![i]!));
          assert.ok(difference > 15, `${name}: ${colors[a]} and ${colors[b]} differ by ${difference.toFixed(1)}`);
        }
    }
  }
  const forced = paintsOf(report, { ...kPlainTheme, isForced: true });
  const inks = ["preempted", "ready", "blocked", "not_running"].map((id) => JSON.stringify(forced.state(metric(id))));
  assert.equal(new Set(inks).size, inks.length);
});
