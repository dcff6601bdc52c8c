// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { Tree } from "model/tree";

/** Says what a value is shown as: itself, or a part of something. */
export const kModes = ["absolute", "root", "left", "peers"] as const;
export type Mode = (typeof kModes)[number];

/** Says what values in a tree are parts of. */
export interface Whole {
  root(node: number): number; ///< Returns the total of the metric at the top.
  readonly left: number; ///< Is the value that is selected in the tree to the left.
  peers(node: number): number; ///< Returns the largest of its peers.
}

export function shareOf(value: number, mode: Mode, node: number, whole: Whole): number {
  if (mode === "absolute") return value;
  const of = mode === "root" ? whole.root(node) : mode === "left" ? whole.left : whole.peers(node);
  return of === 0 ? 0 : value / of;
}

/** Returns by node the largest size of what is shown of nodes with the same parent. */
export function largestOfSiblings(tree: Tree, nodes: ArrayLike<number>, shown: (node: number) => number): (node: number) => number {
  return largestByKey(nodes, shown, (node) => tree.parent[node]!);
}

/** Returns by node the largest size of what is shown of nodes that are as deep. */
export function largestOfLevel(tree: Tree, nodes: ArrayLike<number>, shown: (node: number) => number): (node: number) => number {
  return largestByKey(nodes, shown, (node) => tree.depth[node]!);
}

function largestByKey(nodes: ArrayLike<number>, shown: (node: number) => number, keyOf: (node: number) => number): (node: number) => number {
  const largest = new Map<number, number>();
  for (let i = 0; i < nodes.length; ++i) {
    const node = nodes[i]!;
    const size = Math.abs(shown(node));
    if (size > (largest.get(keyOf(node)) ?? 0)) largest.set(keyOf(node), size);
  }
  return (node) => largest.get(keyOf(node)) ?? 0;
}
