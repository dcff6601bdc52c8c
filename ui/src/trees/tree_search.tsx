// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useSignal } from "@preact/signals";
import { kNone } from "model/report";
import type { TreeKind, TreeState } from "trees/tree_state";

/** Finds names and goes from one to the next, also to those that are hidden. */
export function TreeSearch({ state }: { state: TreeState<TreeKind> }) {
  const text = useSignal("");
  const found = useSignal<Int32Array>(new Int32Array(0));
  const look = (wanted: string) => {
    text.value = wanted;
    found.value = state.find(wanted);
  };
  const selected = state.kind.selected.value;
  const at = found.value.indexOf(selected);
  const go = (step: number) => {
    const count = found.value.length;
    if (count === 0) return;
    const here = selected === kNone ? -1 : state.positionOf(selected);
    let next = at === kNone ? found.value.findIndex((node) => state.positionOf(node) > here) : at + step;
    if (at === kNone && step < 0) next = (next < 0 ? count : next) - 1;
    state.select(found.value[(next + count) % count]!, true);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") look("");
  };
  const count = found.value.length;
  return (
    <span class="search">
      <input
        type="search"
        placeholder="Find"
        aria-label={`Find in ${state.kind.title}`}
        value={text.value}
        onInput={(event) => look(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <span class="search-count" role="status">
        {text.value === "" ? "" : at === kNone ? `${count} found` : `${at + 1} of ${count}`}
      </span>
    </span>
  );
}
