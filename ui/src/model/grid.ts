// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { kNone } from "model/report";

/** Things that stand in a grid of any number of dimensions: at each place one, or none. */
export interface Grid {
  readonly sizes: readonly number[];
  readonly names: readonly string[]; ///< of the dimensions
  readonly items: Int32Array; ///< by place, the last dimension fastest; -1: nobody
}

export function placesIn(sizes: readonly number[]): number {
  return sizes.reduce((product, size) => product * size, 1);
}

/** Where coordinates are in `items`; -1 if they are outside. */
export function placeAt(sizes: readonly number[], coordinates: ArrayLike<number>): number {
  let place = 0;
  for (let d = 0; d < sizes.length; ++d) {
    if (coordinates[d]! >= sizes[d]! || coordinates[d]! < 0) return kNone;
    place = place * sizes[d]! + coordinates[d]!;
  }
  return place;
}

export function coordinatesOf(sizes: readonly number[], place: number): number[] {
  const coordinates = new Array<number>(sizes.length);
  for (let d = sizes.length - 1; d >= 0; --d) {
    coordinates[d] = place % sizes[d]!;
    place = Math.floor(place / sizes[d]!);
  }
  return coordinates;
}

/** Ranks in their order, as MPI_Cart_create numbers them; what has no place in it is left out. */
export function givenGrid(sizes: readonly number[], count: number): Grid {
  const items = Int32Array.from({ length: placesIn(sizes) }, (_, place) => (place < count ? place : kNone));
  return { sizes, names: sizes.map(() => ""), items };
}

/** The dimensions that a plane shows: the last two, or the only one as a row. */
export function planeOf(sizes: readonly number[]): { planes: number; rows: number; columns: number } {
  const columns = sizes[sizes.length - 1] ?? 0;
  const rows = sizes.length > 1 ? sizes[sizes.length - 2]! : 1;
  return { planes: placesIn(sizes.slice(0, -2)), rows, columns };
}

/** As near to a square as a number of places can be divided into rows and columns. */
export function nearlySquare(count: number): [number, number] {
  for (let rows = Math.floor(Math.sqrt(count)); rows > 1; --rows) if (count % rows === 0) return [rows, count / rows];
  return [1, count];
}
