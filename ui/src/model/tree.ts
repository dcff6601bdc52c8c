// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { kNone } from "model/report";

/** Is a forest of nodes 0 to size - 1, laid out so that a subtree is a piece of `order`. */
export interface Tree {
  readonly size: number;
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  readonly order: Int32Array; ///< Has all nodes, depth first.
  readonly position: Int32Array; ///< Has the position of each node in `order`.
  readonly end: Int32Array; ///< Has for each node where its subtree ends in `order`.
  readonly number: Int32Array; ///< Is the number of each node among those with its parent, from 0.
  readonly children: Int32Array; ///< Counts the children of each node.
  readonly roots: number; ///< Counts the roots.
}

/** Builds a tree. Parents come before their children, which stay in the order of their numbers. */
export function buildTree(parent: Int32Array): Tree {
  return laidOut(parent, Int32Array.from(parent, (_, i) => i));
}

/** Returns a tree with the same nodes, those with the same parent from the largest key to the smallest. */
export function sortedTree({ parent, depth }: Tree, key: ArrayLike<number>): Tree {
  const nodes = Int32Array.from(parent, (_, i) => i);
  return laidOut(parent, nodes.sort((a, b) => depth[a]! - depth[b]! || key[b]! - key[a]! || a - b));
}

/** Lays out nodes. `sequence` has all of them in an order in which parents come before their children. */
function laidOut(parent: Int32Array, sequence: Int32Array): Tree {
  const size = parent.length;
  const nodes = new Int32Array(size).fill(1); // Counts the nodes of each subtree.
  for (let i = size - 1; i >= 0; --i) if (parent[i] !== kNone) nodes[parent[i]!]! += nodes[i]!;

  const depth = new Int32Array(size);
  const order = new Int32Array(size);
  const position = new Int32Array(size);
  const end = new Int32Array(size);
  const number = new Int32Array(size);
  const children = new Int32Array(size);
  const next = new Int32Array(size); // Says for each node where its next child goes.
  let nextRoot = 0;
  let roots = 0;
  for (const i of sequence) {
    const above = parent[i]!;
    position[i] = above === kNone ? nextRoot : next[above]!;
    if (above === kNone) nextRoot += nodes[i]!;
    else next[above]! += nodes[i]!;
    number[i] = above === kNone ? roots++ : children[above]!++;
    depth[i] = above === kNone ? 0 : depth[above]! + 1;
    end[i] = position[i]! + nodes[i]!;
    next[i] = position[i]! + 1;
    order[position[i]!] = i;
  }
  return { size, parent, depth, order, position, end, number, children, roots };
}

export function isLeaf(tree: Tree, node: number): boolean {
  return tree.children[node] === 0;
}

/** Returns whether `inner` is `outer` or below it. */
export function isWithin(tree: Tree, inner: number, outer: number): boolean {
  return tree.position[inner]! >= tree.position[outer]! && tree.position[inner]! < tree.end[outer]!;
}

export function childrenOf(tree: Tree, node: number): number[] {
  const children: number[] = [];
  for (let at = tree.position[node]! + 1; at < tree.end[node]!; at = tree.end[tree.order[at]!]!) children.push(tree.order[at]!);
  return children;
}

/** Returns the nodes at the top. */
export function rootsOf(tree: Tree): number[] {
  const roots: number[] = [];
  for (let at = 0; at < tree.size; at = tree.end[tree.order[at]!]!) roots.push(tree.order[at]!);
  return roots;
}

/** Returns the node that contains this one and is in no other one. */
export function rootOf(tree: Tree, node: number): number {
  while (tree.parent[node] !== kNone) node = tree.parent[node]!;
  return node;
}

/** Returns the nodes above this one, the nearest first. */
export function ancestorsOf(tree: Tree, node: number): number[] {
  const found: number[] = [];
  for (let each = tree.parent[node]!; each !== kNone; each = tree.parent[each]!) found.push(each);
  return found;
}

/** Returns the nodes that are seen where these are expanded and these are hidden with all below. */
export function visibleNodes(
  tree: Tree,
  isExpanded: (node: number) => boolean,
  isHidden: (node: number) => boolean = () => false,
): Int32Array {
  const visible = new Int32Array(tree.size);
  let count = 0;
  for (let at = 0; at < tree.size; ) {
    const node = tree.order[at]!;
    const isShown = !isHidden(node);
    if (isShown) visible[count++] = node;
    at = isShown && isExpanded(node) ? at + 1 : tree.end[node]!;
  }
  return visible.subarray(0, count);
}

/** Returns the sum of each node's value and those of all nodes below it. */
export function inclusiveSums(tree: Tree, own: Float64Array): Float64Array {
  const sums = Float64Array.from(own);
  for (let i = tree.size - 1; i >= 0; --i) {
    const above = tree.parent[i]!;
    if (above !== kNone) sums[above]! += sums[i]!;
  }
  return sums;
}

/** Returns whether each node, or one below it, has a value, which need not contain those below. */
export function withSomething(tree: Tree, values: ArrayLike<number>): Uint8Array {
  const has = new Uint8Array(tree.size);
  for (let i = tree.size - 1; i >= 0; --i) {
    if (values[i] !== 0) has[i] = 1;
    const above = tree.parent[i]!;
    if (above !== kNone && has[i] === 1) has[above] = 1;
  }
  return has;
}
