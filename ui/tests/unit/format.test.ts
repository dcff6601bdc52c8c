// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { amount, bytes, count, exactly, inUnit, percent, seconds } from "base/format";

test("seconds have three digits and a unit that fits", () => {
  const expected: [number, string][] = [
    [4.783209634, "4.78 s"],
    [18.7843999999983, "18.8 s"],
    [1234.5678, "1,235 s"],
    [0.9996, "1.00 s"],
    [0.0129, "12.9 ms"],
    [0.0008465, "847 µs"],
    [0.0009996, "1.00 ms"],
    [-0.5, "-500 ms"],
    [-0.0000123, "-12.3 µs"],
    [2.5e-9, "2.50 ns"],
    [2.5e-10, "0.25 ns"],
    [0, "0 s"],
    [NaN, "–"],
  ];
  for (const [value, text] of expected) assert.equal(seconds(value), text);
});

test("counts, bytes, shares", () => {
  assert.equal(count(16208), "16,208");
  assert.equal(count(0.3712), "0.371");
  assert.equal(count(12345.6), "12,346");
  assert.equal(bytes(30802176), "30.8 MB");
  assert.equal(bytes(999), "999 B");
  assert.equal(bytes(12.5), "12.5 B");
  assert.equal(percent(0.56622), "56.6 %");
  assert.equal(inUnit(1234567, "occ"), "1,234,567");
  assert.equal(inUnit(2.5, "MHz"), "2.50 MHz");
});

test("exact values have all digits that were measured, and none that calculating left behind", () => {
  const expected: [number, string, string][] = [
    [4.783209634, "sec", "4.783209634 s"],
    [18.7843999999983, "sec", "18.7844 s"],
    [0.0008465, "sec", "846.5 µs"],
    [0.1 + 0.2, "sec", "300 ms"],
    [-1.5e-7, "sec", "-150 ns"],
    [1 / 3e9, "sec", "0.333333333333 ns"],
    [0, "sec", "0 s"],
    [9007199254740991, "bytes", "9007199254740991 bytes"],
    [16208, "occ", "16208"],
    [0.1 + 0.2, "", "0.3"],
  ];
  for (const [value, unit, text] of expected) assert.equal(exactly(value, unit), text);
});

test("numbers in columns have their units beside them", () => {
  assert.deepEqual(amount(0.00001, "sec"), { text: "10.0", unit: "µs" });
  assert.deepEqual(amount(0, "sec"), { text: "0", unit: "s" });
  assert.deepEqual(amount(16208, "occ"), { text: "16,208", unit: "" });
  assert.deepEqual(amount(732_833_917_380, "occ"), { text: "733", unit: "G" });
  assert.deepEqual(amount(15398400, "bytes"), { text: "15.4", unit: "MB" });
});
