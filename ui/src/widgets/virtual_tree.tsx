// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has a tree of any size: only the rows that are seen are there. It has the focus as a whole, and
// says which row is the active one, which is the selected one.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { clamp } from "base/geometry";

export const kRowHeight = 22;
const kMostPixels = 8_000_000; // Browsers cut off what is much larger.
const kNone = -1;
const kPage = 0.9; // So much of what is seen is a page.

/** Says where each node is. */
export interface Shape {
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  readonly number: Int32Array;
  readonly children: Int32Array;
  readonly roots: number;
}

export interface TreeProps {
  readonly id: string;
  readonly label: string;
  readonly shape: Shape;
  readonly rows: Int32Array; ///< Has the nodes that can be seen, from top to bottom.
  readonly selected: number; ///< Is the selected node; -1: none.
  readonly isOpen: (node: number) => boolean;
  readonly onSelect: (node: number, byKey: boolean) => void;
  readonly onToggle: (node: number, isOpen: boolean) => void;
  readonly onOpenBelow: (node: number) => void;
  readonly value: (node: number) => ComponentChildren; ///< Returns what stands before the tree.
  readonly name: (node: number) => ComponentChildren;
}

/** Says which keys do what, for the help. */
export const kTreeKeys = [
  { key: "↑ ↓", does: "in a tree: the row above or below" },
  { key: "→", does: "in a tree: expand, or the first row below" },
  { key: "←", does: "in a tree: collapse, or the row that contains it" },
  { key: "*", does: "in a tree: expand all that is below" },
  { key: "Home End PageUp PageDown", does: "in a tree: further away" },
];

interface Window {
  readonly top: number; ///< Counts pixels that are scrolled away.
  readonly height: number; ///< Counts pixels that are seen.
}

/** Returns the row at the top of the window, with a fraction. */
function firstRow({ top, height }: Window, rows: number): number {
  if (rows * kRowHeight <= kMostPixels) return top / kRowHeight;
  return (top / (kMostPixels - height)) * (rows - height / kRowHeight);
}

/** Returns what to scroll to so that this row is the first one. */
function topOf(row: number, height: number, rows: number): number {
  if (rows * kRowHeight <= kMostPixels) return row * kRowHeight;
  return (row / (rows - height / kRowHeight)) * (kMostPixels - height);
}

/** Returns the row that a key goes to from a row; null if it is not for that. */
function rowAfter(key: string, row: number, rows: number, seen: number): number | null {
  const page = Math.max(Math.floor(seen * kPage), 1);
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows, End: rows };
  const step = steps[key];
  if (step === undefined) return null;
  return row === kNone ? (step > 0 && key === "End" ? rows - 1 : 0) : clamp(row + step, 0, rows - 1);
}

function onKey(event: KeyboardEvent, props: TreeProps, seen: number): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const { rows, selected, shape, isOpen } = props;
  const row = rows.indexOf(selected);
  const next = rowAfter(event.key, row, rows.length, seen);
  const isInner = row !== kNone && shape.children[selected]! > 0;
  if (next !== null) props.onSelect(rows[next]!, true);
  else if (row === kNone) return;
  else if (event.key === "ArrowRight" && isInner && !isOpen(selected)) props.onToggle(selected, true);
  else if (event.key === "ArrowRight" && isInner && row + 1 < rows.length) props.onSelect(rows[row + 1]!, true);
  else if (event.key === "ArrowLeft" && isInner && isOpen(selected)) props.onToggle(selected, false);
  else if (event.key === "ArrowLeft" && shape.parent[selected] !== kNone) props.onSelect(shape.parent[selected]!, true);
  else if ((event.key === "Enter" || event.key === " ") && isInner) props.onToggle(selected, !isOpen(selected));
  else if (event.key === "*" && isInner) props.onOpenBelow(selected);
  else if (!/^(Arrow(Left|Right)|Enter| )$/.test(event.key)) return;
  event.preventDefault();
}

function Row({ props, node, y }: { props: TreeProps; node: number; y: number }) {
  const { shape, selected } = props;
  const isInner = shape.children[node]! > 0;
  const parent = shape.parent[node]!;
  const isOpen = isInner && props.isOpen(node);
  return (
    <div
      role="treeitem"
      id={`${props.id}-${node}`}
      class="tree-row"
      style={{ transform: `translateY(${y}px)` }}
      aria-level={shape.depth[node]! + 1}
      aria-posinset={shape.number[node]! + 1}
      aria-setsize={parent === kNone ? shape.roots : shape.children[parent]!}
      aria-selected={node === selected}
      aria-expanded={isInner ? isOpen : undefined}
      onClick={() => props.onSelect(node, false)}
      onDblClick={() => isInner && props.onToggle(node, !isOpen)}
    >
      {props.value(node)}
      <span class="tree-indent" style={{ width: `${indent(shape.depth[node]!)}px` }} />
      <span
        class="tree-arrow"
        aria-hidden="true"
        onClick={(event) => {
          if (!isInner) return;
          event.stopPropagation();
          props.onToggle(node, !isOpen);
        }}
      >
        {isInner ? (isOpen ? "▾" : "▸") : ""}
      </span>
      {props.name(node)}
    </div>
  );
}

/** Returns the indentation: far down, levels are closer, so that names do not leave the pane. */
function indent(depth: number): number {
  return Math.min(depth, 12) * 14 + Math.min(Math.max(depth - 12, 0), 40) * 3;
}

/** Returns the nodes that are drawn: those in the window, and the selected one wherever it is. */
function drawn(first: number, seen: number, { rows, selected }: TreeProps): number[] {
  const begin = clamp(Math.floor(first), 0, rows.length);
  const all = Array.from({ length: Math.min(Math.ceil(seen) + 1, rows.length - begin) }, (_, i) => begin + i);
  const active = rows.indexOf(selected);
  if (active !== kNone && (active < begin || active >= begin + all.length)) all.push(active);
  return all;
}

export function VirtualTree(props: TreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState<Window>({ top: 0, height: 0 });
  const { rows, selected } = props;
  const seen = window.height / kRowHeight;
  const first = firstRow(window, rows.length);

  const look = () => setWindow({ top: box.current!.scrollTop, height: box.current!.clientHeight });
  useLayoutEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  // A node that becomes selected, here or elsewhere, is to be seen.
  useEffect(() => {
    const row = rows.indexOf(selected);
    if (row === kNone || seen === 0) return;
    const last = first + seen - 1;
    if (row < first) box.current!.scrollTop = topOf(row, window.height, rows.length);
    else if (row > last) box.current!.scrollTop = topOf(row - seen + 1, window.height, rows.length);
  }, [selected, seen === 0]);

  return (
    <div
      ref={box}
      role="tree"
      class="tree"
      tabIndex={0}
      aria-label={props.label}
      aria-activedescendant={rows.indexOf(selected) === kNone ? undefined : `${props.id}-${selected}`}
      onScroll={look}
      onKeyDown={(event) => onKey(event, props, seen)}
    >
      <div role="none" style={{ height: `${Math.min(rows.length * kRowHeight, kMostPixels)}px` }}>
        <div role="none" class="tree-window" style={{ height: `${window.height}px` }}>
          {drawn(first, seen, props).map((row) => (
            <Row key={rows[row]} props={props} node={rows[row]!} y={(row - first) * kRowHeight} />
          ))}
        </div>
      </div>
    </div>
  );
}
