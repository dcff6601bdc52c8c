// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Numbers as people read them. Values that are shown short are shown in full somewhere else.

const kPrefixes: readonly (readonly [number, string])[] = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
  [1e-9, "ns"],
];

/** With so many significant digits, and no power of ten where that can be helped. */
function significant(value: number, digits: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-6)) return value.toExponential(digits - 1);
  const before = size === 0 ? 1 : Math.floor(Math.log10(size)) + 1;
  return value.toFixed(Math.min(Math.max(digits - before, 0), 12));
}

/** "4.783 s", "12.30 ms": four digits. */
export function seconds(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return "–";
  if (size === 0) return "0 s";
  const [factor, unit] = kPrefixes.find(([each]) => size >= each) ?? [1e-9, "ns"];
  return `${significant(value / factor, 4)} ${unit}`;
}

/** "16,208": whole numbers with commas, others with four digits. */
export function count(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (!Number.isInteger(value)) return significant(value, 4);
  return Math.abs(value) < 1e15 ? value.toLocaleString("en-US") : value.toExponential(3);
}

/** "30.80 MB" */
export function bytes(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
  let unit = 0;
  let size = value;
  while (Math.abs(size) >= 1000 && unit + 1 < units.length) {
    size /= 1000;
    ++unit;
  }
  return unit === 0 ? `${count(value)} B` : `${significant(size, 4)} ${units[unit]}`;
}

/** A value of a metric in its unit, short. */
export function inUnit(value: number, unit: string): string {
  if (unit === "sec") return seconds(value);
  if (unit === "bytes") return bytes(value);
  if (unit === "occ" || unit === "") return count(value);
  return `${count(value)} ${unit}`;
}

/** The same in full, but for what calculating left behind the last digits: "4.783209634 s". */
export function exactly(value: number, unit: string): string {
  if (!Number.isFinite(value)) return "no number";
  const names: Record<string, string> = { sec: "s", occ: "" };
  const shown = Number.isInteger(value) ? value : Number(value.toPrecision(15));
  return `${shown} ${names[unit] ?? unit}`.trimEnd();
}

/** How all values of a column are written, so that they can be compared at a glance: in one unit, with as many decimals. */
export interface ColumnFormat {
  readonly unit: string; ///< empty: none
  readonly text: (value: number) => string;
}

const kMostCounted = 1e8; // larger numbers are written as millions and more

function fixed(factor: number, unit: string, largest: number): ColumnFormat {
  const before = largest > 0 ? Math.floor(Math.log10(largest / factor)) + 1 : 1;
  const decimals = Math.min(Math.max(5 - Math.max(before, 1), 0), 4);
  return { unit, text: (value) => (value === 0 ? "0" : Number.isFinite(value) ? (value / factor).toFixed(decimals) : "–") };
}

/** For values of this unit, of which the largest has this size. */
export function columnFormat(largest: number, unit: string): ColumnFormat {
  if (unit === "sec") {
    const [factor, name] = kPrefixes.find(([each]) => largest >= each) ?? (largest === 0 ? kPrefixes[0]! : kPrefixes[3]!);
    return fixed(factor, name, largest);
  }
  if (unit === "bytes") {
    const power = Math.min(Math.floor(Math.log10(Math.max(largest, 1)) / 3), 5);
    return power === 0 ? { unit: "B", text: count } : fixed(1000 ** power, ["B", "kB", "MB", "GB", "TB", "PB"][power]!, largest);
  }
  const name = unit === "occ" ? "" : unit;
  const power = Math.floor(Math.log10(Math.max(largest, 1)) / 3);
  if (largest < kMostCounted || power > 5) return { unit: name, text: count };
  return fixed(1000 ** power, ["", "k", "M", "G", "T", "P"][power]! + name, largest);
}

export const kPercent: ColumnFormat = { unit: "%", text: (ratio) => (ratio === 0 ? "0" : Number.isFinite(ratio) ? (100 * ratio).toFixed(1) : "–") };

/** Of a ratio: "12.3 %". */
export function percent(ratio: number): string {
  return Number.isFinite(ratio) ? `${(100 * ratio).toFixed(1)} %` : "–";
}

/** "1 rank", "4 ranks" */
export function countOf(n: number, noun: string, plural = noun + "s"): string {
  return n === 1 ? `1 ${noun}` : `${count(n)} ${plural}`;
}
