// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file makes all that is drawn in the rows, from below to above, and finds what is at a point.

import { type Box, type BoxData, type BoxLook, boxAt, drawBoxes } from "layout/boxes";
import { bandAt, drawPathBand } from "layout/critical_path";
import { DrawList } from "layout/draw_list";
import { type Known, correctionAt, drawCorrections, drawMissing, drawRowLines, drawTimeLines } from "layout/frame_parts";
import { type Line, drawLines, lineAt, linesOf } from "layout/lines";
import { type StateData, drawStates, stateAt } from "layout/states";
import type { Viewport } from "layout/viewport";
import { type WaitData, drawWaits, waitAt } from "layout/waits";
import { kNone } from "model/report";
import type { Corrections, Edges, Stretches } from "model/timeline";

/** Names what can be left out of the picture. */
export const kLayers = ["waits", "messages", "collectives", "path", "corrections", "states"] as const;
export type Layer = (typeof kLayers)[number];

/** Is what there is to draw; null: it has not come yet. */
export interface SceneData {
  readonly boxes: BoxData;
  readonly ticksPerSecond: number;
  readonly known: Known;
  readonly waits: WaitData | null;
  readonly edges: Edges | null;
  readonly states: StateData | null;
  readonly stretches: Stretches | null;
  readonly corrections: Corrections | null;
}

export interface Scene {
  readonly view: Viewport;
  readonly data: SceneData;
  readonly layers: ReadonlySet<Layer>;
  readonly lines: readonly Line[];
  readonly lists: readonly DrawList[]; ///< Has lists, of which the first one is drawn first.
}

export function drawScene(view: Viewport, data: SceneData, layers: ReadonlySet<Layer>, look: BoxLook): Scene {
  const { boxes, waits, edges, states, stretches, corrections } = data;
  const { paints } = look;
  const below = new DrawList();
  drawRowLines(below, view, boxes.rows, paints);
  drawTimeLines(below, view, data.ticksPerSecond, paints);
  drawMissing(below, view, boxes.rows, data.known, paints);
  const labels = new DrawList();
  drawBoxes(below, view, boxes, { ...look, labels });
  const above = new DrawList();
  if (waits !== null && layers.has("waits")) drawWaits(above, view, boxes, waits, paints);
  if (states !== null) drawStates(above, view, boxes, states, { ...look, labels });
  if (corrections !== null && layers.has("corrections")) drawCorrections(above, view, boxes, corrections, paints);
  const lines = edges === null ? [] : linesOf(view, boxes, edges, { messages: layers.has("messages"), collectives: layers.has("collectives"), wakeUps: boxes.hasStates });
  drawLines(above, view, lines, paints);
  const path = new DrawList();
  if (stretches !== null && layers.has("path")) drawPathBand(path, view, boxes, stretches, paints);
  return { view, data, layers, lines, lists: [below, above, path, labels] };
}

export type Hit =
  | { readonly kind: "line"; readonly line: Line }
  | { readonly kind: "correction" | "wait" | "stretch" | "state"; readonly entry: number }
  | { readonly kind: "box"; readonly box: Box };

/** Returns what is at a point: of several things, what is drawn above; but a state, whose band is thin, before lines across it. */
export function hitAt(scene: Scene, x: number, y: number): Hit | null {
  const { view, data, layers } = scene;
  const { boxes, waits, states, stretches, corrections } = data;
  if (corrections !== null && layers.has("corrections")) {
    const entry = correctionAt(view, boxes, corrections, x, y);
    if (entry !== kNone) return { kind: "correction", entry };
  }
  if (stretches !== null && layers.has("path") && view.rowHeight >= 8) {
    const entry = bandAt(view, boxes, stretches, x, y);
    if (entry !== kNone) return { kind: "stretch", entry };
  }
  const state = states === null ? kNone : stateAt(view, boxes, states, x, y);
  if (state !== kNone) return { kind: "state", entry: state };
  const line = lineAt(scene.lines, x, y);
  if (line !== kNone) return { kind: "line", line: scene.lines[line]! };
  if (waits !== null && layers.has("waits")) {
    const entry = waitAt(view, boxes, waits, x, y);
    if (entry !== kNone) return { kind: "wait", entry };
  }
  const box = boxAt(view, boxes, x, y);
  return box === null ? null : { kind: "box", box };
}
