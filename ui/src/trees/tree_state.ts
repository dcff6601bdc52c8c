// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has what is seen of a tree and what is selected in it, which is what the URL says.

import { type ReadonlySignal, computed } from "@preact/signals";
import { listOf, openNodes, selectedAfterCollapse, withAllBelow } from "model/open_nodes";
import { matches } from "model/search";
import { type Tree, visibleNodes } from "model/tree";
import { go, route } from "state/route";
import type { Route } from "state/url";

type MemberOf<T> = { [K in keyof Route]: Route[K] extends T ? K : never }[keyof Route];

/** Distinguishes one tree from another. */
export interface TreeKind {
  readonly id: string;
  readonly title: string;
  readonly tree: Tree; ///< Is the tree, which may depend on signals.
  readonly names: readonly string[];
  readonly openMember: MemberOf<readonly number[] | null>;
  readonly isUsuallyOpen: (node: number) => boolean;
  readonly selected: ReadonlySignal<number>; ///< Is the selected node; -1: none, which means all.
  readonly selection: (node: number) => Partial<Route>; ///< Returns what of the route selects a node.
  readonly problem: ReadonlySignal<string>; ///< Says why there are no values.
  readonly isHidden: ReadonlySignal<(node: number) => boolean>;
  readonly order: ReadonlySignal<Int32Array | null>; ///< Is the order of a flat list; null: the tree's.
}

let lastStepWasByKey = false;

export class TreeState<Kind extends TreeKind> {
  readonly open: ReadonlySignal<ReadonlySet<number>>;
  readonly rows: ReadonlySignal<Int32Array>;

  constructor(readonly kind: Kind) {
    this.open = computed(() => openNodes(kind.tree, route.value[kind.openMember], kind.selected.value, kind.isUsuallyOpen));
    this.rows = computed(() => kind.order.value ?? this.visible());
  }

  isOpen(node: number): boolean {
    return this.open.value.has(node);
  }

  private visible(): Int32Array {
    const isHidden = this.kind.isHidden.value;
    const selected = this.kind.selected.value;
    return visibleNodes(
      this.kind.tree,
      (node) => this.open.value.has(node),
      (node) => node !== selected && isHidden(node),
    );
  }

  /** Returns where a node is in the order in which nodes are seen, whatever is expanded; -1: nowhere. */
  positionOf(node: number): number {
    const order = this.kind.order.value;
    return order === null ? this.kind.tree.position[node]! : order.indexOf(node);
  }

  /** Returns the nodes with a text in their names, in that order. */
  find(text: string): Int32Array {
    const found = matches(this.kind.names, text).filter((node) => this.positionOf(node) >= 0);
    return found.sort((a, b) => this.positionOf(a) - this.positionOf(b));
  }

  /** Selects a node; "back" undoes all of many steps by keys. */
  select(node: number, byKey: boolean): void {
    go(this.kind.selection(node), byKey && lastStepWasByKey ? "replace" : "step");
    lastStepWasByKey = byKey;
  }

  toggle(node: number, isOpen: boolean): void {
    const { tree, openMember, selected, selection } = this.kind;
    const open = new Set(this.open.value);
    if (isOpen) open.add(node);
    else open.delete(node);
    const next = isOpen ? selected.value : selectedAfterCollapse(tree, selected.value, node);
    go({ [openMember]: listOf(open), ...(next !== selected.value && selection(next)) }, "replace");
  }

  openBelow(node: number): void {
    go({ [this.kind.openMember]: listOf(withAllBelow(this.kind.tree, this.open.value, node)) }, "replace");
  }
}
