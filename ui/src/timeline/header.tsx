// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This is above the rows: the whole run with the window in it, the axis, and the critical path in a row.

import type { Size } from "base/geometry";
import { upperBound } from "base/bisect";
import { drawBoxes } from "layout/boxes";
import { drawStrip, stretchAt } from "layout/critical_path";
import { DrawList } from "layout/draw_list";
import { drawAxis, drawMinimapWindow } from "layout/frame_parts";
import { type Viewport, timeAt } from "layout/viewport";
import { drawWaits } from "layout/waits";
import { kNone } from "model/report";
import type { Rows } from "model/rows";
import { type Drawing, measureIn } from "paint/canvas";
import { selectAndReveal, stretchEntry } from "timeline/actions";
import { Canvas } from "timeline/canvas";
import type { Timeline } from "timeline/model";

/** Returns the locations of the overview, as rows. */
function overviewRows(locations: readonly number[], size: number): Rows {
  const rowOf = new Int32Array(size).fill(kNone);
  locations.forEach((location, row) => (rowOf[location] = row));
  return { size: locations.length, location: Int32Array.from(locations), group: new Int32Array(locations.length), rowOf, groups: [], hasThreads: false };
}

/** Returns a view of the overview as one row. */
function wholeRun(timeline: Timeline, { width, height }: Size): Viewport {
  const length = Math.max(timeline.run.peek()?.length ?? 1, 1);
  return { from: 0, to: length, first: 0, firstRow: 0, rowHeight: height, width, height, length, rows: 1 };
}

function drawOverview(timeline: Timeline, size: Size): Drawing {
  const answer = timeline.overview.value.peek();
  const paints = timeline.paints.peek();
  const list = new DrawList();
  if (answer !== null && answer.query.locations.length > 0) {
    const rows = overviewRows(answer.query.locations, timeline.report.locations.size);
    const view = { ...wholeRun(timeline, size), rows: rows.size, rowHeight: Math.min(size.height / rows.size, 9.9) };
    const boxes = { report: timeline.report, calls: timeline.calls, rows, activities: answer.activities, index: answer.activityIndex, hasStates: false };
    drawBoxes(list, view, boxes, { paints, measure: measureIn(paints.theme.font), found: null });
    drawWaits(list, view, boxes, { waits: answer.waits, index: answer.waitIndex }, paints);
  }
  return { list, font: paints.theme.font };
}

function drawOverviewWindow(timeline: Timeline, size: Size): Drawing {
  const paints = timeline.paints.peek();
  const list = new DrawList();
  drawMinimapWindow(list, timeline.viewport(), wholeRun(timeline, size), paints);
  return { list, font: paints.theme.font };
}

/** Moves the window there, or chooses another one. */
function onOverview(timeline: Timeline, event: PointerEvent): void {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const length = timeline.extent.length;
  const time = ((event.clientX - box.left) / box.width) * length;
  const view = timeline.view.peek();
  const half = (view.to - view.from) / 2;
  if (event.buttons === 1) timeline.show({ ...view, from: time - half, to: time + half }, "small");
}

export function Overview({ timeline }: { timeline: Timeline }) {
  return (
    <div class="tl-overview" onPointerDown={(event) => onOverview(timeline, event)} onPointerMove={(event) => onOverview(timeline, event)}>
      <Canvas
        class="tl-picture"
        label="The whole run, with the part that is shown"
        draw={(size) => drawOverview(timeline, size)}
        depends={() => [timeline.overview.value.value, timeline.size.value, timeline.paints.value, timeline.run.value]}
      />
      <Canvas
        class="tl-picture"
        draw={(size) => drawOverviewWindow(timeline, size)}
        depends={() => [timeline.view.value, timeline.size.value, timeline.paints.value, timeline.run.value]}
      />
    </div>
  );
}

function axisView(timeline: Timeline, { width, height }: Size): Viewport {
  return { ...timeline.viewport(), width, height };
}

export function Axis({ timeline }: { timeline: Timeline }) {
  const draw = (size: Size): Drawing => {
    const list = new DrawList();
    const paints = timeline.paints.peek();
    drawAxis(list, axisView(timeline, size), timeline.run.peek()?.ticksPerSecond ?? 1, size.height, paints, measureIn(paints.theme.font));
    return { list, font: paints.theme.font };
  };
  return (
    <div class="tl-axis">
      <Canvas class="tl-picture" draw={draw} depends={() => [timeline.view.value, timeline.size.value, timeline.paints.value, timeline.run.value]} />
    </div>
  );
}

function selectedStretch(timeline: Timeline): number {
  const selected = timeline.selection.peek();
  return selected?.kind === "stretch" ? stretchEntry(timeline, selected.position) : kNone;
}

function onStrip(timeline: Timeline, event: MouseEvent): void {
  const stretches = timeline.stretches.value.peek();
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  if (stretches === null) return;
  const view = axisView(timeline, box);
  const i = stretchAt(view, stretches, event.clientX - box.left);
  const near = i === kNone ? upperBound(stretches.begin, timeAt(view, event.clientX - box.left)) - 1 : i;
  if (near >= 0) selectAndReveal(timeline, { kind: "stretch", position: stretches.position[near]! });
}

export function PathStrip({ timeline }: { timeline: Timeline }) {
  const draw = (size: Size): Drawing => {
    const list = new DrawList();
    const paints = timeline.paints.peek();
    const stretches = timeline.stretches.value.peek();
    const look = { paints, measure: measureIn(paints.theme.font), colors: timeline.stripColors.peek(), selected: selectedStretch(timeline) };
    if (stretches !== null) drawStrip(list, axisView(timeline, size), timeline.report, stretches, 2, size.height - 4, look);
    return { list, font: paints.theme.font };
  };
  return (
    <div class="tl-strip" onClick={(event) => onStrip(timeline, event)}>
      <Canvas
        class="tl-picture"
        label="The critical path; keys [ and ] go along it"
        draw={draw}
        depends={() => [timeline.view.value, timeline.size.value, timeline.paints.value, timeline.stretches.value.value, timeline.stripColors.value, timeline.selection.value]}
      />
    </div>
  );
}
