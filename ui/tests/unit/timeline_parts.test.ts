// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { fitText } from "base/text_fit";
import { exactTime, timeAxis } from "base/time_axis";
import { clampedView, panned, rowAt, timeAt, visibleRows, withRowHeight, withRows, xOf, yOf, zoomed } from "layout/viewport";
import { ancestorAt, callsOf } from "model/calls";
import { rowName, rowsOf } from "model/rows";
import { selectionOf, selectionText } from "model/selection";
import { readTables } from "wire/tables";
import { reportOf, viewportOf } from "../support/timeline";

const kNano = 1e9;

test("an axis has round times in the unit that fits", () => {
  const whole = timeAxis(0, 5e9, 1000, kNano);
  assert.equal(whole.base, "");
  assert.deepEqual(whole.marks.map(({ text }) => text), ["0 s", "1 s", "2 s", "3 s", "4 s", "5 s"]);
  const short = timeAxis(1e6, 3e6, 800, kNano);
  assert.deepEqual(short.marks.map(({ text }) => text), ["1.0 ms", "1.5 ms", "2.0 ms", "2.5 ms", "3.0 ms"]);
});

test("an axis far from the begin tells what is added to a round time", () => {
  const axis = timeAxis(12_345_678_901, 12_345_678_911, 1000, kNano); // 10 ns
  assert.equal(axis.base, "12.3456789 s");
  assert.deepEqual(axis.marks.map(({ text }) => text), ["+2 ns", "+4 ns", "+6 ns", "+8 ns", "+10 ns"]);
  assert.deepEqual(axis.marks.map(({ time }) => time), [12_345_678_902, 12_345_678_904, 12_345_678_906, 12_345_678_908, 12_345_678_910]);
});

test("no mark is between two ticks", () => {
  for (const [rate, span] of [[kNano, 1], [kNano, 3], [1e6, 2], [10, 1]] as const)
    for (const { time } of timeAxis(1000, 1000 + span, 1000, rate).marks) assert.equal(time, Math.round(time));
});

test("a time in full has all its digits and no more", () => {
  assert.equal(exactTime(1_234_567_891, kNano), "1.234567891 s");
  assert.equal(exactTime(2_500_000_000, kNano), "2.5 s");
  assert.equal(exactTime(0, kNano), "0 s");
  assert.equal(exactTime(31, 10), "3.1 s");
  assert.equal(exactTime(100, 1), "100 s");
});

test("a text is cut where it does not fit", () => {
  const width = (text: string) => text.length;
  assert.equal(fitText("MPI_Recv", 8, width), "MPI_Recv");
  assert.equal(fitText("MPI_Recv", 6, width), "MPI_R…");
  assert.equal(fitText("MPI_Recv", 2, width), "");
});

test("zooming keeps the time under the pointer, and back is the same", () => {
  const view = viewportOf({ from: 1000, to: 2000 }, { rows: 10, length: 10_000 });
  const time = timeAt(view, 250);
  const nearer = { ...view, ...zoomed(view, 0.5, time) };
  assert.deepEqual([nearer.from, nearer.to], [1125, 1625]);
  assert.equal(xOf(nearer, time), 250);
  const back = zoomed(nearer, 2, time);
  assert.deepEqual([back.from, back.to], [1000, 2000]);
  assert.deepEqual([panned(view, 0.25).from, panned(view, 0.25).to], [1250, 2250]);
});

test("a view stays within the run and its rows, down to one tick", () => {
  const extent = { first: 0, length: 10_000, rows: 10, width: 1000, height: 100 };
  const clamped = (view: { from: number; to: number; firstRow?: number; rowHeight?: number }) => clampedView({ firstRow: 0, rowHeight: 20, ...view }, extent);
  assert.deepEqual(clamped({ from: -500, to: 500 }), { from: 0, to: 1000, firstRow: 0, rowHeight: 20 });
  assert.deepEqual(clamped({ from: 9990, to: 10_500, firstRow: 9 }), { from: 9490, to: 10_000, firstRow: 5, rowHeight: 20 });
  assert.deepEqual(clamped({ from: 0, to: 1e9 }), { from: 0, to: 10_000, firstRow: 0, rowHeight: 20 });
  assert.deepEqual(clamped({ from: 5, to: 5.1 }), { from: 5, to: 6, firstRow: 0, rowHeight: 20 });
  assert.deepEqual(clamped({ from: 0, to: 10, rowHeight: 1 }), { from: 0, to: 10, firstRow: 0, rowHeight: 1 });
});

test("rows", () => {
  const view = viewportOf({ firstRow: 9_000.5, rowHeight: 10 }, { rows: 10_000, length: 10, height: 95 });
  assert.deepEqual(visibleRows(view), [9000, 9010]);
  assert.equal(rowAt(view, 0), 9000);
  assert.equal(rowAt(view, 5), 9001);
  assert.equal(yOf(view, 9001), 5);
  assert.equal(rowAt({ ...view, firstRow: 9999 }, 15), -1);
  const higher = { ...view, ...withRowHeight(view, 20, 45) };
  assert.equal(yOf(higher, 9005), 45); // where it was
  assert.equal(withRows(view, view, [9003]).firstRow, 9000.5);
  assert.equal(withRows(view, view, [100]).firstRow, 100);
  assert.equal(withRows(view, view, [9999]).firstRow, 9990.5);
});

