// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { asList, asNumber, asObject, asPosition } from "wire/json";

/** Returns of each of `size` things its value; what has none is zero. */
export function readValues(json: unknown, size: number): Float64Array {
  const all = asObject(json, "values");
  const positions = asList(all["positions"], "positions");
  const values = asList(all["values"], "values");
  const found = new Float64Array(size);
  for (let i = 0; i < positions.length; ++i) found[asPosition(positions[i], size, "positions")] = asNumber(values[i], "values");
  return found;
}

export interface Statistics {
  readonly count: number;
  readonly sum: number;
  readonly mean: number;
  readonly deviation: number;
  readonly minimum: number;
  readonly firstQuartile: number;
  readonly median: number;
  readonly thirdQuartile: number;
  readonly maximum: number;
  readonly minimumAt: number; ///< Is the position of the minimum.
  readonly maximumAt: number;
}

/** Reads statistics; null where there are no values. */
export function readStatistics(json: unknown): Statistics | null {
  const all = asObject(json, "statistics");
  const number = (key: string) => asNumber(all[key], key);
  if (number("count") === 0) return null;
  return {
    count: number("count"),
    sum: number("sum"),
    mean: number("mean"),
    deviation: number("deviation"),
    minimum: number("minimum"),
    firstQuartile: number("first_quartile"),
    median: number("median"),
    thirdQuartile: number("third_quartile"),
    maximum: number("maximum"),
    minimumAt: number("minimum_at"),
    maximumAt: number("maximum_at"),
  };
}
