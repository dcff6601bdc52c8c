// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { type Tree, ancestorsOf, isLeaf, isWithin } from "model/tree";
import { kNone } from "model/report";

/** Returns the expanded nodes: those listed, or else the usual ones; and all around the selected one. */
export function openNodes(tree: Tree, listed: readonly number[] | null, selected: number, usually: (node: number) => boolean): Set<number> {
  const open = new Set<number>();
  if (listed !== null) for (const node of listed) if (node < tree.size) open.add(node);
  if (listed === null) for (let node = 0; node < tree.size; ++node) if (!isLeaf(tree, node) && usually(node)) open.add(node);
  if (selected !== kNone) for (const node of ancestorsOf(tree, selected)) open.add(node);
  return open;
}

/** Returns expanded nodes as a list, in the order of their numbers. */
export function listOf(open: ReadonlySet<number>): number[] {
  return [...open].sort((a, b) => a - b);
}

/** Adds a node and all that are below it. */
export function withAllBelow(tree: Tree, open: ReadonlySet<number>, node: number): Set<number> {
  const more = new Set(open);
  for (let at = tree.position[node]!; at < tree.end[node]!; ++at) if (!isLeaf(tree, tree.order[at]!)) more.add(tree.order[at]!);
  return more;
}

/** Returns what is selected after a node was collapsed: that node, if what was selected is hidden now. */
export function selectedAfterCollapse(tree: Tree, selected: number, node: number): number {
  return selected !== kNone && isWithin(tree, selected, node) ? node : selected;
}
