// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { kMostRows, rangesText, refinedResolution, safeResolution, widened, windowQuery } from "model/window_query";

const rows = (size: number) => Int32Array.from({ length: size }, (_, i) => i);

test("half a screen more is asked for in each direction, with edges that stay the same for small moves", () => {
  assert.deepEqual(widened(1000, 2000, 1000, 1e6), [0, 3072]); // at multiples of 256
  const one = windowQuery({ from: 10_000, to: 11_000, width: 1000, firstRow: 100, endRow: 120 }, rows(1000), 1e6);
  const other = windowQuery({ from: 10_020, to: 11_020, width: 1000, firstRow: 101, endRow: 121 }, rows(1000), 1e6);
  assert.deepEqual(one, other);
  assert.ok(one.from <= 9500 && one.to >= 11_500 && one.to - one.from < 3000);
  assert.ok(one.locations[0]! <= 90 && one.locations.at(-1)! >= 129);
  assert.equal(one.resolution, 2);
});

test("nothing is asked for that is not there", () => {
  const query = windowQuery({ from: 0, to: 1e6, width: 1000, firstRow: 0, endRow: 3 }, rows(3), 1e6);
  assert.deepEqual(query, { locations: [0, 1, 2], from: 0, to: 1e6, resolution: 1024 });
});

test("the resolution is a power of two of ticks, not more than two pixels", () => {
  for (const [span, resolution] of [[1, 1], [999, 1], [1000, 2], [3999, 4], [1e9, 1_048_576]] as const)
    assert.equal(windowQuery({ from: 0, to: span, width: 1000, firstRow: 0, endRow: 1 }, rows(1), 1e12).resolution, resolution);
});

test("the first answer cannot have too many rows, and finer ones neither", () => {
  const query = windowQuery({ from: 0, to: 1e9, width: 1200, firstRow: 0, endRow: 800 }, rows(10_000), 1e10);
  const safe = safeResolution(query);
  const most = (resolution: number) => (query.locations.length * (query.to - query.from)) / resolution;
  assert.ok(most(safe) <= kMostRows);
  assert.equal(refinedResolution(query, safe, kMostRows), safe);
  assert.equal(refinedResolution(query, safe, kMostRows / 4), safe / 4);
  assert.equal(refinedResolution(query, safe, 0), query.resolution);
});

test("there are limits to how many locations a request names, and how long it is", () => {
  const wide = windowQuery({ from: 0, to: 10, width: 10, firstRow: 0, endRow: 4000 }, rows(100_000), 10);
  assert.ok(wide.locations.length <= 4096 && wide.locations.length >= 4000);
  const everyOther = Int32Array.from({ length: 50_000 }, (_, i) => 2 * i);
  const sparse = windowQuery({ from: 0, to: 10, width: 10, firstRow: 30_000, endRow: 31_000 }, everyOther, 10);
  assert.ok(rangesText(sparse.locations).length <= 5000);
  assert.equal(sparse.locations[0], 60_000);
});

test("positions are written as ranges", () => {
  assert.equal(rangesText([0, 1, 2, 7, 9, 10]), "0-2,7,9-10");
  assert.equal(rangesText([]), "");
});
