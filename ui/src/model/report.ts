// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A report's definitions are columns: things are their positions, and where there is none, it is -1.

import type { PathNames } from "model/path_names";

export const kNone = -1;

export interface Metric {
  readonly id: string; ///< Is the unique name.
  readonly name: string;
  readonly unit: string;
  readonly dataType: string;
  readonly isDerived: boolean; ///< Says that values need not add up.
  readonly parent: number; ///< Is the metric whose values contain those of this one.
  readonly description: string;
  readonly remedy: string;
  readonly total: number; ///< Is NaN where it is no number.
}

export interface Regions {
  readonly size: number;
  readonly name: readonly string[];
  readonly paradigm: readonly string[];
  readonly role: readonly string[];
  readonly file: readonly string[];
  readonly beginLine: Int32Array;
  readonly endLine: Int32Array;
}

export interface CallPaths {
  readonly size: number;
  readonly parent: Int32Array; ///< Has the parent of each call path, which comes before its children.
  readonly region: Int32Array;
  readonly callFile: readonly string[];
  readonly callLine: Int32Array;
  readonly ownSite: Int32Array; ///< Has the call path on the way to each that was called in the program's own code.
}

export interface Nodes {
  readonly size: number;
  readonly name: readonly string[];
  readonly parent: Int32Array; ///< Has the parent of each node, which comes before its children.
}

export interface Ranks {
  readonly size: number;
  readonly name: readonly string[];
  readonly type: readonly string[];
  readonly rank: Int32Array; ///< Has each rank's number in MPI_COMM_WORLD.
  readonly node: Int32Array;
}

export interface Locations {
  readonly size: number;
  readonly name: readonly string[];
  readonly type: readonly string[];
  readonly rank: Int32Array; ///< Has the position of each location's process.
  readonly thread: Int32Array;
}

export interface Report {
  readonly attributes: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
  readonly metrics: readonly Metric[];
  readonly regions: Regions;
  readonly callPaths: CallPaths;
  readonly nodes: Nodes;
  readonly ranks: Ranks;
  readonly locations: Locations;
  readonly names: PathNames;
}

export function findMetric(report: Report, id: string): number {
  return report.metrics.findIndex((each) => each.id === id);
}

/** Says what is changed in a predicted run: "solve were not there"; empty: the run was recorded. */
export function changeOf(report: Report): string {
  return report.attributes.get("latecomer.whatif.1") ?? "";
}

/** Returns whether a location is a thread or stream of the run; others are devices, cores and other programs. */
export function isOfRun({ locations, ranks }: Report, location: number): boolean {
  return locations.type[location] !== "metric" || ranks.type[locations.rank[location]!] !== "metrics";
}

/** Names a node. Names are written with the kind of thing before them, which many names say themselves. */
export function nodeName(nodes: Nodes, node: number): string {
  return nodes.name[node]!.replace(/^node (?=node)/, "");
}

/** Returns the name of a device, core or other program: each node has its own ones, so "disks on node7", if there are several. */
function systemName({ locations, ranks, nodes }: Report, location: number): string {
  const name = locations.name[location]!;
  const node = ranks.node[locations.rank[location]!]!;
  return ranks.node.every((each) => each === node) ? name : `${name} on ${nodeName(nodes, node)}`;
}

/** Returns "rank 3", or for other threads than a process's first "rank 3, thread 2". */
export function locationName(report: Report, location: number): string {
  if (!isOfRun(report, location)) return systemName(report, location);
  const { locations, ranks } = report;
  const rank = `rank ${ranks.rank[locations.rank[location]!]!}`;
  const thread = locations.thread[location]!;
  return thread === 0 ? rank : `${rank}, thread ${thread}`;
}

const kWaitStates = /latesender|lswo|latereceiver|_wait|contention/;

/** Names a kind of wait state behind those that contain it: "Late Sender: Wrong Order". */
export function waitName(report: Report, metric: number): string {
  const names: string[] = [];
  for (let each = metric; each !== kNone && (names.length === 0 || kWaitStates.test(report.metrics[each]!.id)); each = report.metrics[each]!.parent)
    names.unshift(report.metrics[each]!.name);
  return names.join(": ");
}
