// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { kPlainTheme } from "base/theme";
import { kRectNumbers, kLineNumbers } from "layout/draw_list";
import { type SizePlot, layoutSizePlot, powersOfTwo, ratios, sizeAt, xOfSize, yOfValue } from "layout/size_plot";
import { drawnEfficiencies, hasThreads, knownEfficiencies, sizesOf } from "model/scaling";
import { WireError } from "wire/json";
import { readScaling } from "wire/scaling";

const kNames = ["global", "parallel", "load_balance", "communication", "serialization", "transfer", "computation_scaling"];
const kDepths = [0, 1, 2, 2, 3, 3, 1];

/** What is known of each efficiency. */
function efficiencies<T>(valueOf: (key: string) => T): Record<string, T> {
  return Object.fromEntries(kNames.map((key) => [key, valueOf(key)]));
}

function fitted(value: number, error: number | null) {
  return { speed_up: { value, error }, efficiencies: efficiencies((key) => (key === "global" ? { value: 0.5, error } : null)) };
}

function run(ranks: number, speedUp: number, more: object = {}) {
  return {
    name: `run${ranks}`,
    ranks,
    threads: ranks,
    run_seconds: 8 / speedUp,
    speed_up: speedUp,
    ideal_speed_up: ranks / 4,
    efficiencies: efficiencies((key): number | null => (key === "serialization" || key === "transfer" ? null : 0.75)),
    computation: 16,
    waiting: 2,
    time: 32,
    cautions: [],
    fitted: fitted(speedUp, null),
    ...more,
  };
}

/** What `latecomer scaling --json` prints of three runs. */
function printed(more: object = {}) {
  return {
    version: 1,
    kind: "strong",
    looks_like_other_kind: false,
    remarks: ["other is left out"],
    efficiencies: kNames.map((key, i) => ({ key, name: key.replace("_", " "), depth: kDepths[i] })),
    runs: [run(4, 1), run(8, 1.75), run(16, 3)],
    slower: [],
    causes: [{ name: "main/solve", with_calls: true, seconds: [0, 1, 2], share: [0, 0.25, 0.5] }],
    fits: [{ efficiency: "load_balance", single: 0.9, f: 0.75, largest_residual: 0.125 }],
    largest_by_others: null,
    predictions: [2, 4].map((times) => ({ ranks: 16 * times, threads: 16 * times, ideal_speed_up: 4 * times, ...fitted(5 * times, 1.5) })),
    extrapolation: "Runs of 3 sizes are too few",
    ...more,
  };
}

test("what scaling prints is read", () => {
  const scaling = readScaling(printed());
  assert.deepEqual(scaling.remarks, ["other is left out"]);
  assert.equal(scaling.isWeak, false);
  assert.deepEqual(scaling.efficiencies[2], { key: "load_balance", name: "load balance", depth: 2 });
  const { name, ranks, seconds, speedUp, idealSpeedUp, waiting, time, fitted: ofRun, efficiencies: values } = scaling.runs[2]!;
  assert.deepEqual([name, ranks, seconds, speedUp, idealSpeedUp, waiting, time], ["run16", 16, 8 / 3, 3, 4, 2, 32]);
  assert.deepEqual([values.get("parallel"), values.has("transfer"), values.size], [0.75, false, 5]);
  assert.deepEqual([ofRun!.speedUp.value, ofRun!.speedUp.error, [...ofRun!.efficiencies.keys()]], [3, NaN, ["global"]]);
  assert.deepEqual(scaling.causes, [{ name: "main/solve", withCalls: true, seconds: [0, 1, 2], shares: [0, 0.25, 0.5] }]);
  assert.deepEqual(scaling.fits, [{ efficiency: "load_balance", single: 0.9, f: 0.75, largestResidual: 0.125 }]);
  assert.deepEqual(scaling.predictions[1]!.fitted.speedUp, { value: 20, error: 1.5 });
  assert.equal(scaling.extrapolation, "Runs of 3 sizes are too few");
  assert.equal(readScaling(printed({ kind: "weak" })).isWeak, true);
  assert.equal(readScaling(printed({ runs: [run(4, 1, { fitted: null })], causes: [] })).runs[0]!.fitted, null);
});

test("what is no such answer is refused", () => {
  for (const wrong of [null, [], {}, printed({ runs: 3 }), printed({ runs: [{}] }), printed({ runs: [run(0, 1)], causes: [] }), printed({ runs: [run(4, 1, { efficiencies: {} })], causes: [] }), printed({ remarks: [1] }), printed({ extrapolation: null })])
    assert.throws(() => readScaling(wrong), WireError, JSON.stringify(wrong).slice(0, 60));
  assert.throws(() => readScaling(printed({ runs: [run(4, 1)] })), /a cause is not of all runs/);
});

test("sizes are the runs' and then those of larger ones", () => {
  const scaling = readScaling(printed());
  assert.deepEqual(sizesOf(scaling).map(({ threads, run: measured, idealSpeedUp }) => [threads, measured?.speedUp ?? null, idealSpeedUp]), [
    [4, 1, 1],
    [8, 1.75, 2],
    [16, 3, 4],
    [32, null, 8],
    [64, null, 16],
  ]);
  assert.equal(hasThreads(scaling), false);
  assert.equal(hasThreads(readScaling(printed({ runs: [run(4, 1, { threads: 8 })], causes: [] }))), true);
});

