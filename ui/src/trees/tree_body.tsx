// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { ComponentChildren } from "preact";
import type { TreeKind, TreeState } from "trees/tree_state";
import { VirtualTree } from "widgets/virtual_tree";

interface TreeBodyProps {
  readonly state: TreeState<TreeKind>;
  readonly none: string; ///< Is said if the tree has no nodes.
  readonly value: (node: number) => ComponentChildren;
  readonly mark?: (node: number) => ComponentChildren; ///< Stands before the name.
}

/** Has the rows of a tree that are seen, or says why there are none. */
export function TreeBody({ state, none, value, mark }: TreeBodyProps) {
  const { kind } = state;
  if (kind.problem.value !== "") return <p class="message">{kind.problem.value}</p>;
  if (kind.tree.size === 0) return <p class="message">{none}</p>;
  return (
    <VirtualTree
      id={kind.id}
      label={kind.title}
      shape={kind.tree}
      rows={state.rows.value}
      selected={kind.selected.value}
      isOpen={(node) => state.isOpen(node)}
      onSelect={(node, byKey) => state.select(node, byKey)}
      onToggle={(node, isOpen) => state.toggle(node, isOpen)}
      onOpenBelow={(node) => state.openBelow(node)}
      value={value}
      name={(node) => (
        <>
          {mark?.(node)}
          <span class="tree-name" title={kind.names[node]}>
            {kind.names[node]}
          </span>
        </>
      )}
    />
  );
}
