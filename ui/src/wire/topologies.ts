// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { type Grid, cellAt, cellsIn } from "model/grid";
import { kNone } from "model/report";
import { type JsonObject, asList, asNumber, asObject, asPosition, asText } from "wire/json";

const kMostCells = 10_000_000;

/** Is a recorded grid, in which ranks stand, or locations. */
export interface Topology {
  readonly name: string;
  readonly of: "rank" | "location";
  readonly grid: Grid;
}

function itemsOf(placed: JsonObject, sizes: readonly number[], most: number): Int32Array {
  const items = new Int32Array(cellsIn(sizes)).fill(kNone);
  const positions = asList(placed["positions"], "positions");
  const coordinates = asList(placed["coordinates"], "coordinates").map((each) => asNumber(each, "coordinates"));
  positions.forEach((position, i) => {
    const cell = cellAt(sizes, coordinates.slice(i * sizes.length, (i + 1) * sizes.length));
    if (cell !== kNone && items[cell] === kNone) items[cell] = asPosition(position, most, "positions");
  });
  return items;
}

/** Returns the topologies that can be drawn: of some dimensions, with ranks or locations in them. */
export function readTopologies(json: unknown, ranks: number, locations: number): Topology[] {
  const found: Topology[] = [];
  for (const each of asList(asObject(json, "topologies")["topologies"], "topologies")) {
    const all = asObject(each, "topologies");
    const dimensions = asList(all["dimensions"], "dimensions").map((dimension) => asObject(dimension, "dimensions"));
    const sizes = dimensions.map((dimension) => asNumber(dimension["size"], "size"));
    const of = all["ranks"] !== null ? "rank" : "location";
    const placed = of === "rank" ? all["ranks"] : all["locations"];
    if (placed === null || sizes.length === 0 || cellsIn(sizes) > kMostCells || cellsIn(sizes) === 0) continue;
    const items = itemsOf(asObject(placed, "placed"), sizes, of === "rank" ? ranks : locations);
    const names = dimensions.map((dimension) => asText(dimension["name"], "name"));
    found.push({ name: asText(all["name"], "name"), of, grid: { sizes, names, items } });
  }
  return found;
}