test("communication is drawn where its factors are not known", () => {
  const keys = (more: object) => drawnEfficiencies(readScaling(printed(more))).map(({ key }) => key);
  assert.deepEqual(keys({}), ["parallel", "load_balance", "communication", "computation_scaling"]);
  assert.deepEqual(keys({ runs: [run(4, 1, { efficiencies: efficiencies(() => 0.5) })], causes: [] }), ["parallel", "load_balance", "serialization", "transfer", "computation_scaling"]);
  assert.deepEqual(keys({ runs: [run(4, 1, { efficiencies: efficiencies(() => 0.5) }), run(8, 2)], causes: [] }), ["parallel", "load_balance", "communication", "computation_scaling"]);
  assert.equal(knownEfficiencies(readScaling(printed())).length, 5);
});

const kPlot: SizePlot = {
  sizes: [4, 8, 16, 64],
  sizesName: "Ranks",
  values: powersOfTwo(1, 16),
  lines: [{ ink: "#123456", width: 2, dash: 5, mark: "disc", markSize: 4, points: [{ size: 4, value: 1 }, { size: 8, value: 2 }, { size: 64, value: 16 }] }],
  band: { ink: "#abcdef", points: [{ size: 4, least: NaN, most: NaN }, { size: 8, least: 1, most: 4 }, { size: 64, least: -3, most: 64 }] },
};
const kSize = { width: 500, height: 300 };

test("axes are logarithmic", () => {
  const x = (size: number) => xOfSize(kPlot, size, kSize.width);
  assert.ok(Math.abs(x(8) - x(4) - (x(16) - x(8))) < 1e-9);
  assert.ok(Math.abs(2 * (x(16) - x(8)) - (x(64) - x(16))) < 1e-9);
  const y = (value: number) => yOfValue(kPlot.values, value, kSize.height);
  assert.ok(Math.abs(y(1) - y(2) - (y(8) - y(16))) < 1e-9);
  assert.ok(y(16) < y(1));
  assert.deepEqual([y(-1), y(1000)], [y(1), y(16)], "what is beyond the axis stands at its end");
  assert.deepEqual(powersOfTwo(0.8, 7).ticks.map(([value]) => value), [0.5, 1, 2, 4, 8]);
  assert.deepEqual(powersOfTwo(0.99, 8.1).ticks.map(([value]) => value), [1, 2, 4, 8]);
  assert.equal(powersOfTwo(1, 65536).ticks.length, 6);
  assert.deepEqual(powersOfTwo(1, 1).ticks.length, 2);
  assert.deepEqual(ratios(0.98).ticks.map(([, text]) => text), ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
  assert.deepEqual([ratios(1.01).most, ratios(1.03).most], [1, 1.2]);
  assert.ok(ratios(40).ticks.length <= 7);
});

test("the size at each place is the nearest one", () => {
  for (let i = 0; i < kPlot.sizes.length; ++i) assert.equal(sizeAt(kPlot, xOfSize(kPlot, kPlot.sizes[i]!, kSize.width) + 3, kSize.width), i);
  assert.equal(sizeAt(kPlot, -50, kSize.width), 0);
  assert.equal(sizeAt(kPlot, 5000, kSize.width), 3);
});

test("lines go from point to point, the band is between what is known, and all stays within the plot", () => {
  const list = layoutSizePlot(kPlot, kSize, kPlainTheme, 1);
  const color = list.color("#123456");
  const lines: number[][] = [];
  for (let i = 0; i < list.lines.length; i += kLineNumbers) lines.push([...list.lines.slice(i, i + kLineNumbers)]);
  assert.equal(lines.length, 2);
  const [x8, y2] = [xOfSize(kPlot, 8, kSize.width), yOfValue(kPlot.values, 2, kSize.height)];
  assert.ok(Math.abs(lines[0]![2]! - x8) < 1e-3 && Math.abs(lines[0]![3]! - y2) < 1e-3);
  assert.deepEqual(lines.map((each) => [each[4], each[6]]), [[color, 5], [color, 5]]);
  const band = list.color("#abcdef");
  const strips: number[][] = [];
  for (let i = 0; i < list.rects.length; i += kRectNumbers) if (list.rects[i + 4] === band) strips.push([...list.rects.slice(i, i + kRectNumbers)]);
  assert.ok(Math.abs(strips[0]![0]! - x8) < 1e-3, "nothing is known of the first size");
  const last = strips[strips.length - 1]!;
  assert.ok(Math.abs(last[0]! + last[2]! - xOfSize(kPlot, 64, kSize.width)) < 1e-3);
  for (const [x, y, width, height] of strips) assert.ok(x! > 0 && y! > 0 && width! > 0 && height! > 0 && y! + height! < kSize.height);
  assert.deepEqual(list.labels.map(({ text }) => text), ["1", "2", "4", "8", "16", "4", "8", "16", "64", "Ranks"]);
  for (const { x, y } of list.labels) assert.ok(x >= 0 && x <= kSize.width && y >= 0 && y <= kSize.height);
});

test("names of sizes that have no room are left out", () => {
  const sizes = Array.from({ length: 16 }, (_, i) => 1000 + i * 10);
  const names = layoutSizePlot({ ...kPlot, sizes, lines: [], band: null }, kSize, kPlainTheme, -1).labels.map(({ text }) => text).filter((text) => text.startsWith("1,"));
  assert.ok(names.length >= 3 && names.length < 16 && names[0] === "1,000", names.join());
});
