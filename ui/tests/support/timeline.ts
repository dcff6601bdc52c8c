// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Timelines written by hand, for tests of what is drawn of them.

import { kPlainTheme } from "base/theme";
import { kStates, kWaits } from "generated/tables";
import type { BoxData } from "layout/boxes";
import { paintsOf } from "layout/paints";
import type { View, Viewport } from "layout/viewport";
import { callsOf } from "model/calls";
import { PathNames } from "model/path_names";
import { type Report, kNone } from "model/report";
import { rowsOf } from "model/rows";
import type { Fields, Rows } from "model/tables";
import { type Activities, type Edges, LocationIndex, type States, type Wait, type Waits, kNoPosition } from "model/timeline";

const none = new Uint32Array(0);
const never = new Float64Array(0);

/** Nobody communicated with anybody. */
export const kNoEdges: Edges = {
  messages: { size: 0, sender: none, receiver: none, sent: never, received: never, bytes: never, count: none },
  probes: { size: 0, prober: none, seen: never, path: none, sender: none, sent: never, bytes: never },
  collectives: { size: 0, location: none, begin: never, end: never, group: none, instance: none, path: none },
  transfers: { size: 0, sender: none, ready: never, receiver: none, arrived: never, completer: none, completed: never, owner: none, receive: none, sendPartition: none, receivePartition: none, bytes: never },
  states: zeros(kStates, 0),
  hasSent: true,
  leftOutMessages: 0,
  leftOutProbes: 0,
  leftOutCollectives: 0,
  leftOutTransfers: 0,
  leftOutStates: 0,
};

/** All letters are half as wide as they are high. */
export const measure = (text: string, size: number) => (text.length * size) / 2;

/**
 * A report of call paths, each "main/solve" with those above it before, and of nodes with ranks of so many
 * locations each: [[1, 2], [1]] are two nodes, of which the second rank has two threads.
 */
export function reportOf(paths: readonly string[], nodes: readonly (readonly number[])[], metrics: readonly string[] = ["mpi_latesender"]): Report {
  const names = paths.map((each) => each.slice(each.lastIndexOf("/") + 1));
  const regions = [...new Set(names)];
  const blank = <T>(size: number, value: T) => Array.from({ length: size }, () => value);
  const ranks = nodes.flatMap((each, node) => each.map((threads) => ({ node, threads })));
  const locations = ranks.flatMap(({ threads }, rank) => Array.from({ length: threads }, (_, thread) => ({ rank, thread })));
  const tables = {
    regions: {
      size: regions.length,
      name: regions,
      paradigm: regions.map((name) => (name.startsWith("MPI_") ? "mpi" : "user")),
      role: blank(regions.length, ""),
      file: blank(regions.length, ""),
      beginLine: new Int32Array(regions.length),
      endLine: new Int32Array(regions.length),
    },
    callPaths: {
      size: paths.length,
      parent: Int32Array.from(paths, (each) => paths.indexOf(each.slice(0, Math.max(each.lastIndexOf("/"), 0)))),
      region: Int32Array.from(names, (name) => regions.indexOf(name)),
      callFile: blank(paths.length, ""),
      callLine: new Int32Array(paths.length),
      ownSite: new Int32Array(paths.length).fill(kNone),
    },
  };
  return {
    ...tables,
    names: new PathNames(tables.callPaths, tables.regions),
    attributes: new Map(),
    notes: [],
    metrics: metrics.map((id) => ({ id, name: id, unit: "sec", dataType: "FLOAT", isDerived: false, parent: kNone, description: "", remedy: "", total: 0 })),
    nodes: { size: nodes.length, name: nodes.map((_, i) => `node${i}`), parent: new Int32Array(nodes.length).fill(kNone) },
    ranks: {
      size: ranks.length,
      name: ranks.map((_, i) => `rank ${i}`),
      type: blank(ranks.length, "process"),
      rank: Int32Array.from(ranks, (_, i) => i),
      node: Int32Array.from(ranks, ({ node }) => node),
    },
    locations: {
      size: locations.length,
      name: locations.map((_, i) => `location ${i}`),
      type: blank(locations.length, "thread"),
      rank: Int32Array.from(locations, ({ rank }) => rank),
      thread: Int32Array.from(locations, ({ thread }) => thread),
    },
  };
}

