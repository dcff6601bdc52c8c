// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { CallPaths } from "model/report";
import { type Tree, buildTree } from "model/tree";

/** Is the call tree as boxes of a timeline need it. */
export interface Calls {
  readonly tree: Tree;
  /** Counts the outermost depths at which there is one call path only, so that they distinguish nothing. */
  readonly common: number;
  readonly levels: number; ///< Counts depths from `common` on.
}

export function callsOf(paths: CallPaths): Calls {
  const tree = buildTree(paths.parent);
  const atDepth: number[] = [];
  for (const depth of tree.depth) atDepth[depth] = (atDepth[depth] ?? 0) + 1;
  let common = 0;
  while (common + 1 < atDepth.length && atDepth[common] === 1) ++common;
  return { tree, common, levels: Math.max(atDepth.length - common, 1) };
}

/** Returns the call path that contains this one at this depth; itself, where it is not deeper. */
export function ancestorAt(calls: Calls, path: number, depth: number): number {
  const { tree } = calls;
  let each = path;
  for (let d = tree.depth[path]!; d > depth; --d) each = tree.parent[each]!;
  return each;
}
