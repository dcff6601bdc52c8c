// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file divides a row. Where there is room, the depths of the call tree lie below one another, the
// outermost on top; else deeper ones share the last level, which then shows the innermost call. Below all is
// the band of the critical path.
//
//     row | margin
//         | level 0    main
//         | level 1    solve         MPI_Recv
//         | critical path  ─────────
//         | margin

import type { Calls } from "model/calls";

export interface Bands {
  readonly levels: number;
  readonly top: number; ///< Is where level 0 begins, from the row's top.
  readonly levelHeight: number;
  readonly pathTop: number; ///< Is where the critical path's band begins.
  readonly pathHeight: number;
}

const kLeastLevel = 13; ///< Is high enough for a label.
const kMostLevel = 24;

export function bandsOf(rowHeight: number, calls: Calls): Bands {
  const margin = rowHeight >= 10 ? 2 : rowHeight >= 5 ? 1 : 0;
  const pathHeight = rowHeight >= 16 ? 4 : rowHeight >= 8 ? 2 : 1;
  const hasPathBand = rowHeight >= 8;
  const room = rowHeight - margin - (hasPathBand ? pathHeight + 1 : margin);
  const levels = Math.min(Math.max(Math.floor(room / kLeastLevel), 1), calls.levels);
  const levelHeight = levels === 1 ? room : Math.min(room / levels, kMostLevel);
  const pathTop = hasPathBand ? margin + levels * levelHeight + 1 : rowHeight - margin - pathHeight;
  return { levels, top: margin, levelHeight, pathTop, pathHeight };
}

/** Returns how high a row is in which all depths of the call tree lie below one another, with labels. */
export function heightOfAllLevels(calls: Calls): number {
  return 18 * calls.levels + 8;
}

/** Returns the level on which a depth of the call tree is drawn. */
export function levelOf(bands: Bands, calls: Calls, depth: number): number {
  return Math.min(Math.max(depth - calls.common, 0), bands.levels - 1);
}

/** Says which depths a level shows, up to `deepest`; what is not as deep as `least` is further up. */
export interface Level {
  readonly least: number;
  readonly deepest: number;
}

export function levelAt(bands: Bands, calls: Calls, level: number): Level {
  const depth = level + calls.common;
  return { least: level === 0 ? 0 : depth, deepest: level === bands.levels - 1 ? Infinity : depth };
}