/** The report with the locations of its last rank as what is no thread of the run, of these names. */
export function withSystem(report: Report, names: readonly string[]): Report {
  const { ranks, locations } = report;
  const last = ranks.size - 1;
  const first = locations.rank.indexOf(last);
  return {
    ...report,
    ranks: { ...ranks, type: ranks.type.map((type, i) => (i < last ? type : "metrics")), name: ranks.name.map((name, i) => (i < last ? name : "operating system")) },
    locations: {
      ...locations,
      type: locations.type.map((type, i) => (i < first ? type : "metric")),
      name: locations.name.map((name, i) => (i < first ? name : names[i - first]!)),
    },
  };
}

type StateRow = readonly [location: number, begin: number, end: number, metric: number, cause: number];

/** Metric and cause -1: none. */
export function statesOf(rows: readonly StateRow[]): States {
  const position = (value: number) => (value === kNone ? kNoPosition : value);
  return {
    size: rows.length,
    location: Uint32Array.from(rows, ([location]) => location),
    begin: Float64Array.from(rows, ([, begin]) => begin),
    end: Float64Array.from(rows, ([, , end]) => end),
    metric: Uint32Array.from(rows, ([, , , metric]) => position(metric)),
    cause: Uint32Array.from(rows, ([, , , , cause]) => position(cause)),
  };
}

type ActivityRow = readonly [location: number, begin: number, end: number, path: number, count?: number, share?: number];

/** Path -1: none. */
export function activitiesOf(rows: readonly ActivityRow[]): Activities {
  return {
    size: rows.length,
    location: Uint32Array.from(rows, ([location]) => location),
    begin: Float64Array.from(rows, ([, begin]) => begin),
    end: Float64Array.from(rows, ([, , end]) => end),
    path: Uint32Array.from(rows, ([, , , path]) => (path === kNone ? kNoPosition : path)),
    count: Uint32Array.from(rows, ([, , , , count]) => count ?? 1),
    share: Uint8Array.from(rows, ([, , , , , share]) => share ?? 255),
  };
}

/** Columns of zeros. */
function zeros<T extends Fields>(fields: T, size: number): Rows<T> {
  const types = { u8: Uint8Array, u32: Uint32Array, f64: Float64Array };
  const columns = Object.entries(fields).map(([name, { type }]) => [name, new types[type](size)] as const);
  return { size, ...Object.fromEntries(columns) } as Rows<T>;
}

type WaitRow = readonly [location: number, begin: number, end: number, path: number, cause: number];

/** A wait state of which nothing is known. */
export const kNoWait = Object.fromEntries(Object.keys(kWaits).map((name) => [name, 0])) as unknown as Wait;

export function waitsOf(rows: readonly WaitRow[]): Waits {
  const amounts = Float64Array.from(rows, ([, begin, end]) => end - begin);
  return {
    ...zeros(kWaits, rows.length),
    location: Uint32Array.from(rows, ([location]) => location),
    begin: Float64Array.from(rows, ([, begin]) => begin),
    end: Float64Array.from(rows, ([, , end]) => end),
    path: Uint32Array.from(rows, ([, , , path]) => path),
    cause: Uint32Array.from(rows, ([, , , , cause]) => cause),
    amount: amounts,
    count: new Uint32Array(rows.length).fill(1),
    wait: Uint32Array.from(rows, (_, i) => i),
    direct: amounts,
  };
}

export function boxDataOf(report: Report, rows: readonly ActivityRow[], collapsed: readonly string[] = []): BoxData {
  const activities = activitiesOf(rows);
  return {
    report,
    calls: callsOf(report.callPaths),
    rows: rowsOf(report, new Set(collapsed)),
    activities,
    index: new LocationIndex(activities.location, report.locations.size),
    hasStates: false,
  };
}

export function viewportOf(view: Partial<View>, extent: Partial<Viewport> & { readonly rows: number; readonly length: number }): Viewport {
  return { first: 0, from: 0, to: extent.length, firstRow: 0, rowHeight: 20, width: 1000, height: 600, ...extent, ...view };
}

export const paints = (report: Report) => paintsOf(report, kPlainTheme);

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly ink: unknown;
}

export function rectsOf(list: { readonly rects: Float32Array; readonly palette: readonly unknown[] }): Rect[] {
  const rects: Rect[] = [];
  for (let i = 0; i < list.rects.length; i += 5) {
    const [x, y, width, height, ink] = list.rects.subarray(i, i + 5);
    rects.push({ x: x!, y: y!, width: width!, height: height!, ink: list.palette[ink!] });
  }
  return rects;
}
