// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has one of the explorer's trees: what is seen of it, what is selected, and what its values are
// parts of. All of it follows from the URL, the report, and the answers of the server.

import { type ReadonlySignal, computed } from "@preact/signals";
import { type Amount, amount, percentAmount } from "base/format";
import { kNone } from "model/report";
import { type Mode, type Whole, largestOfLevel, largestOfSiblings, shareOf } from "model/shares";
import { type NodeValues, largestSize, shownValue } from "model/values";
import { go, route } from "state/route";
import { type TreeKind, TreeState } from "trees/tree_state";

type ModeMember = "metrics_as" | "paths_as" | "parts_as";

/** Distinguishes one pane from another. */
export interface PaneKind extends TreeKind {
  readonly modeMember: ModeMember;
  readonly peers: "siblings" | "level";
  readonly values: ReadonlySignal<NodeValues | null>; ///< Has the values; null as long as they are not there.
  readonly unit: (node: number) => string;
  readonly root: (node: number) => number; ///< Returns the total of the metric at the top.
  readonly left: ReadonlySignal<number>; ///< Is the value that is selected to the left.
}

export class Pane extends TreeState<PaneKind> {
  readonly mode: ReadonlySignal<Mode>;
  private readonly whole: ReadonlySignal<Whole>;

  constructor(kind: PaneKind) {
    super(kind);
    this.mode = computed(() => route.value[kind.modeMember] ?? "absolute");
    this.whole = computed(() => this.computeWhole());
  }

  /** Returns what is shown of a node: zero until values are there. */
  shown(node: number): number {
    const values = this.kind.values.value;
    return values === null ? 0 : shownValue(values, node, this.isOpen(node));
  }

  /** Returns what is written beside a node. */
  amount(node: number): Amount {
    const mode = this.mode.value;
    const value = shareOf(this.shown(node), mode, node, this.whole.value);
    return mode === "absolute" ? amount(value, this.kind.unit(node)) : percentAmount(value);
  }

  /** Returns the part of what colours are relative to: what is written, where that is a part of something. */
  colorShare(node: number): number {
    const mode = this.mode.value;
    const value = this.shown(node);
    if (mode !== "absolute") return shareOf(value, mode, node, this.whole.value);
    const of = this.kind.peers === "level" ? this.whole.value.peers(node) : this.largest(node);
    return of === 0 ? 0 : value / of;
  }

  /** Returns a node's value with all that is below it, however much of that is seen. */
  inclusive(node: number): number {
    return this.kind.values.value?.inclusive[node] ?? 0;
  }

  /** Returns the values of these nodes, which are of one kind, as parts of the largest of them. */
  inclusiveShares(begin: number, end: number): Float64Array {
    const values = this.kind.values.value?.inclusive.slice(begin, end) ?? new Float64Array(end - begin);
    const largest = largestSize(values);
    return largest === 0 ? values : values.map((value) => value / largest);
  }

  /** Returns the largest of all values in the same tree. */
  private largest(node: number): number {
    return this.largestByRoot.value.get(this.rootOf(node)) ?? 0;
  }

  private readonly largestByRoot = computed(() => this.computeLargest());

  private rootOf(node: number): number {
    return this.roots.value[node]!;
  }

  /** Has what values are parts of. Only metrics have units of their own in each tree. */
  private readonly roots = computed(() => {
    const { tree, id } = this.kind;
    const roots = new Int32Array(tree.size);
    if (id === "metrics") for (let i = 0; i < tree.size; ++i) roots[i] = tree.parent[i] === kNone ? i : roots[tree.parent[i]!]!;
    return roots;
  });

  private computeLargest(): Map<number, number> {
    const values = this.kind.values.value;
    const largest = new Map<number, number>();
    if (values === null) return largest;
    if (this.kind.id !== "metrics") return largest.set(0, Math.max(largestSize(values.inclusive), largestSize(values.own)));
    values.inclusive.forEach((value, node) => {
      const root = this.rootOf(node);
      if (Math.abs(value) > (largest.get(root) ?? 0)) largest.set(root, Math.abs(value));
    });
    return largest;
  }

  private computeWhole(): Whole {
    const { tree, peers, root, left } = this.kind;
    const largest = peers === "level" ? largestOfLevel : largestOfSiblings;
    return { root, left: left.value, peers: largest(tree, this.rows.value, (node) => this.shown(node)) };
  }

  setMode(mode: Mode): void {
    go({ [this.kind.modeMember]: mode === "absolute" ? null : mode }, "replace");
  }
}
