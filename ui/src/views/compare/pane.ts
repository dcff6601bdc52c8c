// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has one of the two trees: rows of both reports, with what they have in each.

import { type ReadonlySignal, computed } from "@preact/signals";
import { type AlignedTree, type Compared, compared, sortKey, whereIs } from "model/aligned";
import { kNone } from "model/report";
import { type Tree, rootOf, sortedTree } from "model/tree";
import { type NodeValues, shownValue } from "model/values";
import { route } from "state/route";
import { type TreeKind, TreeState } from "trees/tree_state";

export interface Both {
  readonly base: NodeValues;
  readonly other: NodeValues;
}

export interface ComparedKind extends TreeKind {
  readonly aligned: AlignedTree;
  readonly values: ReadonlySignal<Both | null>; ///< Has the values; null as long as they are not there.
  readonly unit: (row: number) => string;
  readonly scale: "tree" | "roots"; ///< Says whether values of different roots are of one kind.
}

/** Says how large values of one kind are. */
interface Largest {
  value: number;
  difference: number;
}

export class ComparedPane extends TreeState<ComparedKind> {
  /** Returns a row's values with what is below, whatever is expanded. */
  whole(row: number): Compared {
    const values = this.kind.values.value;
    return values === null ? compared(NaN, NaN) : compared(values.base.inclusive[row]!, values.other.inclusive[row]!);
  }

  /** Returns what is written beside a row: inclusive where what is below is hidden. */
  shown(row: number): Compared {
    const values = this.kind.values.value;
    const isOpen = this.isOpen(row);
    return values === null ? compared(NaN, NaN) : compared(shownValue(values.base, row, isOpen), shownValue(values.other, row, isOpen));
  }

  where(row: number): "both" | "base" | "other" {
    return whereIs(this.kind.aligned, row);
  }

  private groupOf(row: number): number {
    return this.kind.scale === "tree" ? 0 : rootOf(this.kind.aligned.tree, row);
  }

  private readonly largest = computed(() => {
    const all = new Map<number, Largest>();
    const values = this.kind.values.value;
    if (values === null) return all;
    const { base, other } = values;
    for (let row = 0; row < this.kind.aligned.tree.size; ++row) {
      const group = this.groupOf(row);
      const largest = all.get(group) ?? { value: 0, difference: 0 };
      all.set(group, largest);
      for (const [a, b] of [[base.inclusive[row]!, other.inclusive[row]!], [base.own[row]!, other.own[row]!]] as const) {
        const { difference } = compared(a, b);
        for (const value of [a, b]) if (Math.abs(value) > largest.value) largest.value = Math.abs(value);
        if (Math.abs(difference) > largest.difference) largest.difference = Math.abs(difference);
      }
    }
    return all;
  });

  /** Returns a row's difference as a part of the largest one, from -1 to 1. */
  share(row: number): number {
    const largest = this.largest.value.get(this.groupOf(row))?.difference ?? 0;
    return largest === 0 ? 0 : this.shown(row).difference / largest;
  }
}

/** Returns a tree in the order that the URL wants. */
export function orderedTree(aligned: AlignedTree, values: ReadonlySignal<Both | null>): ReadonlySignal<Tree> {
  return computed(() => {
    const by = route.value.sort;
    const both = values.value;
    if (by === null || both === null) return aligned.tree;
    return sortedTree(aligned.tree, Float64Array.from({ length: aligned.tree.size }, (_, row) => sortKey(by, compared(both.base.inclusive[row]!, both.other.inclusive[row]!))));
  });
}

/** Returns whether each row differs, or something below it does. */
export function rowsWithDifference(tree: Tree, { base, other }: Both): Uint8Array {
  const differs = new Uint8Array(tree.size);
  for (let row = tree.size - 1; row >= 0; --row) {
    const values = [
      [base.own, other.own],
      [base.inclusive, other.inclusive],
    ] as const;
    if (values.some(([a, b]) => !(compared(a[row]!, b[row]!).difference === 0))) differs[row] = 1;
    const above = tree.parent[row]!;
    if (above !== kNone && differs[row] === 1) differs[above] = 1;
  }
  return differs;
}
