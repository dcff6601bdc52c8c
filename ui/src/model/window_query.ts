// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A query is wider than a view, half a screen in each direction, with edges at multiples of powers of two, so
// that small moves ask for nothing new, and with a resolution that bounds the rows of the answer.

export interface WindowQuery {
  readonly locations: readonly number[]; ///< Has positions, ascending.
  readonly from: number;
  readonly to: number;
  readonly resolution: number;
}

export const kMostRows = 300_000; ///< Is the most rows of an answer.
const kMostLocations = 4096; ///< Is the most locations that the server answers for.
const kLongestList = 5000; ///< Counts letters of their positions in a URL.

export function floorPower(value: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(value, 1)));
}

/** Returns [first, end) with a margin, at multiples of a power of two, within [0, size). */
export function widened(first: number, end: number, margin: number, size: number): [number, number] {
  const step = floorPower(Math.max((end - first) / 2, 1));
  return [
    Math.max(Math.floor((first - margin) / step) * step, 0),
    Math.min(Math.ceil((end + margin) / step) * step, size),
  ];
}

/** Writes positions with ranges: "0-39,77". */
export function rangesText(ascending: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < ascending.length; ) {
    let end = i + 1;
    while (end < ascending.length && ascending[end] === ascending[end - 1]! + 1) ++end;
    parts.push(end - i === 1 ? String(ascending[i]!) : `${ascending[i]!}-${ascending[end - 1]!}`);
    i = end;
  }
  return parts.join(",");
}

function ascendingOf(location: Int32Array, first: number, end: number): number[] {
  return [...new Set(location.subarray(first, Math.min(end, first + kMostLocations)))].sort((a, b) => a - b);
}

/** Returns the locations of rows [first, end), which are seen, and some around them. */
function locationsAround(location: Int32Array, first: number, end: number): number[] {
  const [from, to] = widened(first, end, (end - first) / 2, location.length);
  const around = ascendingOf(location, from, to);
  if (rangesText(around).length <= kLongestList) return around;
  let list = ascendingOf(location, first, end);
  while (rangesText(list).length > kLongestList) list = list.slice(0, Math.floor(list.length * 0.8));
  return list;
}

export interface Seen {
  readonly from: number;
  readonly to: number;
  readonly width: number; ///< Is the width of the picture in pixels.
  readonly firstRow: number;
  readonly endRow: number;
}

/** Makes the query. `location` is that of each row, `length` that of the run. */
export function windowQuery(seen: Seen, location: Int32Array, length: number): WindowQuery {
  const span = seen.to - seen.from;
  const [from, to] = widened(seen.from, seen.to, span / 2, length);
  const locations = locationsAround(location, seen.firstRow, seen.endRow);
  return { locations, from: Math.floor(from), to: Math.ceil(to), resolution: floorPower((2 * span) / seen.width) };
}

/** Returns the resolution with which an answer can have no more than kMostRows, whatever happened. */
export function safeResolution(query: WindowQuery): number {
  const rows = (query.locations.length * (query.to - query.from)) / kMostRows;
  return Math.max(query.resolution, 2 * floorPower(rows));
}

/** Returns how fine the resolution can be, after so many rows: half of it makes at most twice as many. */
export function refinedResolution(query: WindowQuery, resolution: number, rows: number): number {
  return Math.max(query.resolution, resolution / floorPower(kMostRows / Math.max(rows, 1)));
}
