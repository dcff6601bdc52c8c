// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { type Aligned, type AlignedTree, alignedTree } from "model/aligned";
import type { Report } from "model/report";
import { asList, asObject, asPosition, WireError } from "wire/json";

function treeOf(json: unknown, where: string, base: number, other: number): AlignedTree {
  const all = asObject(json, where);
  const parents = asList(all["parent"], `${where}.parent`);
  const parent = Int32Array.from(parents, (each, i) => asPosition(each, i, `${where}.parent`));
  const rowsOf = (side: "base" | "other", size: number) => {
    const rows = asList(all[side], `${where}.${side}`);
    if (rows.length !== size || rows.includes(null)) throw new WireError(`the server's answer is not as expected: ${where}.${side} has not a row for each`);
    return Int32Array.from(rows, (each) => asPosition(each, parents.length, `${where}.${side}`));
  };
  return alignedTree(parent, rowsOf("base", base), rowsOf("other", other));
}

/** Reads the answer to `aligned`. */
export function readAligned(json: unknown, base: Report, other: Report): Aligned {
  const all = asObject(json, "aligned");
  return {
    metrics: treeOf(all["metrics"], "metrics", base.metrics.length, other.metrics.length),
    paths: treeOf(all["call_paths"], "call_paths", base.callPaths.size, other.callPaths.size),
  };
}
