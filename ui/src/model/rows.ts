// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file makes the timeline's rows: locations, grouped by process and node. A group that is collapsed is
// one row, which stands for its first location.

import { type Report, isOfRun, kNone, nodeName } from "model/report";

export interface Group {
  readonly kind: "node" | "rank";
  readonly position: number;
  readonly name: string;
  readonly first: number; ///< Is its first row.
  readonly end: number; ///< Is behind its last row.
  readonly locations: number;
  readonly isCollapsed: boolean;
  readonly parent: number; ///< Is, of a rank, its node's position among the groups.
}

export interface Rows {
  readonly size: number;
  readonly location: Int32Array; ///< Has the location of each row.
  readonly group: Int32Array; ///< Has the innermost group of each row.
  readonly rowOf: Int32Array; ///< Has for each location where it is seen, or what it is in; kNone: it is not shown.
  readonly groups: readonly Group[]; ///< Has groups, each node's before those of its ranks.
  readonly hasThreads: boolean; ///< Says that some process has several locations.
}

/** Returns a group's name among those that are collapsed: "node-0", "rank-3". */
export function groupKey(kind: Group["kind"], position: number): string {
  return `${kind}-${position}`;
}

function membersOf(owner: Int32Array, owners: number, isMember: (i: number) => boolean = () => true): number[][] {
  const members: number[][] = Array.from({ length: owners }, () => []);
  owner.forEach((each, i) => {
    if (each !== kNone && isMember(i)) members[each]!.push(i);
  });
  return members;
}

/** Names a process; or a group of what is no thread, whose only location says what it is. */
function groupName(report: Report, rank: number, locations: readonly number[]): string {
  if (isOfRun(report, locations[0]!)) return `rank ${report.ranks.rank[rank]!}`;
  return locations.length === 1 ? report.locations.name[locations[0]!]! : report.ranks.name[rank]!;
}

/** Returns "thread 2", as what a location is in its group; or the name of what is no thread. */
export function memberName(report: Report, location: number): string {
  return isOfRun(report, location) ? `thread ${report.locations.thread[location]!}` : report.locations.name[location]!;
}

/** Puts rows together. */
class Builder {
  readonly location: number[] = [];
  readonly group: number[] = [];
  readonly groups: Group[] = [];
  readonly rowOf: Int32Array;

  constructor(
    private readonly report: Report,
    private readonly isCollapsed: (key: string) => boolean,
  ) {
    this.rowOf = new Int32Array(report.locations.size).fill(kNone);
  }

  private addRow(location: number, members: readonly number[], group: number): void {
    for (const each of members) this.rowOf[each] = this.location.length;
    this.location.push(location);
    this.group.push(group);
  }

  private addRank(rank: number, locations: readonly number[], node: number): void {
    const isCollapsed = locations.length > 1 && this.isCollapsed(groupKey("rank", rank));
    const first = this.location.length;
    const group = this.groups.length;
    if (isCollapsed) this.addRow(locations[0]!, locations, group);
    else for (const each of locations) this.addRow(each, [each], group);
    this.groups.push({
      kind: "rank",
      position: rank,
      name: groupName(this.report, rank, locations),
      first,
      end: this.location.length,
      locations: locations.length,
      isCollapsed,
      parent: node,
    });
  }

  addNode(node: number, ranks: readonly number[], locationsOf: readonly (readonly number[])[]): void {
    const locations = ranks.flatMap((rank) => locationsOf[rank]!);
    if (locations.length === 0) return;
    const isCollapsed = this.isCollapsed(groupKey("node", node));
    const first = this.location.length;
    const group = this.groups.length;
    const entry = { kind: "node", position: node, name: nodeName(this.report.nodes, node), first, locations: locations.length, isCollapsed, parent: kNone } as const;
    this.groups.push({ ...entry, end: first + 1 });
    if (isCollapsed) {
      this.addRow(locations[0]!, locations, group);
      return;
    }
    for (const rank of ranks) if (locationsOf[rank]!.length > 0) this.addRank(rank, locationsOf[rank]!, group);
    this.groups[group] = { ...entry, end: this.location.length };
  }
}

/** Makes rows of the locations that are shown. */
export function rowsOf(report: Report, collapsed: ReadonlySet<string>, isShown: (location: number) => boolean = () => true): Rows {
  const locationsOf = membersOf(report.locations.rank, report.ranks.size, isShown);
  const ranksOf = membersOf(report.ranks.node, report.nodes.size);
  const builder = new Builder(report, (key) => collapsed.has(key));
  ranksOf.forEach((ranks, node) => builder.addNode(node, ranks, locationsOf));
  return {
    size: builder.location.length,
    location: Int32Array.from(builder.location),
    group: Int32Array.from(builder.group),
    rowOf: builder.rowOf,
    groups: builder.groups,
    hasThreads: locationsOf.some((each) => each.length > 1),
  };
}

/** Returns "rank 3", "thread 2", or of a collapsed group "node7: 12 locations". */
export function rowName(report: Report, rows: Rows, row: number): string {
  const group = rows.groups[rows.group[row]!]!;
  if (group.isCollapsed) return `${group.name}: ${group.locations} locations`;
  if (group.locations === 1) return group.name;
  return memberName(report, rows.location[row]!);
}
