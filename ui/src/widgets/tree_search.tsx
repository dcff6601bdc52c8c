// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useSignal } from "@preact/signals";

const kNone = -1;

interface TreeSearchProps {
  readonly title: string; ///< of what is searched
  readonly selected: number;
  /** The nodes with a text in their names, in the order in which they are seen. */
  readonly find: (text: string) => Int32Array;
  /** Where a node is in that order. */
  readonly positionOf: (node: number) => number;
  readonly onSelect: (node: number) => void;
}

/** Finds names and goes from one to the next, also to those that are hidden. */
export function TreeSearch({ title, selected, find, positionOf, onSelect }: TreeSearchProps) {
  const text = useSignal("");
  const found = useSignal<Int32Array>(new Int32Array(0));
  const look = (wanted: string) => {
    text.value = wanted;
    found.value = find(wanted);
  };
  const at = found.value.indexOf(selected);
  const go = (step: number) => {
    const count = found.value.length;
    if (count === 0) return;
    const here = selected === kNone ? -1 : positionOf(selected);
    let next = at === kNone ? found.value.findIndex((node) => positionOf(node) > here) : at + step;
    if (at === kNone && step < 0) next = (next < 0 ? count : next) - 1;
    onSelect(found.value[(next + count) % count]!);
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
        aria-label={`Find in ${title}`}
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
