// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has what happened in a run, as columns. Times are ticks since its begin; locations, call paths
// and metrics are positions in the report's lists, and where there is none, it is kNoPosition.

import type { kActivities, kCollectives, kCorrections, kMessages, kProbes, kStates, kStretches, kTransfers, kWaits } from "generated/tables";
import { kNone } from "model/report";
import type { Row, Rows } from "model/tables";

export const kNoPosition = 0xffffffff;

/** Says what there is of a run; nothing, where its length is 0. */
export interface Run {
  readonly ticksPerSecond: number;
  readonly length: number;
  readonly hasEvents: boolean;
  readonly problem: string; ///< Says why there are no events, or nothing at all.
  readonly waits: number;
  readonly messages: number;
  readonly collectives: number;
  readonly transfers: number;
  readonly states: number; ///< Counts times without a core, and times that cores ran something.
  readonly stretches: number;
  readonly corrections: number;
}

export type Activities = Rows<typeof kActivities>;
export type Waits = Rows<typeof kWaits>;
export type Messages = Rows<typeof kMessages>;
export type Probes = Rows<typeof kProbes>;
export type Collectives = Rows<typeof kCollectives>;
export type Transfers = Rows<typeof kTransfers>;
export type States = Rows<typeof kStates>;
export type Stretches = Rows<typeof kStretches>;
export type Corrections = Rows<typeof kCorrections>;

export interface Edges {
  readonly messages: Messages;
  readonly probes: Probes;
  readonly collectives: Collectives;
  readonly transfers: Transfers;
  readonly states: States;
  readonly hasSent: boolean; ///< Says that messages to locations that were not asked for are there.
  readonly leftOutMessages: number;
  readonly leftOutProbes: number;
  readonly leftOutCollectives: number;
  readonly leftOutTransfers: number;
  readonly leftOutStates: number;
}

/** Says where each location's rows are in a table that is ordered by location. */
export class LocationIndex {
  private readonly starts: Int32Array;

  constructor(location: Uint32Array, locations: number) {
    this.starts = new Int32Array(locations + 1);
    for (let i = 0; i < location.length; ++i) this.starts[location[i]! + 1]!++;
    for (let i = 0; i < locations; ++i) this.starts[i + 1]! += this.starts[i]!;
  }

  begin(location: number): number {
    return this.starts[location]!;
  }
  end(location: number): number {
    return this.starts[location + 1]!;
  }
}

/** Is one wait state, with all that is known of it. The cause is a location, or kNone. */
export type Wait = Omit<Row<typeof kWaits>, "count">;

/** A row of the table of wait states. */
export function waitOfRow(waits: Waits, row: number): Wait {
  const { size: _size, count: _count, ...columns } = waits;
  const valueOf = (column: Float64Array | Uint32Array) =>
    column instanceof Uint32Array && column[row] === kNoPosition ? kNone : column[row]!;
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, valueOf(column)])) as Wait;
}

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Says what a location took longer on than the one that waited. */
export interface DelayPart {
  readonly location: number;
  readonly path: number;
  readonly time: number;
  readonly cost: number; ///< Is in ticks of the wait state that it explains directly.
}

/** Is a wait state in a chain of causes. */
export interface CauseNode {
  readonly wait: Wait;
  readonly parent: number; ///< Is the position of the one that this one explains a part of.
  readonly cost: number; ///< Is in ticks of the parent that it explains.
  readonly interval: Interval | null; ///< Is where waiter and cause are compared.
  readonly delays: readonly DelayPart[];
}

/** Has the wait states behind one, the nearest first; the first is the wait state itself. */
export interface CauseChain {
  readonly nodes: readonly CauseNode[];
  readonly isCut: boolean; ///< Says that there are more.
}

export interface CausedWait {
  readonly wait: Wait;
  readonly through: number; ///< Is the position of the wait state that passed it on; kNone: directly.
}

export interface CausedWaits {
  readonly waits: readonly CausedWait[];
  readonly isCut: boolean;
}
