// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file lays the times of two runs on each other. Times are in ticks since each run's begin.

export const kMatched = ["begin", "end", "length"] as const;
/** Says how runs are matched: by their begins, by their ends, or both, with the other one stretched. */
export type Matched = (typeof kMatched)[number];

export interface RunLength {
  readonly length: number;
  readonly ticksPerSecond: number;
}

/** Says what a time of the base is in the other run: offset + factor time. */
export interface Mapping {
  readonly factor: number;
  readonly offset: number;
}

export function mappingOf(matched: Matched, base: RunLength, other: RunLength): Mapping {
  if (matched === "length" && base.length > 0 && other.length > 0) return { factor: other.length / base.length, offset: 0 };
  const factor = other.ticksPerSecond / base.ticksPerSecond;
  return { factor, offset: matched === "end" ? other.length - factor * base.length : 0 };
}

/** Returns between which times of the base something is in either run. */
export function boundsOfBoth({ factor, offset }: Mapping, base: RunLength, other: RunLength): { first: number; end: number } {
  const begin = (0 - offset) / factor;
  return { first: Math.min(0, begin), end: Math.max(base.length, begin + other.length / factor) };
}
