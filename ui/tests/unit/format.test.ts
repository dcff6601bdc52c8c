// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, count, exactly, percent, seconds } from "base/format";

test("seconds have four digits and a unit", () => {
  const expected: [number, string][] = [
    [4.783209634, "4.783 s"],
    [1234.5678, "1235 s"],
    [0.0129, "12.90 ms"],
    [-0.5, "-500.0 ms"],
    [2.5e-9, "2.500 ns"],
    [0, "0 s"],
    [NaN, "–"],
  ];
  for (const [value, text] of expected) assert.equal(seconds(value), text);
});

test("counts, bytes, shares", () => {
  assert.equal(count(16208), "16,208");
  assert.equal(count(0.3712), "0.3712");
  assert.equal(bytes(30802176), "30.80 MB");
  assert.equal(bytes(999), "999 B");
  assert.equal(percent(0.56622), "56.6 %");
  assert.equal(exactly(4.783209634, "sec"), "4.783209634 s");
  assert.equal(exactly(0.1 + 0.2, "sec"), "0.3 s");
  assert.equal(exactly(9007199254740991, "bytes"), "9007199254740991 bytes");
  assert.equal(exactly(16208, "occ"), "16208");
});
