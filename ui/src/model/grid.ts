// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { kNone } from "model/report";

/** Holds things that stand in a grid of any number of dimensions: at each cell one, or none. */
export interface Grid {
  readonly sizes: readonly number[];
  readonly names: readonly string[]; ///< Has the names of the dimensions.
  readonly items: Int32Array; ///< Has the thing of each cell, the last dimension fastest; -1: nobody.
}

export function cellsIn(sizes: readonly number[]): number {
  return sizes.reduce((product, size) => product * size, 1);
}

/** Returns where coordinates are in `items`; -1 if they are outside. */
export function cellAt(sizes: readonly number[], coordinates: ArrayLike<number>): number {
  let cell = 0;
  for (let d = 0; d < sizes.length; ++d) {
    if (coordinates[d]! >= sizes[d]! || coordinates[d]! < 0) return kNone;
    cell = cell * sizes[d]! + coordinates[d]!;
  }
  return cell;
}

export function coordinatesOf(sizes: readonly number[], cell: number): number[] {
  const coordinates = new Array<number>(sizes.length);
  for (let d = sizes.length - 1; d >= 0; --d) {
    coordinates[d] = cell % sizes[d]!;
    cell = Math.floor(cell / sizes[d]!);
  }
  return coordinates;
}

/** Returns a grid of ranks as MPI_Cart_create numbers them; what has no cell in it is left out. */
export function givenGrid(sizes: readonly number[], count: number): Grid {
  const items = Int32Array.from({ length: cellsIn(sizes) }, (_, cell) => (cell < count ? cell : kNone));
  return { sizes, names: sizes.map(() => ""), items };
}

/** Returns the dimensions that a plane shows: the last two, or the only one as a row. */
export function planeOf(sizes: readonly number[]): { planes: number; rows: number; columns: number } {
  const columns = sizes[sizes.length - 1] ?? 0;
  const rows = sizes.length > 1 ? sizes[sizes.length - 2]! : 1;
  return { planes: cellsIn(sizes.slice(0, -2)), rows, columns };
}

/** Divides a number of cells into rows and columns, as near to a square as can be. */
export function nearlySquare(count: number): [number, number] {
  for (let rows = Math.floor(Math.sqrt(count)); rows > 1; --rows) if (count % rows === 0) return [rows, count / rows];
  return [1, count];
}
