// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What happened in a run, as columns. Times are ticks since its begin; locations, call paths and metrics are
// positions in the report's lists, and where there is none, it is kNoPosition.

export const kNoPosition = 0xffffffff;

/** What there is of a run; nothing, where its length is 0. */
export interface Run {
  readonly ticksPerSecond: number;
  readonly length: number;
  readonly hasEvents: boolean;
  readonly problem: string; ///< why there are no events, or nothing at all
  readonly waits: number;
  readonly messages: number;
  readonly collectives: number;
  readonly transfers: number;
  readonly stretches: number;
  readonly corrections: number;
}

/** What locations did: by location, then begin. */
export interface Activities {
  readonly size: number;
  readonly location: Uint32Array;
  readonly begin: Float64Array;
  readonly end: Float64Array;
  readonly path: Uint32Array;
  readonly count: Uint32Array; ///< how many activities the row stands for
  readonly share: Uint8Array; ///< of its time that was on `path`, in 255ths
}

/** Wait states: by location, then begin. */
export interface Waits {
  readonly size: number;
  readonly location: Uint32Array;
  readonly begin: Float64Array;
  readonly end: Float64Array;
  readonly metric: Uint32Array; ///< its kind
  readonly path: Uint32Array;
  readonly cause: Uint32Array; ///< a location
  readonly amount: Float64Array;
  readonly count: Uint32Array; ///< how many wait states; what they are is that of the longest
  readonly wait: Uint32Array; ///< the longest one's position among the location's wait states
  readonly direct: Float64Array;
  readonly further: Float64Array;
}

export interface Messages {
  readonly size: number;
  readonly sender: Uint32Array;
  readonly receiver: Uint32Array;
  readonly sent: Float64Array;
  readonly received: Float64Array;
  readonly bytes: Float64Array; ///< of all
  readonly count: Uint32Array;
}

/** Messages that probes saw before they were received: each with the first one that did. */
export interface Probes {
  readonly size: number;
  readonly prober: Uint32Array;
  readonly seen: Float64Array;
  readonly path: Uint32Array;
  readonly sender: Uint32Array;
  readonly sent: Float64Array;
  readonly bytes: Float64Array;
}

/** Locations' parts in collective operations; those with the same group and instance belong together. */
export interface Collectives {
  readonly size: number;
  readonly location: Uint32Array;
  readonly begin: Float64Array;
  readonly end: Float64Array;
  readonly group: Uint32Array;
  readonly instance: Uint32Array;
  readonly path: Uint32Array;
}

/** Data that went from a partition of a send to one of a receive. Not observed: kNoPosition and NaN. */
export interface Transfers {
  readonly size: number;
  readonly sender: Uint32Array;
  readonly ready: Float64Array;
  readonly receiver: Uint32Array;
  readonly arrived: Float64Array;
  readonly completer: Uint32Array;
  readonly completed: Float64Array;
  readonly owner: Uint32Array; ///< who started the receive
  readonly receive: Uint32Array; ///< which one of the owner's
  readonly sendPartition: Uint32Array;
  readonly receivePartition: Uint32Array;
  readonly bytes: Float64Array;
}

/** Of the critical path, in the order of time. */
export interface Stretches {
  readonly size: number;
  readonly location: Uint32Array;
  readonly begin: Float64Array;
  readonly end: Float64Array;
  readonly path: Uint32Array;
  readonly from: Uint32Array; ///< the location that the path came from; none: it was here before
  readonly metric: Uint32Array; ///< the kind of the wait state that ended there
  readonly waitPath: Uint32Array;
  readonly count: Uint32Array;
  readonly position: Float64Array; ///< of the first one that the row stands for
}

/** Of locations' clocks; between two rows the shift changes linearly. */
export interface Corrections {
  readonly size: number;
  readonly location: Uint32Array;
  readonly time: Float64Array;
  readonly shift: Float64Array; ///< later than it was recorded
}

export interface Edges {
  readonly messages: Messages;
  readonly probes: Probes;
  readonly collectives: Collectives;
  readonly transfers: Transfers;
  readonly hasSent: boolean; ///< messages to locations that were not asked for are there
  readonly leftOutMessages: number;
  readonly leftOutProbes: number;
  readonly leftOutCollectives: number;
  readonly leftOutTransfers: number;
}

/** Where each location's rows are in a table that is ordered by location. */
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

/** One wait state, with all that is known of it. */
export interface Wait {
  readonly location: number;
  readonly wait: number; ///< position among the location's wait states
  readonly begin: number;
  readonly end: number;
  readonly metric: number;
  readonly path: number;
  readonly cause: number; ///< a location, or kNone
  readonly amount: number;
  readonly direct: number;
  readonly further: number;
}

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** What a location took longer on than the one that waited. */
export interface DelayPart {
  readonly location: number;
  readonly path: number;
  readonly time: number;
  readonly cost: number; ///< ticks of the wait state that it explains directly
}

/** A wait state in a chain of causes. */
export interface CauseNode {
  readonly wait: Wait;
  readonly parent: number; ///< position of the one that this one explains a part of
  readonly cost: number; ///< ticks of the parent that it explains
  readonly interval: Interval | null; ///< in which waiter and cause are compared
  readonly delays: readonly DelayPart[];
}

/** The wait states behind one, the nearest first; the first is the wait state itself. */
export interface CauseChain {
  readonly nodes: readonly CauseNode[];
  readonly isCut: boolean; ///< there are more
}

export interface CausedWait {
  readonly wait: Wait;
  readonly through: number; ///< position of the wait state that handed it on; kNone: directly
}

export interface CausedWaits {
  readonly waits: readonly CausedWait[];
  readonly isCut: boolean;
}
