// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { Part } from "model/parts";
import { type Report, kNone } from "model/report";
import { type Tree, buildTree } from "model/tree";

/** Is the system as one tree: nodes first, then ranks, then locations. */
export interface System {
  readonly tree: Tree;
  readonly ranks: number; ///< Is where ranks begin.
  readonly locations: number;
  readonly name: readonly string[];
}

export function buildSystem(report: Report): System {
  const { nodes, ranks, locations } = report;
  const firstRank = nodes.size;
  const firstLocation = firstRank + ranks.size;
  const parent = new Int32Array(firstLocation + locations.size);
  parent.set(nodes.parent);
  parent.set(ranks.node, firstRank);
  for (let i = 0; i < locations.size; ++i) parent[firstLocation + i] = firstRank + locations.rank[i]!;
  return {
    tree: buildTree(parent),
    ranks: firstRank,
    locations: firstLocation,
    name: [...nodes.name, ...ranks.name, ...locations.name],
  };
}

export function partAt(system: System, item: number): Part {
  if (item >= system.locations) return { kind: "location", position: item - system.locations };
  if (item >= system.ranks) return { kind: "rank", position: item - system.ranks };
  return { kind: "node", position: item };
}

/** Returns where a part is in the tree; -1 if the report has no such part. */
export function itemOf(system: System, part: Part): number {
  const [begin, end] = {
    node: [0, system.ranks],
    rank: [system.ranks, system.locations],
    location: [system.locations, system.tree.size],
  }[part.kind] as [number, number];
  return begin + part.position < end ? begin + part.position : kNone;
}
