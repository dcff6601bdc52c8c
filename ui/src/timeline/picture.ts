// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Tests ask this file about the picture, which for a page is only pixels.

import { boxAt } from "layout/boxes";
import { anchorOf } from "layout/lines";
import { hitAt } from "layout/scene";
import { bandOfStates } from "layout/states";
import { rowAt, xOf, yOf } from "layout/viewport";
import { type Report, kNone } from "model/report";
import { stateText } from "model/states";
import type { Timeline } from "timeline/model";

export interface DrawnLine {
  readonly kind: string;
  readonly from: readonly [location: number, region: string]; ///< Is where the line starts, and in whose box.
  readonly to: readonly [location: number, region: string];
  readonly count: number;
  readonly bytes: number;
}

function nameOf(report: Report, path: number): string {
  return path === kNone ? "" : report.regions.name[report.callPaths.region[path]!]!;
}

export class Picture {
  constructor(private readonly timeline: Timeline) {}

  private boxName(x: number, y: number): [number, string] {
    const { scene, report } = this.timeline;
    const box = scene === null ? null : boxAt(scene.view, scene.data.boxes, x, y);
    return box === null ? [kNone, ""] : [box.location, nameOf(report, box.path)];
  }

  /** Returns the location whose row is at a height. */
  private locationAt(y: number): number {
    const { scene } = this.timeline;
    const row = scene === null ? kNone : rowAt(scene.view, y);
    return row === kNone ? kNone : scene!.data.boxes.rows.location[row]!;
  }

  /** Returns each line with the boxes in which it starts and ends; a wake-up ends in the row of who is woken, in no box. */
  lines(): DrawnLine[] {
    // Is half a pixel; where two calls meet, the line starts in the later one and ends in the earlier one.
    const half = 0.5;
    return (this.timeline.scene?.lines ?? []).map(({ kind, x1, y1, x2, y2, count, bytes }) => ({
      kind,
      from: this.boxName(kind === "wakeup" ? x1 - half : x1 + half, y1),
      to: kind === "wakeup" ? ([this.locationAt(y2), ""] as const) : this.boxName(kind === "collective" ? x2 + half : x2 - half, y2),
      count,
      bytes,
    }));
  }

  /** Returns what is at a point of the picture: what it is, and the name of its region or kind, or what a state is. */
  at(x: number, y: number): string {
    const { scene, report } = this.timeline;
    const hit = scene === null ? null : hitAt(scene, x, y);
    if (hit === null) return "";
    if (hit.kind === "box") return `box ${nameOf(report, hit.box.path)}`;
    if (hit.kind === "wait") return `wait ${report.metrics[scene!.data.waits!.waits.metric[hit.entry]!]!.id}`;
    if (hit.kind === "state") return `state ${stateText(report, scene!.data.states!.states, hit.entry)}`;
    return hit.kind === "line" ? hit.line.kind : hit.kind;
  }

  /** Returns where a location's box at a time is, in the picture. */
  positionOf(location: number, seconds: number): { x: number; y: number } {
    const view = this.timeline.viewport();
    const time = seconds * this.timeline.run.peek()!.ticksPerSecond;
    const anchor = anchorOf(view, this.timeline.boxes.peek(), location, time, "begin");
    return { x: xOf(view, time), y: anchor === null ? NaN : anchor[1] };
  }

  /** Returns where a location's state at a time is, in the picture. */
  positionOfState(location: number, seconds: number): { x: number; y: number } {
    const view = this.timeline.viewport();
    const boxes = this.timeline.boxes.peek();
    const { top, height } = bandOfStates(view, boxes, location);
    const row = boxes.rows.rowOf[location]!;
    return { x: xOf(view, seconds * this.timeline.run.peek()!.ticksPerSecond), y: row === kNone ? NaN : yOf(view, row) + top + height / 2 };
  }

  get view() {
    const { from, to, firstRow, rowHeight } = this.timeline.view.peek();
    return { from, to, firstRow, rowHeight };
  }

  /** Is the length of the run, in ticks. */
  get length(): number {
    return this.timeline.run.peek()!.length;
  }

  get rows(): number {
    return this.timeline.rows.peek().size;
  }

  /** Counts rows that are seen and whose activities have come. */
  get knownRows(): number {
    const { scene } = this.timeline;
    if (scene === null) return 0;
    const first = Math.floor(scene.view.firstRow);
    const end = Math.min(Math.ceil(scene.view.firstRow + scene.view.height / scene.view.rowHeight), scene.view.rows);
    let known = 0;
    for (let row = first; row < end; ++row) if (scene.data.known.hasLocation(scene.data.boxes.rows.location[row]!)) ++known;
    return known / (end - first);
  }

  /** Returns the upper edge of a row, in the picture. */
  rowTop(row: number): number {
    return yOf(this.timeline.viewport(), row);
  }

  /** Says how much is drawn, of how many rows that came. */
  get drawn() {
    const { scene } = this.timeline;
    return { rects: scene?.lists.reduce((sum, list) => sum + list.rects.length / 5, 0) ?? 0, rows: this.timeline.window.value.peek()?.activities.size ?? 0 };
  }
}
