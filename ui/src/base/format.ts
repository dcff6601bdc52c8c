// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file writes numbers as people read them. Values that are shown short are shown in full somewhere else.

type Unit = readonly [number, string];

const kTimes: readonly Unit[] = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
  [1e-9, "ns"],
];
const kBytes: readonly Unit[] = [
  [1e18, "EB"],
  [1e15, "PB"],
  [1e12, "TB"],
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
  [1, "B"],
];
const kLarge: readonly Unit[] = [
  [1e15, "P"],
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
  [1, ""],
];
const kMostCounted = 1e8; // Larger numbers are written as millions and more, where there is little room.

/** Returns whether a number is written as 1.00 at least, though it be 0.9996. */
function isOneAtLeast(size: number): boolean {
  return size >= 0.9995;
}

/** Returns the first of these units, largest first, in which a value is 1 at least, or the last one. */
function unitOf(value: number, units: readonly Unit[]): Unit {
  return units.find(([factor]) => isOneAtLeast(Math.abs(value) / factor)) ?? units[units.length - 1]!;
}

/** Writes three significant digits, or more where they are in front of the point. */
function threeDigits(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e15) return value.toExponential(2);
  if (size >= 999.5) return Math.round(value).toLocaleString("en-US");
  if (!isOneAtLeast(size)) return String(Number(value.toPrecision(3)));
  return value.toFixed(size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

/** Is a number and its unit, which stand in columns of their own. */
export interface Amount {
  readonly text: string;
  readonly unit: string; ///< Is empty if there is none.
}

function inUnitOf(value: number, units: readonly Unit[], of = ""): Amount {
  const [factor, name] = unitOf(value, units);
  return { text: threeDigits(value / factor), unit: name + of };
}

/** Returns a value of a metric, short: three digits in the unit that fits. */
export function amount(value: number, unit: string): Amount {
  if (!Number.isFinite(value)) return { text: "–", unit: "" };
  if (value === 0) return { text: "0", unit: unit === "sec" ? "s" : unit === "bytes" ? "B" : unit === "occ" ? "" : unit };
  if (unit === "sec") return inUnitOf(value, kTimes);
  if (unit === "bytes") return Number.isInteger(value) && Math.abs(value) < 1000 ? { text: String(value), unit: "B" } : inUnitOf(value, kBytes);
  const name = unit === "occ" ? "" : unit;
  return Math.abs(value) < kMostCounted ? { text: count(value), unit: name } : inUnitOf(value, kLarge, name);
}

function inOne({ text, unit }: Amount): string {
  return `${text} ${unit}`.trimEnd();
}

/** Writes seconds: "4.78 s", "12.3 ms". */
export function seconds(value: number): string {
  return inOne(amount(value, "sec"));
}

/** Writes whole numbers with commas, "16,208", others with three digits. */
export function count(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toLocaleString("en-US") : threeDigits(value);
}

/** Writes bytes: "30.8 MB". */
export function bytes(value: number): string {
  return inOne(amount(value, "bytes"));
}

/** Writes a value of a metric in its unit, short. */
export function inUnit(value: number, unit: string): string {
  if (unit === "sec" || unit === "bytes") return inOne(amount(value, unit));
  return inOne({ text: count(value), unit: unit === "occ" ? "" : unit });
}

/** Removes what calculating has left behind the last digits. */
function tidy(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(12));
}

/** Writes a value in full: "4.783209634 s", "846.5 µs". */
export function exactly(value: number, unit: string): string {
  if (!Number.isFinite(value)) return "no number";
  const [factor, name] = unit === "sec" ? unitOf(value === 0 ? 1 : value, kTimes) : [1, unit === "occ" ? "" : unit];
  return `${tidy(value / factor)} ${name}`.trimEnd();
}

/** Returns a ratio as a percentage, for columns. */
export function percentAmount(ratio: number): Amount {
  return { text: ratio === 0 ? "0" : Number.isFinite(ratio) ? (100 * ratio).toFixed(1) : "–", unit: "%" };
}

/** Writes a ratio as a percentage: "12.3 %". */
export function percent(ratio: number): string {
  return Number.isFinite(ratio) ? `${(100 * ratio).toFixed(1)} %` : "–";
}

/** Writes a change as a part of what was: "−51.0 %"; nothing where there was nothing. */
export function relativeChange(before: number, after: number): string {
  if (!(before > 0)) return "";
  return `${after < before ? "−" : "+"}${percent(Math.abs(after - before) / before)}`;
}

/** Writes "1 rank", "4 ranks". */
export function countOf(n: number, noun: string, plural = noun + "s"): string {
  return n === 1 ? `1 ${noun}` : `${count(n)} ${plural}`;
}
