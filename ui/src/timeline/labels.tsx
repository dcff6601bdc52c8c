// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file writes the names of rows on the left: nodes, processes and threads, each group's at the top of
// what is seen of it. Where rows are lower than text, only every so many have their names.

import { countOf } from "base/format";
import { clamp } from "base/geometry";
import { type Viewport, visibleRows, yOf } from "layout/viewport";
import { type Report, locationName } from "model/report";
import { type Group, type Rows, groupKey, memberName, rowName } from "model/rows";
import { scrollRows } from "timeline/actions";
import type { Timeline } from "timeline/model";

const kLineHeight = 16;

interface Label {
  readonly key: string;
  readonly text: string;
  readonly level: number; ///< Is 0 for a node, 1 for a process, 2 for a thread.
  readonly y: number;
  readonly height: number; ///< Is the height of the group, as far as it is seen.
  readonly group: Group | null; ///< Is a group that can be collapsed.
}

/** Returns a group's name, which stands at the top of what is seen of it. */
function groupLabel(view: Viewport, group: Group): Label {
  const top = Math.max(yOf(view, group.first), 0);
  const bottom = Math.min(yOf(view, group.end), view.height);
  const level = group.kind === "node" ? 0 : 1;
  const own = group.locations > 1 ? group : null;
  return { key: groupKey(group.kind, group.position), text: group.name, level, y: top, height: bottom - top, group: own };
}

/** Returns which location of a group its only row shows. */
function shownLabel(view: Viewport, rows: Rows, report: Report, group: Group): Label {
  const location = rows.location[group.first]!;
  const isNode = group.kind === "node";
  const name = isNode ? locationName(report, location) : memberName(report, location);
  return { key: `shown-${group.first}`, text: `${name} of ${group.locations}`, level: isNode ? 1 : 2, y: yOf(view, group.first), height: view.rowHeight, group: null };
}

function isSeen(view: Viewport, group: Group): boolean {
  return yOf(view, group.end) > 0 && yOf(view, group.first) < view.height;
}

/** Returns labels from top to bottom; of those of a level, none that would lie over the one before. */
export function labelsOf(view: Viewport, rows: Rows, report: Report): Label[] {
  const bottoms = [-Infinity, -Infinity, -Infinity];
  const labels: Label[] = [];
  const add = (label: Label) => {
    if (label.y < bottoms[label.level]!) return;
    bottoms[label.level] = label.y + kLineHeight;
    labels.push(label);
  };
  for (const group of rows.groups) {
    if (!isSeen(view, group)) continue;
    add(groupLabel(view, group));
    if (group.isCollapsed) add(shownLabel(view, rows, report, group));
    if (group.kind !== "rank" || group.isCollapsed || group.locations === 1) continue;
    const [first, end] = visibleRows(view);
    for (let row = Math.max(group.first, first); row < Math.min(group.end, end); ++row)
      add({ key: `row-${row}`, text: rowName(report, rows, row), level: 2, y: yOf(view, row), height: view.rowHeight, group: null });
  }
  return labels;
}

function Toggle({ timeline, label, height }: { timeline: Timeline; label: Label; height: number }) {
  const { group } = label;
  if (group === null) return null;
  return (
    <button
      type="button"
      class="tl-toggle"
      style={{ height: `${height}px` }}
      aria-expanded={!group.isCollapsed}
      aria-label={`${label.text}: ${countOf(group.locations, "location")}`}
      title={`${group.isCollapsed ? "Show" : "Collapse"} ${countOf(group.locations, "location")}`}
      onClick={() => timeline.toggleGroup(label.key)}
    >
      {group.isCollapsed ? "▸" : "▾"}
    </button>
  );
}

export function Labels({ timeline }: { timeline: Timeline }) {
  const view = timeline.viewport();
  const rows = timeline.rows.value;
  const labels = labelsOf(view, rows, timeline.report);
  const lineHeight = clamp(view.rowHeight, kLineHeight, 22);
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    scrollRows(timeline, event.deltaY / timeline.view.peek().rowHeight);
  };
  return (
    <div class={`tl-labels ${rows.hasThreads ? "tl-with-threads" : ""}`} role="list" aria-label="Nodes, processes and threads" onWheel={onWheel}>
      {labels.map((label) => (
        <div key={label.key} class={`tl-label tl-level-${label.level}`} role="listitem" style={{ top: `${label.y}px`, height: `${Math.max(label.height, kLineHeight)}px` }} title={label.text}>
          <Toggle timeline={timeline} label={label} height={lineHeight} />
          <span style={{ lineHeight: `${lineHeight}px` }}>{label.text}</span>
        </div>
      ))}
    </div>
  );
}

/** Is a scroll bar for rows: its position is calculated here, so there can be any number of them. */
export function RowsScroll({ timeline, controls = "tl-rows" }: { timeline: Timeline; controls?: string }) {
  const view = timeline.viewport();
  const seen = view.height / view.rowHeight;
  const most = Math.max(view.rows - seen, 0);
  if (most === 0 || view.height === 0) return <div class="tl-scroll" />;
  const thumb = Math.max((seen / view.rows) * view.height, 24);
  const top = (view.firstRow / most) * (view.height - thumb);
  const drag = (event: PointerEvent) => {
    const element = event.currentTarget as HTMLElement;
    if (event.type === "pointerdown") element.setPointerCapture(event.pointerId);
    if (event.buttons !== 1) return;
    const y = event.clientY - element.getBoundingClientRect().top - thumb / 2;
    timeline.show({ ...timeline.view.peek(), firstRow: (y / (view.height - thumb)) * most }, "small");
  };
  return (
    <div
      class="tl-scroll"
      role="scrollbar"
      aria-label="Rows"
      aria-controls={controls}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={Math.ceil(most)}
      aria-valuenow={Math.round(view.firstRow)}
      onPointerDown={drag}
      onPointerMove={drag}
    >
      <div class="tl-thumb" style={{ top: `${top}px`, height: `${thumb}px` }} />
    </div>
  );
}
