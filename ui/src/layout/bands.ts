// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file divides a row. Where there is room, the depths of the call tree lie below one another, the
// outermost on top; else deeper ones share the last level, which then shows the innermost call. Below them are
// the states of the thread, where they are known, and below all is the band of the critical path.
//
//     row | margin
//         | level 0    main
//         | level 1    solve         MPI_Recv
//         | states      ──          ─
//         | critical path  ─────────
//         | margin

import type { Calls } from "model/calls";

export interface Bands {
  readonly levels: number;
  readonly top: number; ///< Is where level 0 begins, from the row's top.
  readonly levelHeight: number;
  readonly stateTop: number; ///< Is where the states' band begins.
  readonly stateHeight: number; ///< Is 0 where there is no such band.
  readonly pathTop: number; ///< Is where the critical path's band begins.
  readonly pathHeight: number;
}

const kLeastLevel = 13; ///< Is high enough for a label.
const kMostLevel = 24;

function heightOfStates(rowHeight: number): number {
  return rowHeight >= 24 ? 4 : rowHeight >= 16 ? 3 : rowHeight >= 10 ? 2 : 0;
}

export function bandsOf(rowHeight: number, calls: Calls, hasStates = false): Bands {
  const margin = rowHeight >= 10 ? 2 : rowHeight >= 5 ? 1 : 0;
  const pathHeight = rowHeight >= 16 ? 4 : rowHeight >= 8 ? 2 : 1;
  const hasPathBand = rowHeight >= 8;
  const stateHeight = hasStates ? heightOfStates(rowHeight) : 0;
  const room = rowHeight - margin - stateHeight - (hasPathBand ? pathHeight + 1 : margin);
  const levels = Math.min(Math.max(Math.floor(room / kLeastLevel), 1), calls.levels);
  const levelHeight = levels === 1 ? room : Math.min(room / levels, kMostLevel);
  const stateTop = margin + levels * levelHeight;
  const pathTop = hasPathBand ? stateTop + stateHeight + 1 : rowHeight - margin - pathHeight;
  return { levels, top: margin, levelHeight, stateTop, stateHeight, pathTop, pathHeight };
}

/** Returns how high a row is in which all depths of the call tree lie below one another, with labels. */
export function heightOfAllLevels(calls: Calls, hasStates: boolean): number {
  return 18 * calls.levels + 8 + (hasStates ? heightOfStates(Infinity) : 0);
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