test("locations are grouped by node and process, and a collapsed group is one row", () => {
  const report = reportOf(["main"], [[1, 2], [1]]); // locations: rank 0; rank 1 thread 0 and 1; rank 2
  const names = (collapsed: string[]) => {
    const rows = rowsOf(report, new Set(collapsed));
    return Array.from({ length: rows.size }, (_, row) => rowName(report, rows, row));
  };
  assert.deepEqual(names([]), ["rank 0", "thread 0", "thread 1", "rank 2"]);
  assert.deepEqual(names(["rank-1"]), ["rank 0", "rank 1: 2 locations", "rank 2"]);
  assert.deepEqual(names(["node-0"]), ["node0: 3 locations", "rank 2"]);
  assert.deepEqual([...rowsOf(report, new Set(["node-0"])).rowOf], [0, 0, 0, 1]);
  const { groups } = rowsOf(report, new Set());
  assert.deepEqual(groups.map(({ kind, first, end }) => [kind, first, end]), [["node", 0, 3], ["rank", 0, 1], ["rank", 1, 3], ["node", 3, 4], ["rank", 3, 4]]);
});

test("what all calls are in is no level of its own", () => {
  const calls = callsOf(reportOf(["app", "app/main", "app/main/f", "app/main/g", "app/main/g/h"], [[1]]).callPaths);
  assert.deepEqual([calls.common, calls.levels], [2, 2]);
  assert.deepEqual([0, 1, 2, 3].map((depth) => ancestorAt(calls, 4, depth)), [0, 1, 3, 4]);
  assert.equal(ancestorAt(calls, 2, Infinity), 2);
});

test("a selection is a text and back", () => {
  const selections = ["wait-3-17", "call-0-5-100-9007199254740991", "message-0-1-5-6", "transfer-1-0-2-3", "collective-4-2", "stretch-12", "state-3-100"];
  for (const text of selections) assert.equal(selectionText(selectionOf(text)!), text);
  for (const text of ["", "wait", "wait-1", "wait-1-2-3", "wait-x-1", "nothing-1", "constructor-1", "call-0-5-100--1"]) assert.equal(selectionOf(text), null, text);
});

/** Bytes as the server writes them. */
function messageOf(json: string, columns: readonly (Uint32Array | Float64Array | Uint8Array)[]): ArrayBuffer {
  const padded = json + " ".repeat((8 - ((4 + json.length) % 8)) % 8);
  const parts: Uint8Array[] = [new Uint8Array(Uint32Array.of(padded.length).buffer), new TextEncoder().encode(padded)];
  for (const column of columns) {
    parts.push(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
    parts.push(new Uint8Array((8 - (column.byteLength % 8)) % 8));
  }
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.buffer;
}

const kTable = '{"tables":{"t":{"rows":3,"columns":[["a","u32"],["b","f64"],["c","u8"]]}},"x":true}';
const read = (bytes: ArrayBuffer) => readTables(bytes, (text) => new TextDecoder().decode(text));

test("tables are read as they were written", () => {
  const { facts, table } = read(messageOf(kTable, [Uint32Array.of(1, 2, 4294967295), Float64Array.of(0.5, NaN, 2 ** 53), Uint8Array.of(1, 2, 255)]));
  assert.equal(facts["x"], true);
  const t = table("t");
  assert.deepEqual([...t.column("a", "u32")], [1, 2, 4294967295]);
  assert.deepEqual([...t.column("b", "f64")], [0.5, NaN, 2 ** 53]);
  assert.deepEqual([...t.column("c", "u8")], [1, 2, 255]);
  assert.throws(() => t.column("d", "u8"), /t has no d/);
  assert.throws(() => t.column("a", "f64"), /not of f64/);
  assert.throws(() => t.positions("a", 3), /4294967295/);
  assert.deepEqual([...t.positions("a", 3, "nowhere")], [1, 2, 4294967295]);
  assert.throws(() => table("u"), /no table u/);
});

test("tables that cannot be are refused", () => {
  const whole = messageOf(kTable, [new Uint32Array(3), new Float64Array(3), new Uint8Array(3)]);
  for (const length of [0, 3, 4, 20, whole.byteLength - 8]) assert.throws(() => read(whole.slice(0, length)), Error, `${length}`);
  for (const wrong of ['{"tables":{"t":{"rows":-1,"columns":[]}}}', '{"tables":{"t":{"rows":1e12,"columns":[["a","f64"]]}}}', '{"tables":{"t":{"rows":1,"columns":[["a","i8"]]}}}', "[]", "{"])
    assert.throws(() => read(messageOf(wrong, [])), Error, wrong);
});
