// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { Hatch, HatchKind } from "layout/draw_list";

const kTile = 8; ///< A pattern repeats after so many pixels.

/** Has strokes of a tile, from (x1, y1) to (x2, y2); those that leave it come in on the other side. */
const kStrokes: Readonly<Record<Exclude<HatchKind, "dotted">, readonly (readonly [number, number, number, number])[]>> = {
  rising: [[-2, 10, 10, -2], [-6, 6, 6, -6], [2, 14, 14, 2]],
  falling: [[-2, -2, 10, 10], [-6, 2, 6, 14], [2, -6, 14, 6]],
  crossed: [[-2, 10, 10, -2], [-2, -2, 10, 10]],
  upright: [[2, 0, 2, 8], [6, 0, 6, 8]],
  level: [[0, 2, 8, 2], [0, 6, 8, 6]],
  sparse: [[-2, 10, 10, -2]],
};

function drawTile(context: CanvasRenderingContext2D, { kind, color }: Hatch): void {
  context.strokeStyle = color;
  context.fillStyle = color;
  if (kind === "dotted") {
    for (const [x, y] of [[2, 2], [6, 6]] as const) {
      context.beginPath();
      context.arc(x, y, 1.4, 0, 2 * Math.PI);
      context.fill();
    }
    return;
  }
  context.lineWidth = kind === "sparse" ? 1 : 1.5;
  for (const [x1, y1, x2, y2] of kStrokes[kind]) {
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  }
}

const patterns = new Map<string, CanvasPattern>();

/** Returns a pattern for a canvas with so many of its pixels in a CSS pixel. */
export function patternOf(context: CanvasRenderingContext2D, hatch: Hatch, scale: number): CanvasPattern | string {
  const key = `${hatch.kind} ${hatch.color} ${scale}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const tile = document.createElement("canvas");
  tile.width = tile.height = Math.round(kTile * scale);
  const own = tile.getContext("2d")!;
  own.scale(tile.width / kTile, tile.height / kTile);
  drawTile(own, hatch);
  const pattern = context.createPattern(tile, "repeat");
  if (pattern === null) return hatch.color;
  pattern.setTransform(new DOMMatrix().scale(kTile / tile.width));
  patterns.set(key, pattern);
  return pattern;
}
