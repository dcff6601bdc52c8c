// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { clampedView } from "layout/viewport";
import { boundsOfBoth, mappingOf } from "model/matched_times";

const kBase = { length: 100, ticksPerSecond: 10 }; // 10 s
const kOther = { length: 3000, ticksPerSecond: 1000 }; // 3 s

test("by their begins, a time is as many seconds after it in both", () => {
  const mapping = mappingOf("begin", kBase, kOther);
  assert.deepEqual(mapping, { factor: 100, offset: 0 }); // 1 s: 10 and 1000 ticks
  assert.deepEqual(boundsOfBoth(mapping, kBase, kOther), { first: 0, end: 100 });
  assert.deepEqual(boundsOfBoth(mappingOf("begin", kOther, kBase), kOther, kBase), { first: 0, end: 10_000 });
});

test("by their ends, a time is as many seconds before it in both", () => {
  const mapping = mappingOf("end", kBase, kOther);
  assert.equal(mapping.offset + mapping.factor * 100, 3000);
  assert.equal(mapping.offset + mapping.factor * 90, 2000); // 1 s before
  assert.deepEqual(boundsOfBoth(mapping, kBase, kOther), { first: 0, end: 100 });
  // The longer run begins 7 s before the shorter one.
  const back = mappingOf("end", kOther, kBase);
  assert.deepEqual(boundsOfBoth(back, kOther, kBase), { first: -7000, end: 3000 });
});

test("to the same length, halves are halves", () => {
  const mapping = mappingOf("length", kBase, kOther);
  assert.equal(mapping.factor * 50, 1500);
  assert.deepEqual(boundsOfBoth(mapping, kBase, kOther), { first: 0, end: 100 });
  // What has no length cannot be stretched.
  assert.deepEqual(mappingOf("length", kBase, { length: 0, ticksPerSecond: 10 }), { factor: 1, offset: 0 });
});

test("a view stays where something can be seen, also before the begin of a run", () => {
  const extent = { first: -7000, length: 10_000, rows: 2, width: 100, height: 40 };
  const view = { firstRow: 0, rowHeight: 20 };
  assert.deepEqual(clampedView({ ...view, from: -9000, to: -8000 }, extent), { ...view, from: -7000, to: -6000 });
  assert.deepEqual(clampedView({ ...view, from: 2500, to: 3500 }, extent), { ...view, from: 2000, to: 3000 });
  assert.deepEqual(clampedView({ ...view, from: -1e9, to: 1e9 }, extent), { ...view, from: -7000, to: 3000 });
});
